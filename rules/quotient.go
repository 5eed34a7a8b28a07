package rules

import "github.com/llad-ad/llad/ir"

// maxFactors bounds the products that a factor is looked for in.
const maxFactors = 4

// quotient gives x / y as a product where y is the root of a factor of x, as in the derivative of x * sqrt(x): nil where it is not.
func (m *emitter) quotient(x, y ir.Value) ir.Value {
	root, ok := y.(*ir.Instr)
	if !ok || !root.IsCall() {
		return nil
	}
	if r := ForInstr(root); r == nil || r.Name != "sqrt" {
		return nil
	}
	rest, ok := m.without(x, root.Arg(0), maxFactors)
	if !ok {
		return nil
	}
	return m.b.FMul(rest, y)
}

// without gives the product x without its factor z; ok is false where it has none, or is that alone.
func (m *emitter) without(x, z ir.Value, steps int) (rest ir.Value, ok bool) {
	i, isInstr := x.(*ir.Instr)
	switch {
	case !isInstr || steps == 0 || i.Flags&ir.FMFContract == 0:
		return nil, false
	case i.Op == ir.FNeg:
		if rest, ok := m.without(i.Arg(0), z, steps-1); ok {
			return m.b.FNeg(rest), true
		}
		return nil, false
	case i.Op != ir.FMul:
		return nil, false
	}
	for k := range 2 {
		if i.Arg(k) == z {
			return i.Arg(1 - k), true
		}
	}
	for k := range 2 {
		if rest, ok := m.without(i.Arg(k), z, steps-1); ok {
			return m.b.FMul(rest, i.Arg(1-k)), true
		}
	}
	return nil, false
}
