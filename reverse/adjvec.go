package reverse

import "github.com/llad-ad/llad/ir"

// vector writes the adjoints of element-wise moves.
func (ins *instructions) vector(i *ir.Instr) {
	per, ok := ins.perElement(i)
	if !ok {
		ins.cu.refuseBits(i)
		return
	}
	switch i.Op {
	case ir.ExtractElement:
		d := ins.ad.take(i)
		if vec := i.Arg(0); ins.cu.s.rv.isActive(vec) {
			ins.ad.addElement(vec, ins.lk.lookup(i.Arg(1)), d)
		}
	case ir.InsertElement:
		if per > 1 {
			ins.insertPlaces(i, per)
			return
		}
		n := ins.lk.lookup(i.Arg(2))
		d := ins.ad.take(i)
		ins.ad.addIf(i.Arg(1), func() ir.Value { return ins.cu.b.ExtractElement(d, n) })
		ins.ad.addIf(i.Arg(0), func() ir.Value { return ins.cu.b.InsertElement(d, ir.Zero(d.Type().Elem), n) })
	case ir.ShuffleVector:
		ins.shuffle(i, per)
	}
}

// perElement tells how many floats an element carries of the vectors between
// which i moves elements: one, but in vectors of integers that are wider than
// the floats in them. Not ok when these floats are of several sizes.
func (ins *instructions) perElement(i *ir.Instr) (per int, ok bool) {
	var t *ir.Type
	values := i.Args()
	values[len(values)-1] = i // in place of the index or mask
	for _, v := range values {
		vt := v.Type()
		if !vt.Scalar().IsInt() || !ins.cu.s.rv.isActive(v) {
			continue
		}
		lt, n, _ := ins.cu.s.at.lanes(v)
		if vt.IsVector() {
			if vt.Scalable || n%int(vt.Len) != 0 {
				return 0, false
			}
			n /= int(vt.Len)
		}
		if n == 0 || n&(n-1) != 0 || t != nil && (lt != t || n != per) {
			return 0, false
		}
		t, per = lt, n
	}
	return max(per, 1), true
}

// insertPlaces writes the adjoint of an insertelement whose elements carry
// several floats each: it takes the element's out of the whole in memory.
func (ins *instructions) insertPlaces(i *ir.Instr, per int) {
	n := ins.lk.lookup(i.Arg(2))
	d := ins.ad.take(i)
	whole := ins.cu.slot(d.Type())
	ins.cu.b.Store(d, whole, 0)
	t := ins.cu.s.fn.m.Types.Vector(d.Type().Elem, int64(per), false)
	at := ins.cu.b.GEP(t, ins.cu.b.Cast(ir.BitCast, whole, ins.cu.s.fn.m.PtrTo(t)), n)
	ins.ad.addIf(i.Arg(1), func() ir.Value { return ins.cu.b.Load(t, at, 0) })
	ins.cu.b.Store(ir.Zero(t), at, 0)
	ins.ad.addIf(i.Arg(0), func() ir.Value { return ins.cu.b.Load(d.Type(), whole, 0) })
}

// shuffle sends each lane's adjoint back to where the lane came from; a lane of
// the vectors shuffled is `per` lanes of their adjoints.
func (ins *instructions) shuffle(i *ir.Instr, per int) {
	d := ins.ad.take(i)
	mask, ok := shuffleMask(i)
	if !ok || i.Typ.Scalable {
		ins.cu.s.fn.fail(i, "L0205", "a shuffle whose mask is not constant")
		return
	}
	n := int(i.Arg(0).Type().Len)
	used := ins.cu.s.at.usedLanes(i)
	for side := range 2 {
		v := i.Arg(side)
		if !ins.cu.s.rv.isActive(v) {
			continue
		}
		// back[j] lists the result lanes that came from lane j of v.
		back := make([][]int, n)
		rounds := 0
		for lane, m := range mask {
			if m >= side*n && m < side*n+n && used.has(lane) {
				j := m - side*n
				back[j] = append(back[j], lane)
				rounds = max(rounds, len(back[j]))
			}
		}
		for round := range rounds {
			sel := make([]int, n*per)
			for k := range sel {
				j := k / per
				sel[k] = len(mask) * per // a lane of the zero operand
				if round < len(back[j]) {
					sel[k] = back[j][round]*per + k%per
				}
			}
			ins.ad.add(v, ins.cu.permute(d, sel))
		}
	}
}

// permute shuffles d with zeros by sel.
func (cu *cursor) permute(d ir.Value, sel []int) ir.Value {
	elems := make([]ir.Value, len(sel))
	for k, m := range sel {
		elems[k] = ir.NewInt(ir.I32, int64(m))
	}
	m := cu.s.fn.m
	mask := &ir.Const{Kind: ir.ConstVector, Typ: m.Types.Vector(ir.I32, int64(len(sel)), false), Elems: elems}
	t := m.Types.Vector(d.Type().Elem, int64(len(sel)), false)
	return cu.b.Insert(ir.NewInstr(ir.ShuffleVector, t, d, ir.Zero(d.Type()), mask))
}

// shuffleMask gives the lanes a shuffle takes, -1 for undefined ones.
func shuffleMask(i *ir.Instr) ([]int, bool) {
	c, ok := i.Arg(2).(*ir.Const)
	if !ok {
		return nil, false
	}
	mask := make([]int, c.Typ.Len)
	switch c.Kind {
	case ir.ConstZero:
	case ir.ConstUndef, ir.ConstPoison:
		for k := range mask {
			mask[k] = -1
		}
	case ir.ConstVector:
		for k, e := range c.Elems {
			mask[k] = -1
			if v, ok := ir.IntValue(e); ok {
				mask[k] = int(v)
			}
		}
	case ir.ConstSplat:
		v, ok := ir.IntValue(c.Elems[0])
		if !ok {
			return nil, false
		}
		for k := range mask {
			mask[k] = int(v)
		}
	default:
		return nil, false
	}
	return mask, true
}
