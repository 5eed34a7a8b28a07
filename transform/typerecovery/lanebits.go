package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// maxLaneBits bounds the instructions between a vector of floats and one that is made of its bits.
const maxLaneBits = 200

// LaneBits computes with the bits of vectors of floats lane by lane, where sums make floats of them again, or
// numbers: logarithms and exponentials of vectors take exponents away and add to them. FloatBits knows sums of
// scalars; masks, shifts and signs it knows of vectors, too, and they stay. It reports whether anything changed.
func LaneBits(f *ir.Function) bool {
	return edit.RewriteEach(f, ir.RPO(f), func(i *ir.Instr) func(b *ir.Builder) ir.Value {
		if i.Op != ir.BitCast && i.Op != ir.SIToFP && i.Op != ir.UIToFP || mantissa(i.Typ) == nil {
			return nil
		}
		s := &laneSplit{t: i.Typ, left: maxLaneBits, lanes: map[lane]ir.Value{}}
		if from := i.Arg(0).Type(); !s.sameShape(from) {
			return nil
		}
		if of, computed := s.bits(i.Arg(0)); !of || !computed || s.left < 0 {
			return nil
		}
		return func(b *ir.Builder) ir.Value {
			var v ir.Value = ir.Poison(i.Typ)
			for k := range int(i.Typ.Len) {
				v = b.InsertElement(v, b.Cast(i.Op, s.lane(b, i.Arg(0), k), i.Typ.Elem), ir.NewInt(ir.I32, int64(k)))
			}
			return v
		}
	})
}

// laneSplit splits what makes integers of the bits of vectors shaped like t.
type laneSplit struct {
	t     *ir.Type
	left  int // steps of the search
	lanes map[lane]ir.Value
}

// lane is lane k of v.
type lane struct {
	v ir.Value
	k int
}

// sameShape reports whether t has as many lanes, of integers.
func (s *laneSplit) sameShape(t *ir.Type) bool {
	return t.IsVector() && !t.Scalable && s.t.IsVector() && t.Len == s.t.Len && t.Elem.IsInt() && t.Elem.Bits > 1
}

// operands are those of an instruction that computes integers lane by lane, without the condition of a select.
func (s *laneSplit) operands(v ir.Value) []ir.Value {
	i, ok := v.(*ir.Instr)
	if !ok || !s.sameShape(i.Typ) {
		return nil
	}
	switch i.Op {
	case ir.And, ir.Or, ir.Xor, ir.Add, ir.Sub, ir.Shl, ir.LShr, ir.AShr, ir.Freeze:
		return i.Args()
	case ir.Trunc, ir.ZExt, ir.SExt:
		if s.sameShape(i.Arg(0).Type()) {
			return i.Args()
		}
	case ir.Select:
		return i.Args()[1:]
	}
	return nil
}

// bits reports whether the integers v depend on the bits of floats, and whether a sum does so.
func (s *laneSplit) bits(v ir.Value) (of, computed bool) {
	if s.left--; s.left < 0 {
		return false, false
	}
	i, ok := v.(*ir.Instr)
	if ok && i.Op == ir.BitCast {
		x := i.Arg(0)
		return x.Type().IsVector() && x.Type().Len == s.t.Len && mantissa(x.Type()) != nil && !ir.IsConstant(x), false
	}
	for _, a := range s.operands(v) {
		o, c := s.bits(a)
		of, computed = of || o, computed || c
	}
	if of && (i.Op == ir.Add || i.Op == ir.Sub) {
		computed = true
	}
	return of, computed
}

// lane computes lane k of v by itself.
func (s *laneSplit) lane(b *ir.Builder, v ir.Value, k int) ir.Value {
	at := lane{v, k}
	if x := s.lanes[at]; x != nil {
		return x
	}
	x := s.computed(b, v, k)
	s.lanes[at] = x
	return x
}

func (s *laneSplit) computed(b *ir.Builder, v ir.Value, k int) ir.Value {
	if lanes := edit.ConstLanes(v); lanes != nil {
		return lanes[k]
	}
	i, ok := v.(*ir.Instr)
	if ok && i.Op == ir.BitCast && i.Arg(0).Type().IsVector() && i.Arg(0).Type().Len == s.t.Len {
		return b.Cast(ir.BitCast, edit.ExtractLane(b, i.Arg(0), k), i.Typ.Elem)
	}
	if ok && i.Op == ir.SExt && i.Arg(0).Type().Scalar() == ir.I1 { // a mask
		return b.Cast(ir.SExt, edit.ExtractLane(b, i.Arg(0), k), i.Typ.Elem)
	}
	operands := s.operands(v)
	if operands == nil {
		return edit.ExtractLane(b, v, k)
	}
	args := make([]ir.Value, len(operands))
	for n, a := range operands {
		args[n] = s.lane(b, a, k)
	}
	switch {
	case i.Op.IsCast():
		return b.Cast(i.Op, args[0], i.Typ.Elem)
	case i.Op == ir.Select:
		c := i.Arg(0)
		if c.Type().IsVector() {
			c = edit.ExtractLane(b, c, k)
		}
		return b.Select(c, args[0], args[1])
	}
	n := ir.NewInstr(i.Op, i.Typ.Elem, args...)
	n.Flags = i.Flags
	return b.Insert(n)
}
