package typerecovery

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// asmForm matches one instruction of an inline assembly template, and the constraints of
// vector registers: the result and two inputs, perhaps one tied to the result.
var asmForm = regexp.MustCompile(`^asm(?: sideeffect)? "(\w+) ([$\d, ]+)", "([^~"]*?),?(?:~.*)?"$`)

// asmForms are the instructions in inline assembly that have an equivalent in IR, by mnemonic,
// operands and constraints: vector libraries force particular instructions so. In AT&T syntax
// the destination comes last.
var asmForms = map[string]func(b *ir.Builder, args []ir.Value) ir.Value{
	"min $1,$0 =x,x,0":     func(b *ir.Builder, a []ir.Value) ir.Value { return extreme(b, ir.OLT, a[1], a[0]) },
	"max $1,$0 =x,x,0":     func(b *ir.Builder, a []ir.Value) ir.Value { return extreme(b, ir.OGT, a[1], a[0]) },
	"vmin $1,$2,$0 =x,x,x": func(b *ir.Builder, a []ir.Value) ir.Value { return extreme(b, ir.OLT, a[1], a[0]) },
	"vmax $1,$2,$0 =x,x,x": func(b *ir.Builder, a []ir.Value) ir.Value { return extreme(b, ir.OGT, a[1], a[0]) },
	"vfmadd231 $1,$2,$0 =x,x,x,0": func(b *ir.Builder, a []ir.Value) ir.Value {
		t := a[0].Type()
		return b.Intrinsic("fma", t, []*ir.Type{t}, a...)
	},
}

// rootAsm is the square root as Rust's core library writes it.
var rootAsm = regexp.MustCompile(`^asm(?: sideeffect)? inteldialect "sqrts[sd] \$\{0:x\}, \$\{0:x\}", "=&?x,0(?:,~.*)?"$`)

// extreme is the result of minpd and maxpd: x if the comparison holds, else y.
func extreme(b *ir.Builder, p ir.Pred, x, y ir.Value) ir.Value {
	return b.Select(b.FCmp(p, x, y), x, y)
}

// noAsm matches inline assembly without instructions, and its constraints.
var noAsm = regexp.MustCompile(`^asm(?: \w+)* "", "([^"]*)"$`)

// barrier is the lowering of assembly without instructions, which programs use to prevent
// reordering and folding: each output is the input that is tied to it. It is nil where an
// output is tied to none.
func barrier(i *ir.Instr, constraints string) lowering {
	var outs, ins []string
	for c := range strings.SplitSeq(constraints, ",") {
		switch {
		case strings.HasPrefix(c, "="):
			outs = append(outs, c)
		case c != "" && !strings.HasPrefix(c, "~"):
			ins = append(ins, c)
		}
	}
	args := i.CallArgs()
	indirect := 0
	for _, c := range outs {
		if strings.HasPrefix(c, "=*") {
			indirect++
		}
	}
	if indirect+len(ins) != len(args) || len(outs)-indirect > 1 {
		return nil
	}
	var result ir.Value = ir.Poison(i.Typ)
	stores := map[int]ir.Value{} // by the number of the argument
	at := 0
	for k, c := range outs {
		var tied, same ir.Value
		for n, in := range ins {
			v := args[indirect+n]
			if in == strconv.Itoa(k) {
				tied = v
			}
			if strings.HasPrefix(in, "*") && at < indirect && v == args[at] {
				same = v
			}
		}
		switch isMem := strings.HasPrefix(c, "=*"); {
		case isMem && tied != nil:
			stores[at] = tied
			at++
		case isMem && same != nil:
			at++
		case isMem || tied == nil || !ir.Same(tied.Type(), i.Typ):
			return nil
		default:
			result = tied
		}
	}
	return func(b *ir.Builder, _ *ir.Instr) ir.Value {
		for n := range indirect {
			if v := stores[n]; v != nil {
				b.Store(v, args[n], 1)
			}
		}
		return result
	}
}

// lowerAsm is the lowering of a call of inline assembly, nil for most.
func lowerAsm(i *ir.Instr, asm *ir.InlineAsm) lowering {
	if m := noAsm.FindStringSubmatch(asm.Text); m != nil {
		return barrier(i, m[1])
	}
	if rootAsm.MatchString(asm.Text) && len(i.CallArgs()) == 1 && i.Typ.IsFloat() && ir.Same(i.Typ, i.CallArgs()[0].Type()) {
		return func(b *ir.Builder, i *ir.Instr) ir.Value {
			return b.Intrinsic("sqrt", i.Typ, []*ir.Type{i.Typ}, i.CallArgs()[0])
		}
	}
	m := asmForm.FindStringSubmatch(asm.Text)
	t := i.Typ
	if m == nil || !t.IsVector() || !t.Elem.IsFloat() {
		return nil
	}
	suffix := "pd"
	if t.Elem.Kind == ir.FloatKind {
		suffix = "ps"
	}
	name, ok := strings.CutSuffix(m[1], suffix)
	form := asmForms[name+" "+strings.ReplaceAll(m[2], " ", "")+" "+m[3]]
	if !ok || form == nil {
		return nil
	}
	args := i.CallArgs()
	for _, a := range args {
		if !ir.Same(a.Type(), t) {
			return nil
		}
	}
	return func(b *ir.Builder, _ *ir.Instr) ir.Value { return form(b, args) }
}
