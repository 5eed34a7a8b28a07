package reverse

import "github.com/llad-ad/llad/ir"

// vector writes the adjoints of element-wise moves.
func (r *reverser) vector(i *ir.Instr) {
	switch i.Op {
	case ir.ExtractElement:
		d := r.take(i)
		if vec := i.Arg(0); r.s.isActive(vec) {
			p := r.element(vec, r.lookup(i.Arg(1)))
			r.addAt(p, d, 0)
		}
	case ir.InsertElement:
		n := r.lookup(i.Arg(2))
		d := r.take(i)
		r.addIf(i.Arg(1), func() ir.Value { return r.b.ExtractElement(d, n) })
		r.addIf(i.Arg(0), func() ir.Value { return r.b.InsertElement(d, ir.Zero(d.Type().Elem), n) })
	case ir.ShuffleVector:
		r.shuffle(i)
	}
}

func (r *reverser) addIf(v ir.Value, d func() ir.Value) {
	if r.s.isActive(v) {
		r.add(v, d())
	}
}

// element is the address of an element in the adjoint slot of a vector.
func (r *reverser) element(vec, n ir.Value) ir.Value {
	return r.b.GEP(r.s.adjType(vec), r.adj(vec), ir.NewInt(ir.I32, 0), n)
}

// shuffle sends each lane's adjoint back to where the lane came from.
func (r *reverser) shuffle(i *ir.Instr) {
	d := r.take(i)
	mask, ok := shuffleMask(i)
	if !ok || i.Typ.Scalable {
		r.s.fail(i, "L0205", "a shuffle whose mask is not constant")
		return
	}
	n := int(i.Arg(0).Type().Len)
	used := r.s.usedLanes(i)
	for side := range 2 {
		v := i.Arg(side)
		if !r.s.isActive(v) {
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
			sel := make([]int, n)
			for j := range sel {
				sel[j] = len(mask) // a lane of the zero operand
				if round < len(back[j]) {
					sel[j] = back[j][round]
				}
			}
			r.add(v, r.permute(d, sel))
		}
	}
}

// permute shuffles d with zeros by sel.
func (r *reverser) permute(d ir.Value, sel []int) ir.Value {
	elems := make([]ir.Value, len(sel))
	for k, m := range sel {
		elems[k] = ir.NewInt(ir.I32, int64(m))
	}
	m := r.s.m
	mask := &ir.Const{Kind: ir.ConstVector, Typ: m.Types.Vector(ir.I32, int64(len(sel)), false), Elems: elems}
	t := m.Types.Vector(d.Type().Elem, int64(len(sel)), false)
	return r.b.Insert(ir.NewInstr(ir.ShuffleVector, t, d, ir.Zero(d.Type()), mask))
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
