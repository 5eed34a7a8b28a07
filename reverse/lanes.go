package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// bits writes the adjoint of integer operations that move floats' bits about,
// or change their signs.
func (ins *instructions) bits(i *ir.Instr) {
	s := ins.cu.s
	t, n, _ := s.at.lanes(i)
	width := int(s.fn.m.Layout.StoreSize(t)) * 8
	shift := 0 // place k of the result is place k+shift of the operand
	switch i.Op {
	case ir.Trunc, ir.ZExt:
	case ir.LShr, ir.Shl:
		c, ok := ir.IntValue(i.Arg(1))
		if !ok || int(c)%width != 0 || i.Typ.IsVector() {
			ins.cu.refuseBits(i)
			return
		}
		shift = int(c) / width
		if i.Op == ir.Shl {
			shift = -shift
		}
	case ir.And, ir.Or, ir.Xor, ir.Add:
		ins.combine(i)
		return
	default:
		ins.cu.refuseBits(i)
		return
	}
	d := ins.ad.take(i)
	a := i.Arg(0)
	if !s.rv.isActive(a) {
		return
	}
	ta, na, _ := s.at.lanes(a)
	if ta != t {
		ins.cu.refuseBits(i)
		return
	}
	from := make([]int, na)
	for k := range from {
		if from[k] = k - shift; from[k] < 0 || from[k] >= n {
			from[k] = -1
		}
	}
	ins.ad.add(a, ins.cu.rearrange(d, n, from, s.at.adjType(a)))
}

// rearrange gives a value of type t whose place k is place from[k] of d, which
// has n places; -1 stands for none.
func (cu *cursor) rearrange(d ir.Value, n int, from []int, t *ir.Type) ir.Value {
	place := func(k int) ir.Value {
		if n == 1 {
			return d
		}
		return cu.b.ExtractElement(d, ir.NewInt(ir.I32, int64(k)))
	}
	if !t.IsVector() {
		if from[0] < 0 {
			return none(t)
		}
		return place(from[0])
	}
	v := none(t)
	for k, f := range from {
		if f >= 0 {
			v = cu.b.InsertElement(v, place(f), ir.NewInt(ir.I32, int64(k)))
		}
	}
	return v
}

// combine writes the adjoint of and, or, xor, add: two operands whose bits do
// not meet, or a mask that changes signs.
func (ins *instructions) combine(i *ir.Instr) {
	s := ins.cu.s
	x, y := i.Arg(0), i.Arg(1)
	if ir.IsConstant(x) {
		x, y = y, x
	}
	d := ins.ad.take(i)
	if !ir.IsConstant(y) {
		if i.Op == ir.And {
			ins.cu.refuseBits(i)
			return
		}
		for _, v := range []ir.Value{x, y} {
			if s.rv.isActive(v) {
				if s.at.adjType(v) != d.Type() {
					ins.cu.refuseBits(i)
					return
				}
				ins.ad.add(v, d)
			}
		}
		return
	}
	if !s.rv.isActive(x) {
		return
	}
	switch s.fn.info.SignOp(i) {
	case activity.SignFlip:
		ins.ad.add(x, ins.cu.b.FNeg(d))
	case activity.SignDrop, activity.SignSet:
		v := ins.cu.b.Cast(ir.BitCast, ins.lk.lookup(x), d.Type())
		neg := ins.cu.b.FCmp(ir.OLT, v, ir.Zero(d.Type()))
		if s.fn.info.SignOp(i) == activity.SignSet {
			neg = ins.cu.b.FCmp(ir.OGT, v, ir.Zero(d.Type()))
		}
		ins.ad.add(x, ins.cu.choice(neg, ins.cu.b.FNeg(d), d))
	case activity.SignOnly:
	default:
		t, n, _ := s.at.lanes(i)
		if tx, _, holds := s.at.lanes(x); tx == t && s.at.adjType(x) == d.Type() {
			if from, ok := keptPlaces(i.Op, y, holds, int(s.fn.m.Layout.StoreSize(t))*8); ok {
				ins.ad.add(x, ins.cu.rearrange(d, n, from, d.Type()))
				return
			}
		}
		ins.cu.refuseBits(i)
	}
}

// keptPlaces tells which of the places that hold floats come through an
// operation with a constant unharmed: an and keeps them whole or clears them,
// any other must leave them alone. Not ok when one is changed in part.
func keptPlaces(op ir.Op, mask ir.Value, holds []bool, width int) ([]int, bool) {
	c, ok := ir.IntValue(mask)
	if !ok || len(holds)*width > 64 {
		return nil, false
	}
	from := make([]int, len(holds))
	for k := range from {
		all := uint64(1)<<uint(width) - 1
		part := uint64(c) >> uint(k*width) & all
		if op != ir.And {
			part = all &^ part
		}
		switch {
		case !holds[k] || op == ir.And && part == 0:
			from[k] = -1
		case part == all:
			from[k] = k
		default:
			return nil, false
		}
	}
	return from, true
}

func (cu *cursor) refuseBits(i *ir.Instr) {
	cu.s.fn.fail(i, "L0203", "integer arithmetic (%s) on the bits of a float", i.Op)
}
