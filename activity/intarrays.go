package activity

import (
	"math"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// This file is about integers in arrays that are members of objects with floats, as the
// state of a random number generator is in a simulation's class: the address of an
// element that a variable chooses is known only to be a multiple of its size away from
// the array's begin, and leads to all members of the object.

// findElements fills t.element: the loads and stores of integers in arrays of integers,
// whatever else the object holds. Whoever goes on from an integer, in steps of its size,
// stays in its array, and the elements of an array are alike.
func (t *types) findElements() {
	t.element = map[*ir.Instr]bool{}
	for _, b := range t.p.f.Blocks {
		for _, i := range b.Instrs {
			if (i.Op == ir.Load || i.Op == ir.Store) && t.isElement(i) {
				t.element[i] = true
			}
		}
	}
	t.move = slices.DeleteFunc(t.move, func(m move) bool {
		if m.by == nil || !t.element[m.by] {
			return false
		}
		t.val[m.val] = joinPieces(t.val[m.val], []Piece{{Size: m.size, Class: Integer, rank: rankAccess}}, m.size)
		t.kept = append(t.kept, m)
		return true
	})
}

// loseElements takes for copies of anything what turned out to be no integers, because
// floats are moved to the object as other things, and reports whether there were any.
func (t *types) loseElements() bool {
	if len(t.element) == 0 {
		return false
	}
	t.findPunned()
	lost := false
	for _, b := range t.p.f.Blocks {
		for _, i := range b.Instrs {
			if t.element[i] && !t.isElement(i) {
				delete(t.element, i)
				lost = true
			}
		}
	}
	t.kept = slices.DeleteFunc(t.kept, func(m move) bool {
		if t.element[m.by] {
			return false
		}
		t.move = append(t.move, m)
		return true
	})
	return lost
}

// findPunned fills t.punned: the objects where floats may stand as integers.
func (t *types) findPunned() {
	t.punned = map[int32]bool{}
	note := func(s []addr) {
		for _, a := range s {
			t.punned[a.obj] = true
		}
	}
	for k := range t.mem {
		for r := range t.mem[k].seen {
			if r.class == Mixed {
				t.punned[int32(k)] = true
			}
		}
	}
	for _, b := range t.p.f.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Op == ir.Load && !t.element[i] && t.moves(i, i):
				note(t.p.places(i.Arg(0)))
			case i.Op == ir.Store && !t.element[i] && t.moves(i, i.Arg(0)):
				note(t.p.places(i.Arg(1)))
			case i.IsCall() && t.p.targetOf(i).kind == toDefined:
				for _, pt := range t.env.summary(t.p.targetOf(i).fn).types {
					if pt.rec.class == FloatData && pt.rec.stride > 0 && !pt.rec.bounded() && pt.arg >= 0 && pt.arg < i.NumCallArgs() {
						note(t.p.followPath(t.p.pointees(i.Arg(pt.arg)), pt.path))
					}
				}
			case i.IsCall() && t.p.targetOf(i).kind == toStore || i.IsCall() && t.p.targetOf(i).kind == toLoad:
				for _, v := range i.CallArgs() {
					note(t.p.pointees(v))
				}
			}
		}
	}
	for _, m := range t.move {
		if m.val == 0 && (m.size < 0 || m.size > maxWindow) {
			note(m.dst)
			note(m.src)
		}
	}
}

// moves reports whether a load or store of a value may move floats as something else,
// for all that the program says.
func (t *types) moves(i *ir.Instr, v ir.Value) bool {
	typ := v.Type()
	if tag := i.Metadata("tbaa"); tag != "" {
		if r := t.env.module.tbaa.tag(tag).scalar; r.size > 0 && r.class != Integer {
			return false
		}
	}
	switch {
	case typ.IsPtrOrVec() || ir.IsConstant(v) && !typ.HasFloat():
		return false
	case typ.Scalar().IsInt():
		return !plain(t.valuePieces(v))
	case typ.IsAggregate():
		return typ.HasFloat() || hasWideInt(typ)
	}
	return !t.p.of.plainCode
}

// isElement reports whether a load or store is one of elements of an array of integers:
// the program says so twice, where it computes the address and in the access, and the
// element that the computation begins with is known for an integer.
func (t *types) isElement(i *ir.Instr) bool {
	typ, ptr := i.Typ.Scalar(), i.Arg(i.NumArgs()-1)
	if i.Op == ir.Store {
		typ = i.Arg(0).Type().Scalar()
	}
	size := t.p.layout.StoreSize(typ)
	if !typ.IsInt() || size < 2 || size > 8 || !t.plainInt(typ) && !t.taggedInt(i, size) {
		return false
	}
	g, ok := ptr.(*ir.Instr)
	for ok && g.Op == ir.GetElementPtr {
		off, stride := gepOffset(t.p.layout, g.Elem, g.Args(), nil)
		if off%size != 0 {
			return false
		}
		if stride == 0 {
			g, ok = g.Arg(0).(*ir.Instr)
			continue
		}
		if scalarOf(reached(g)) != typ {
			return false
		}
		first := t.p.places(g.Arg(0))
		for _, a := range first {
			if t.punned[a.obj] || !plain(t.lookup(a.moved(off, 0), size)) {
				return false
			}
		}
		return len(first) > 0
	}
	return false
}

// reached is the type of what the address of a getelementptr leads to.
func reached(g *ir.Instr) *ir.Type {
	at := g.Elem
	for _, x := range g.Args()[min(2, g.NumArgs()):] {
		if at.Kind != ir.StructKind {
			at = at.Elem
		} else if n, ok := constIndex(x); ok && n >= 0 && int(n) < len(at.Fields) {
			at = at.Fields[n]
		}
		if at == nil {
			return ir.Void
		}
	}
	return at
}

// taggedInt reports whether alias metadata tells that an access is one of an integer of
// a size, and not of bytes of anything.
func (t *types) taggedInt(i *ir.Instr, size int64) bool {
	tag := i.Metadata("tbaa")
	if tag == "" || t.env.module.rust {
		return false
	}
	r := t.env.module.tbaa.tag(tag).scalar
	return r.class == Integer && r.size == size
}

// punnedBy notes that an array of integers holds the floats of another, which a copy of
// unknown extent brings there or takes from there, and reports whether that is new.
func (t *types) punnedBy(ints, floats addr) bool {
	m := &t.mem[ints.obj]
	p, ok := m.uniform(ints.within(math.MaxInt64))
	if !ok || p.Class != Integer || len(m.strided) == 0 || m.characters() {
		return false
	}
	p, ok = t.mem[floats.obj].uniform(floats.within(math.MaxInt64))
	if !ok || p.Class != FloatData || len(t.mem[floats.obj].strided) == 0 {
		return false
	}
	return m.add(record{off: addr{off: ints.off, stride: p.Size}.norm().off, stride: p.Size, size: p.Size, class: Mixed, rank: rankAccess})
}
