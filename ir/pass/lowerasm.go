package pass

import (
	"regexp"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// asmForm recognises an instruction of a template with its operands, and the
// constraints of vector registers: the result, two inputs, one tied to the result.
var asmForm = regexp.MustCompile(`^asm(?: sideeffect)? "(\w+) ([$\d, ]+)", "([^~"]*?),?(?:~.*)?"$`)

// asmForms are the instructions of inline assembly that have a meaning in IR, by
// mnemonic, operands and constraints: what vector libraries write that way to
// have a certain one of the hardware's instructions. In the syntax of AT&T the
// destination stands last.
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

// extreme is what minpd and maxpd give: x if the comparison holds, else y.
func extreme(b *ir.Builder, p ir.Pred, x, y ir.Value) ir.Value {
	return b.Select(b.FCmp(p, x, y), x, y)
}

// lowerAsm is the lowering of a call of inline assembly, nil for most.
func lowerAsm(i *ir.Instr, asm *ir.InlineAsm) lowering {
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
