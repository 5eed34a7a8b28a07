package canon

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// wideShuffle replaces a bitcast of a shuffle of the pieces of wider elements, which keeps the
// pieces of each together, by a shuffle of the elements: at -O0 intrinsics permute doubles as
// vectors of i32. It reports whether i was one.
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
	m := i.Parent.Parent.Module
	a := wideOperand(m, s.Arg(0), i.Typ.Elem, k)
	b := wideOperand(m, s.Arg(1), i.Typ.Elem, k)
	mask := edit.ShuffleMask(s.Arg(2), n)
	if a == nil || b == nil || mask == nil || ir.IsConstant(a) && ir.IsConstant(b) {
		return false
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
	i.Op = ir.ShuffleVector
	i.SetArgs(a, b, &ir.Const{Kind: ir.ConstVector, Typ: m.Types.Vector(ir.I32, int64(len(wide)), false), Elems: wide})
	return true
}

// wideOperand is the vector of elem that v is a bitcast of, with k pieces for each element;
// nil if it is none.
func wideOperand(m *ir.Module, v ir.Value, elem *ir.Type, k int64) ir.Value {
	t := v.Type()
	if t.Scalable || t.Len%k != 0 {
		return nil
	}
	to := m.Types.Vector(elem, t.Len/k, false)
	switch c := v.(type) {
	case *ir.Const:
		switch c.Kind {
		case ir.ConstUndef, ir.ConstPoison:
			return ir.Undef(to)
		case ir.ConstZero:
			return ir.Zero(to)
		}
		return castLanes(m.Layout, definedLanes(c), to)
	case *ir.Instr:
		if from := c.Args(); c.Op == ir.BitCast && ir.Same(from[0].Type(), to) {
			return from[0]
		}
	}
	return nil
}

// definedLanes is a constant vector with zeros for undefined lanes.
func definedLanes(c *ir.Const) *ir.Const {
	if c.Kind != ir.ConstVector {
		return c
	}
	d := *c
	d.Elems = slices.Clone(c.Elems)
	for k, e := range d.Elems {
		if ir.IsUndef(e) {
			d.Elems[k] = ir.Zero(e.Type())
		}
	}
	return &d
}
