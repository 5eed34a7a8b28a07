package forward

import (
	"math/bits"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// bits writes the tangent of an integer instruction whose operands are bits of
// floats or of pointers. An address is computed again from shadow addresses. For
// floats only what moves whole lanes, or flips or masks signs, is understood;
// lanes of integers beside them are don't-cares of the tangent.
func (ars *arithmetic) bits(i *ir.Instr) {
	lanes := ars.bd.info.FloatLanes(i)
	if lanes == nil {
		if ars.tg.active(i) {
			ars.bd.refuse(i, activity.CodeBits, "%s on the bits of an active value", i.Op)
			return
		}
		ars.address(i)
		return
	}
	switch i.Op {
	case ir.Shl, ir.LShr:
		if _, ok := ir.IntValue(i.Arg(1)); ok {
			ars.mirrorAt(i, 0)
			return
		}
	case ir.And, ir.Or, ir.Xor:
		if ars.masked(i, lanes) {
			return
		}
	case ir.Add, ir.Sub:
		if ars.countedUp(i, lanes) {
			return
		}
	}
	ars.bd.refuse(i, activity.CodeBits, "%s on the bits of an active float", i.Op)
}

// address repeats arithmetic on addresses for the shadow.
func (ars *arithmetic) address(i *ir.Instr) {
	var at []int
	for k := range i.NumArgs() {
		if ars.tg.shadowed(i.Arg(k)) {
			at = append(at, k)
		}
	}
	ars.mirrorAt(i, at...)
}

// countedUp handles a constant added to the integer lanes above the floats.
func (ars *arithmetic) countedUp(i *ir.Instr, lanes []*ir.Type) bool {
	c, ok := ir.IntValue(i.Arg(1))
	if !ok {
		return false
	}
	end := 0
	for k, off := 0, 0; k < len(lanes); k++ {
		if lanes[k].IsInt() {
			off += lanes[k].Bits
			continue
		}
		off += floatBits(lanes[k])
		end = off
	}
	if bits.TrailingZeros64(uint64(c)) < end {
		return false
	}
	for lane := range ars.bd.t.width {
		ars.tg.set(i, ars.tg.of(i.Arg(0), lane, true))
	}
	return true
}

// What a constant mask does to a lane.
type laneEffect uint8

const (
	laneKeep laneEffect = iota
	laneClear
	laneNeg
	laneAbs    // and with all but the sign
	laneNegAbs // or with the sign
	laneBad
)

// masked handles and, or, xor: of two values that both carry lanes (packing,
// the bits of one are zero where the other's are not), or of one and a constant.
func (ars *arithmetic) masked(i *ir.Instr, lanes []*ir.Type) bool {
	x, y := i.Arg(0), i.Arg(1)
	c, isConst := y.(*ir.Const)
	if !isConst {
		if c, isConst = x.(*ir.Const); isConst {
			x = y
		}
	}
	if !isConst {
		if i.Op != ir.Or {
			return false
		}
		ars.mirrorAt(i, 0, 1)
		return true
	}
	if i.Typ.IsVector() {
		return ars.vectorSigns(i, x, lanes)
	}
	mask, ok := ir.IntValue(c)
	if !ok || i.Typ.Kind != ir.IntKind || i.Typ.Bits > 64 {
		return false
	}
	effects := make([]laneEffect, len(lanes))
	plain := true
	for k, off := 0, 0; k < len(lanes); k++ {
		if lanes[k].IsInt() { // whatever happens there, it has no tangent
			off += lanes[k].Bits
			continue
		}
		w := floatBits(lanes[k])
		if w == 0 || off+w > i.Typ.Bits {
			return false
		}
		effects[k] = laneOf(i.Op, uint64(mask)>>off, w)
		if effects[k] == laneBad {
			return false
		}
		plain = plain && effects[k] <= laneClear
		off += w
	}
	if plain {
		for lane := range ars.bd.t.width {
			d := ars.tg.of(x, lane, true)
			if i.Op == ir.And {
				d = ars.bd.b.Binary(ir.And, d, c)
			}
			ars.tg.set(i, d)
		}
		return true
	}
	if len(lanes) != 1 {
		return false
	}
	for lane := range ars.bd.t.width {
		ars.tg.set(i, ars.bd.signed(i, x, ars.tg.of(x, lane, true), lanes[0], effects[0]))
	}
	return true
}

// vectorSigns handles what a constant does to the signs of a vector of floats.
func (ars *arithmetic) vectorSigns(i *ir.Instr, x ir.Value, lanes []*ir.Type) bool {
	effect := map[activity.SignOp]laneEffect{
		activity.SignFlip: laneNeg, activity.SignDrop: laneAbs, activity.SignSet: laneNegAbs,
	}[ars.bd.info.SignOp(i)]
	size := 0
	for _, l := range lanes {
		if l != lanes[0] {
			return false
		}
		size += floatBits(l)
	}
	if effect == laneKeep || int64(size) != ars.bd.env.M.Layout.BitSize(i.Typ) {
		return false
	}
	t := ars.bd.env.M.Types.Vector(lanes[0], int64(len(lanes)), false)
	words := ars.bd.env.M.Types.Vector(ars.bd.env.M.Types.Int(floatBits(lanes[0])), int64(len(lanes)), false)
	for lane := range ars.bd.t.width {
		ars.tg.set(i, ars.bd.signed(i, ars.bd.b.Cast(ir.BitCast, x, words), ars.tg.of(x, lane, true), t, effect))
	}
	return true
}

// signed gives the tangent, as bits, of a float whose sign is flipped, cleared
// or set.
func (bo *body) signed(i *ir.Instr, x, d ir.Value, t *ir.Type, e laneEffect) ir.Value {
	f := bo.b.Cast(ir.BitCast, d, t)
	neg := bo.b.FNeg(f)
	v := neg
	if e != laneNeg {
		negative := bo.b.ICmp(ir.SLT, x, ir.Zero(x.Type()))
		if e == laneAbs {
			v = bo.b.Select(negative, neg, f)
		} else {
			v = bo.b.Select(negative, f, neg)
		}
	}
	return bo.b.Cast(ir.BitCast, v, i.Typ)
}

// laneOf tells what a bit operation with the low w bits of mask does to a float.
func laneOf(op ir.Op, mask uint64, w int) laneEffect {
	all := uint64(1)<<w - 1
	if w == 64 {
		all = ^uint64(0)
	}
	sign := uint64(1) << (w - 1)
	switch mask &= all; {
	case op == ir.And && mask == all, op != ir.And && mask == 0:
		return laneKeep
	case op == ir.And && mask == 0:
		return laneClear
	case op == ir.And && mask == all&^sign:
		return laneAbs
	case op == ir.Or && mask == sign:
		return laneNegAbs
	case op == ir.Xor && mask == sign:
		return laneNeg
	}
	return laneBad
}

// floatBits is the width of the types whose bits an integer may carry.
func floatBits(t *ir.Type) int {
	switch t.Kind {
	case ir.HalfKind, ir.BFloatKind:
		return 16
	case ir.FloatKind:
		return 32
	case ir.DoubleKind:
		return 64
	}
	return 0
}
