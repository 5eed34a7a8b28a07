package pass

import "github.com/llad-ad/llad/ir"

// wideShuffle turns a bitcast of a shuffle of the pieces of wider elements, which
// keeps the pieces of each together, into a shuffle of the elements: at -O0 that
// is how intrinsics permute doubles, as vectors of i32. It reports whether i was
// one.
func wideShuffle(i *ir.Instr) bool {
	s, ok := i.Arg(0).(*ir.Instr)
	if !ok || s.Op != ir.ShuffleVector || !i.Typ.IsVector() || i.Typ.Len == 0 {
		return false
	}
	n := s.Typ.Len
	k := n / i.Typ.Len
	if k < 2 || n%i.Typ.Len != 0 {
		return false
	}
	a := wideOperand(s.Arg(0), i.Typ.Elem, k)
	b := wideOperand(s.Arg(1), i.Typ.Elem, k)
	mask := shuffleMask(s.Arg(2), n)
	if a == nil || mask == nil {
		return false
	}
	if b == nil {
		if c, ok := s.Arg(1).(*ir.Const); !ok || c.Kind != ir.ConstUndef && c.Kind != ir.ConstPoison {
			return false
		}
		b = ir.Undef(a.Type())
	}
	wide := make([]ir.Value, 0, i.Typ.Len)
	for at := int64(0); at < n; at += k {
		first := mask[at]
		if first < 0 || first%k != 0 {
			return false
		}
		for j := range k {
			if mask[at+j] != first+j {
				return false
			}
		}
		wide = append(wide, ir.NewInt(ir.I32, first/k))
	}
	m := i.Parent.Parent.Module
	i.Op = ir.ShuffleVector
	i.SetArgs(a, b, &ir.Const{Kind: ir.ConstVector, Typ: m.Types.Vector(ir.I32, int64(len(wide)), false), Elems: wide})
	return true
}

// wideOperand is the vector of elem that v shows in k pieces an element, nil if
// it is not one.
func wideOperand(v ir.Value, elem *ir.Type, k int64) ir.Value {
	c, ok := v.(*ir.Instr)
	if !ok || c.Op != ir.BitCast {
		return nil
	}
	t := c.Arg(0).Type()
	if !t.IsVector() || !ir.Same(t.Elem, elem) || t.Len*k != c.Typ.Len {
		return nil
	}
	return c.Arg(0)
}

// shuffleMask is a mask of n elements, -1 for those that do not matter; nil when
// it is not understood.
func shuffleMask(v ir.Value, n int64) []int64 {
	c, ok := v.(*ir.Const)
	if !ok {
		return nil
	}
	mask := make([]int64, n)
	switch c.Kind {
	case ir.ConstZero:
		return mask
	case ir.ConstVector:
		for k, e := range c.Elems {
			if x, ok := ir.IntValue(e); ok {
				mask[k] = x
			} else {
				mask[k] = -1
			}
		}
		return mask
	}
	return nil
}
