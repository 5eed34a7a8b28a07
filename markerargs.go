package llad

import (
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// marker is what a marker call asks for.
type marker struct {
	call   *ir.Instr
	mode   Mode
	callee *ir.Function // the function to be differentiated
	seed   activity.Seed
	width  int
	params []markerParam // one for each parameter of callee
	sret   ir.Value      // where the call wants its result, nil when it returns it
	sretT  *ir.Type      // the type behind sret

	primalReturn bool // the primal result comes before the derivatives
	noReturn     bool // the derivative of the result is not delivered
}

// markerParam is what the call passes for one parameter.
type markerParam struct {
	primal  ir.Value   // nil for the result pointer of callee, which the call does not pass
	shadows []ir.Value // width of them, or one base when stride is set
	stride  ir.Value   // bytes between the shadows of two lanes
}

// option is a marker among the arguments: enzyme_dup, llad_width, ...
type option struct {
	kind     activity.Kind
	isKind   bool
	vector   bool // the shadow is a base and a stride in bytes
	takes    bool // a value follows that belongs to the option
	optional func(*marker)
}

var options = map[string]option{
	"const":         {kind: Const, isKind: true},
	"dup":           {kind: Dup, isKind: true},
	"dupnoneed":     {kind: DupNoNeed, isKind: true},
	"out":           {kind: Out, isKind: true},
	"dupv":          {kind: Dup, isKind: true, vector: true},
	"dupnoneedv":    {kind: DupNoNeed, isKind: true, vector: true},
	"width":         {takes: true},
	"primal_return": {optional: func(m *marker) { m.primalReturn = true }},
	"noret":         {optional: func(m *marker) { m.noReturn = true }},
	"const_return":  {optional: func(m *marker) { m.seed.Ret, m.seed.RetShadow = false, false }},
	"active_return": {optional: func(m *marker) { m.seed.Ret = m.callee.Typ.Ret.HasFloat() }},
	"dup_return":    {optional: func(*marker) {}},
	// What decides between run-time and static activity elsewhere: here the
	// code checks at run time where that is needed.
	"runtime_activity": {optional: func(*marker) {}},
}

// optionName is the name of the option that an argument stands for, without
// its prefix; "" for an ordinary argument. An option is an integer read from a
// variable called enzyme_... or llad_..., its address, or metadata of that
// name.
func optionName(v ir.Value) string {
	for range 8 {
		v = ir.StripConstCasts(v)
		switch x := v.(type) {
		case *ir.Global:
			return optionOfSymbol(plainName(x.Name))
		case *ir.Meta:
			return optionOfSymbol(strings.Trim(x.Text, `!"`))
		case *ir.Instr:
			switch {
			case x.Op == ir.Alloca:
				return optionOfSymbol(plainName(x.Name))
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

// argCursor goes through the arguments of a marker call.
type argCursor struct {
	m    *marker
	args []ir.Value
	at   int
}

func (c *argCursor) done() bool { return c.at == len(c.args) }

// take gives the next argument; what says what it is for in the diagnostic of
// its absence.
func (c *argCursor) take(what string) (ir.Value, error) {
	if c.done() {
		return nil, ir.DiagAt(c.m.call, codeMarkerArgs, "the call ends where %s is expected", what)
	}
	v := c.args[c.at]
	if n := optionName(v); n != "" {
		return nil, ir.DiagAt(c.m.call, codeMarkerArgs, "argument %d is the marker '%s' where %s is expected", c.at, n, what)
	}
	c.at++
	return v, nil
}

// parseMarker reads a marker call. Errors are *ir.Diagnostic at the call.
func parseMarker(i *ir.Instr) (*marker, error) {
	m := &marker{call: i, width: 1}
	switch markerOf(i.CalledFunc()) {
	case markReverse:
		m.mode = Reverse
	case markForward:
		m.mode = Forward
	default:
		return nil, ir.DiagAt(i, codeMarkerKind, "calls of '%s' are not supported", Demangled(i.CalledFunc()))
	}
	c := &argCursor{m: m, args: i.CallArgs()}
	m.findSRet(c)
	if err := m.findCallee(c); err != nil {
		return nil, err
	}
	f := m.callee
	m.seed = activity.Seed{
		Params:    make([]activity.Kind, len(f.Params)),
		Ret:       f.Typ.Ret.HasFloat(),
		RetShadow: m.mode == Forward && f.Typ.Ret.HasPtr(),
	}
	m.params = make([]markerParam, len(f.Params))
	if err := m.findWidth(c); err != nil {
		return nil, err
	}
	if err := m.arguments(c); err != nil {
		return nil, err
	}
	if m.noReturn && m.mode == Forward {
		m.seed.Ret, m.seed.RetShadow = false, false
	}
	return m, nil
}

// findSRet takes the pointer through which the call wants its result.
func (m *marker) findSRet(c *argCursor) {
	if len(c.args) == 0 {
		return
	}
	marked := m.call.CalledFunc()
	p := &ir.Param{Typ: c.args[0].Type(), Parent: m.call.Parent.Parent}
	if m.call.X != nil && len(m.call.X.ArgAttrs) > 0 {
		p.Attrs = m.call.X.ArgAttrs[0]
	}
	if !isSRet(p) && len(marked.Params) > 0 {
		p.Attrs = marked.Params[0].Attrs
	}
	if !isSRet(p) {
		return
	}
	m.sret = c.args[0]
	m.sretT, _ = attrType(p, "sret")
	c.at++
}

// findCallee takes the function to be differentiated.
func (m *marker) findCallee(c *argCursor) error {
	v, err := c.take("the function to be differentiated")
	if err != nil {
		return err
	}
	f := resolveFunc(v)
	if f == nil {
		d := ir.DiagAt(m.call, codeNoTarget, "the function to be differentiated is not known at this call")
		d.Hint = "pass the function itself, not a variable that holds it"
		return d
	}
	if f.IsDecl {
		d := ir.DiagAt(m.call, codeNoBody, "'%s', which is to be differentiated, has no body in this module", Demangled(f))
		d.Hint = "link the IR of the file that defines it (llvm-link) first"
		return d
	}
	m.callee = f
	return nil
}

// resolveFunc is the function that v is at run time, as far as casts, stack
// slots written once and constant variables tell; nil when they do not.
func resolveFunc(v ir.Value) *ir.Function {
	for range 16 {
		v = ir.StripConstCasts(v)
		switch x := v.(type) {
		case *ir.Function:
			return x
		case *ir.Global:
			if x.Keyword != "alias" || x.LoadInit() != nil || x.Init == nil {
				return nil
			}
			v = x.Init
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

// findWidth looks for the width option ahead of the arguments, because it says
// how many shadows each takes.
func (m *marker) findWidth(c *argCursor) error {
	for k := c.at; k < len(c.args); k++ {
		if optionName(c.args[k]) != "width" {
			continue
		}
		if k+1 < len(c.args) {
			if n, ok := ir.IntValue(c.args[k+1]); ok && n >= 1 && n <= 64 {
				m.width = int(n)
				return nil
			}
		}
		return ir.DiagAt(m.call, codeMarkerWidth, "the width must be a constant from 1 to 64")
	}
	return nil
}

// arguments takes options and, for each parameter, the primal and its shadows.
func (m *marker) arguments(c *argCursor) error {
	f := m.callee
	k := 0
	if len(f.Params) > 0 && isSRet(f.Params[0]) {
		m.seed.Params[0] = Dup
		k = 1
	}
	var next option
	pending := ""
	for !c.done() {
		name := optionName(c.args[c.at])
		if name == "" {
			if k == len(f.Params) {
				return ir.DiagAt(m.call, codeMarkerArgs, "argument %d is one too many: '%s' has %d parameters", c.at, Demangled(f), k)
			}
			if err := m.argument(c, k, next, pending != ""); err != nil {
				return err
			}
			next, pending = option{}, ""
			k++
			continue
		}
		o, ok := options[name]
		if !ok {
			return ir.DiagAt(m.call, codeMarkerUnknown, "argument %d is '%s', a marker that is not known", c.at, name)
		}
		if pending != "" {
			return ir.DiagAt(m.call, codeMarkerArgs, "the marker '%s' is followed by the marker '%s' instead of an argument", pending, name)
		}
		c.at++
		switch {
		case o.isKind:
			next, pending = o, name
		case o.takes:
			if _, err := c.take("the value of '" + name + "'"); err != nil {
				return err
			}
		default:
			o.optional(m)
		}
	}
	if pending != "" || k < len(f.Params) {
		return ir.DiagAt(m.call, codeMarkerArgs, "the call ends where parameter %s of '%s' is expected", paramLabel(f, k), Demangled(f))
	}
	return nil
}

// argument takes what belongs to parameter k.
func (m *marker) argument(c *argCursor, k int, o option, explicit bool) error {
	t := m.callee.Params[k].Typ
	kind := activity.DefaultKind(t)
	if m.mode == Forward && kind == Out {
		kind = Dup
	}
	if explicit {
		kind = o.kind
	}
	p := &m.params[k]
	var err error
	if o.vector {
		if p.stride, err = c.take("the stride of the shadows"); err != nil {
			return err
		}
	}
	if p.primal, err = c.take("an argument"); err != nil {
		return err
	}
	label := paramLabel(m.callee, k)
	switch kind {
	case Out:
		if m.mode == Forward {
			return ir.DiagAt(m.call, codeMarkerActivity, "'out' for parameter %s: forward mode takes a tangent ('dup')", label)
		}
		if t.HasPtr() || !t.HasFloat() {
			return ir.DiagAt(m.call, codeMarkerActivity, "'out' for parameter %s of '%s', which has type %s", label, Demangled(m.callee), t)
		}
	case Dup, DupNoNeed:
		if !t.HasPtr() && !t.HasFloat() {
			return ir.DiagAt(m.call, codeMarkerActivity, "'dup' for parameter %s of '%s', which has type %s", label, Demangled(m.callee), t)
		}
		if !t.HasPtr() && m.mode == Reverse {
			return ir.DiagAt(m.call, codeMarkerActivity, "'dup' for parameter %s of '%s', a %s by value: its gradient is returned ('out')", label, Demangled(m.callee), t)
		}
		for range m.shadowsFor(o) {
			s, err := c.take("the shadow of parameter " + label)
			if err != nil {
				return err
			}
			if _, copied := m.call.ArgAttr(c.at-1, "byval"); copied && m.mode == Reverse {
				d := ir.DiagAt(m.call, codeMarkerActivity, "the shadow of parameter %s is passed by value: its gradient would be lost", label)
				d.Hint = "pass a pointer to the shadow"
				return d
			}
			p.shadows = append(p.shadows, s)
		}
		if !t.HasPtr() {
			kind = Out // a tangent by value
		}
	}
	m.seed.Params[k] = kind
	return nil
}

func (m *marker) shadowsFor(o option) int {
	if o.vector {
		return 1
	}
	return m.width
}
