package activity

import (
	"math"
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
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
	for _, b := range t.p.Func.Blocks {
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
		t.val[m.val] = memtypes.JoinPieces(t.val[m.val], []memtypes.Piece{{Size: m.size, Class: memtypes.Integer, Rank: memtypes.RankAccess}}, m.size)
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
	for _, b := range t.p.Func.Blocks {
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
	note := func(s []memtypes.Addr) {
		for _, a := range s {
			t.punned[a.Obj] = true
		}
	}
	for k := range t.mem {
		for r := range t.mem[k].Seen {
			if r.Class == memtypes.Mixed {
				t.punned[int32(k)] = true
			}
		}
	}
	for _, b := range t.p.Func.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Op == ir.Load && !t.element[i] && t.moves(i, i):
				note(t.p.Places(i.Arg(0)))
			case i.Op == ir.Store && !t.element[i] && t.moves(i, i.Arg(0)):
				note(t.p.Places(i.Arg(1)))
			case i.IsCall() && t.p.TargetOf(i).Kind == pointsto.ToDefined:
				for _, pt := range t.env.Summary(t.p.TargetOf(i).Fn).Types {
					if pt.Rec.Class == memtypes.FloatData && pt.Rec.Stride > 0 && !pt.Rec.Bounded() && pt.Arg >= 0 && pt.Arg < i.NumCallArgs() {
						note(t.p.FollowPath(t.p.Pointees(i.Arg(pt.Arg)), pt.Path))
					}
				}
			case i.IsCall() && t.p.TargetOf(i).Kind == pointsto.ToStore || i.IsCall() && t.p.TargetOf(i).Kind == pointsto.ToLoad:
				for _, v := range i.CallArgs() {
					note(t.p.Pointees(v))
				}
			}
		}
	}
	for _, m := range t.move {
		if m.val == 0 && (m.size < 0 || m.size > memtypes.MaxWindow) {
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
		if r := t.env.module.AliasTypes.Tag(tag).Scalar; r.Size > 0 && r.Class != memtypes.Integer {
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
	return !t.p.Study.PlainCode
}

// isElement reports whether a load or store is one of elements of an array of integers:
// the program says so twice, where it computes the address and in the access, and the
// element that the computation begins with is known for an integer.
func (t *types) isElement(i *ir.Instr) bool {
	typ, ptr := i.Typ.Scalar(), i.Arg(i.NumArgs()-1)
	if i.Op == ir.Store {
		typ = i.Arg(0).Type().Scalar()
	}
	size := t.p.Layout.StoreSize(typ)
	if !typ.IsInt() || size < 2 || size > 8 || !t.plainInt(typ) && !t.taggedInt(i, size) {
		return false
	}
	g, ok := ptr.(*ir.Instr)
	for ok && g.Op == ir.GetElementPtr {
		off, stride := pointsto.GepOffset(t.p.Layout, g.Elem, g.Args(), nil)
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
		first := t.p.Places(g.Arg(0))
		for _, a := range first {
			if t.punned[a.Obj] || !plain(t.lookup(a.Moved(off, 0), size)) {
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
		} else if n, ok := pointsto.ConstIndex(x); ok && n >= 0 && int(n) < len(at.Fields) {
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
	if tag == "" {
		return false
	}
	r := t.env.module.AliasTypes.Tag(tag).Scalar
	return r.Class == memtypes.Integer && r.Size == size
}

// punnedBy notes that an array of integers holds the floats of another, which a copy of
// unknown extent brings there or takes from there, and reports whether that is new.
func (t *types) punnedBy(ints, floats memtypes.Addr) bool {
	m := &t.mem[ints.Obj]
	p, ok := m.Uniform(ints.Within(math.MaxInt64))
	if !ok || p.Class != memtypes.Integer || len(m.Strided) == 0 || m.Characters() {
		return false
	}
	p, ok = t.mem[floats.Obj].Uniform(floats.Within(math.MaxInt64))
	if !ok || p.Class != memtypes.FloatData || len(t.mem[floats.Obj].Strided) == 0 {
		return false
	}
	return m.Add(memtypes.Record{Off: memtypes.Addr{Off: ints.Off, Stride: p.Size}.Norm().Off, Stride: p.Size, Size: p.Size, Class: memtypes.Mixed, Rank: memtypes.RankAccess})
}
