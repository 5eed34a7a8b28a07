package markers

import (
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// option is a marker among the arguments: enzyme_dup, llad_width, ...
type option struct {
	kind     signature.Kind
	isKind   bool
	vector   bool // the shadow is a base and a stride in bytes
	optional func(*marker)
	value    func(m *marker, v ir.Value) error // a value follows that belongs to the option
}

var options = map[string]option{
	"const":         {kind: signature.Const, isKind: true},
	"dup":           {kind: signature.Dup, isKind: true},
	"dupnoneed":     {kind: signature.DupNoNeed, isKind: true},
	"out":           {kind: signature.Out, isKind: true},
	"dupv":          {kind: signature.Dup, isKind: true, vector: true},
	"dupnoneedv":    {kind: signature.DupNoNeed, isKind: true, vector: true},
	"width":         {value: func(*marker, ir.Value) error { return nil }}, // see findWidth
	"primal_return": {optional: func(m *marker) { m.primalReturn = true }},
	"noret":         {optional: func(*marker) {}}, // the primal result, which only primal_return delivers
	"const_return":  {optional: func(m *marker) { m.seed.Ret, m.seed.RetShadow, m.constResult = false, false, true }},
	"active_return": {optional: func(m *marker) { m.seed.Ret = m.callee.Typ.Ret.HasFloat() }},
	"dup_return":    {optional: func(*marker) {}},
	"nofree":        {optional: func(m *marker) { m.keepTape = true }},
	// What decides between run-time and static activity elsewhere: here the
	// code checks at run time where that is needed.
	"runtime_activity": {optional: func(*marker) {}},
	// The caller promises what the code checks for itself.
	"not_overwritten": {optional: func(*marker) {}},
	"nocache":         {optional: func(*marker) {}},
	// The shadows of variables; see findContext.
	"context": {value: func(*marker, ir.Value) error { return nil }},
	// Between all primals and all shadows.
	"interleave": {},
	// All markers, all primals, all shadows; see argCursor.columns.
	"columns": {},
	// Split mode: the tape, and how much memory the caller has for it.
	"tape":      {value: func(m *marker, v ir.Value) error { m.tape = v; return nil }},
	"allocated": {value: (*marker).setAllocated},
	// The next argument is a pointer to a value of so many bytes.
	"byref": {value: (*marker).setByRef},
}

// optionName is the name of the option that an argument stands for, without
// its prefix; "" for an ordinary argument. An option is an integer read from a
// variable called enzyme_... or llad_..., its address, or metadata of that
// name.
func optionName(v ir.Value) string {
	for range 64 {
		v = ir.StripConstCasts(v)
		switch x := v.(type) {
		case *ir.Global:
			return optionOfSymbol(diag.PlainName(x.Name))
		case *ir.Meta:
			return optionOfSymbol(strings.Trim(x.Text, `!"`))
		case *ir.Instr:
			switch {
			case x.Op == ir.Alloca:
				return optionOfSymbol(diag.PlainName(x.Name))
			case x.Op == ir.Load, x.Op.IsCast(), x.Op == ir.Freeze:
				if n := localOption(x); n != "" {
					return n
				}
				v = x.Arg(0)
			case x.Op == ir.Phi && x.NumArgs() > 0:
				n := optionName(x.Arg(0))
				for k := 1; k < x.NumArgs(); k++ {
					if optionName(x.Arg(k)) != n {
						return ""
					}
				}
				return n
			default:
				return ""
			}
		default:
			return ""
		}
	}
	return ""
}

// localOption is the option in a stack slot that is stored to once (a copy of
// the option's variable, or a parameter of an inlined function).
func localOption(load *ir.Instr) string {
	if load.Op != ir.Load {
		return ""
	}
	if v := onlyStored(load.Arg(0)); v != nil {
		return optionName(v)
	}
	return ""
}

// onlyStored is the value of a stack slot that has one store and otherwise only
// loads; nil when there is none.
func onlyStored(slot ir.Value) ir.Value {
	a, ok := slot.(*ir.Instr)
	if !ok || a.Op != ir.Alloca {
		return nil
	}
	var stored ir.Value
	for u := range ir.Uses(a) {
		switch {
		case u.User.Op == ir.Load:
		case u.User.Op == ir.Store && u.Index() == 1 && stored == nil:
			stored = u.User.Arg(0)
		case u.User.Op == ir.Call && u.User.CalledFunc() != nil && strings.HasPrefix(u.User.CalledFunc().Name, "llvm."):
		default:
			return nil
		}
	}
	return stored
}

func optionOfSymbol(name string) string {
	if strings.HasPrefix(name, "_Z") || strings.HasPrefix(name, "_R") {
		if s, err := demangle.ToString(name, demangle.NoParams); err == nil {
			name = s[strings.LastIndexByte(s, ':')+1:]
		}
	}
	for _, prefix := range []string{"enzyme_", "llad_"} {
		if n, ok := strings.CutPrefix(name, prefix); ok {
			return n
		}
	}
	return ""
}

// resolveFunc is the function that v is at run time, as far as casts, stack
// slots written once and constant variables tell; nil when they do not.
func resolveFunc(v ir.Value) *ir.Function {
	for range 64 {
		v = ir.StripConstCasts(v)
		switch x := v.(type) {
		case *ir.Function:
			return x
		case *ir.Global:
			if v = x.Aliasee(); v == nil {
				return nil
			}
		case *ir.Instr:
			switch {
			case x.Op.IsCast(), x.Op == ir.Freeze:
				v = x.Arg(0)
			case x.Op == ir.Load:
				if v = onlyStored(x.Arg(0)); v != nil {
					continue
				}
				g, ok := ir.StripConstCasts(x.Arg(0)).(*ir.Global)
				if !ok || !g.IsConst() || g.LoadInit() != nil || g.Init == nil {
					return nil
				}
				v = g.Init
			default:
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}
