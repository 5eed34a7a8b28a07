package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// write emits the vector code, and replaces the values that are used after the loop.
func (t *trip3Vectorizer) write() {
	header, latch := t.l.Header, t.l.Latches[0]
	t.exit = t.l.ExitEdges()[0].To
	t.old = slices.Clone(header.Instrs[:len(header.Instrs)-1])
	t.b = ir.NewBuilder(header)
	t.b.Before(header.Term())
	t.scalar, t.vector, t.wide = map[scalarAt]ir.Value{}, map[ir.Value]ir.Value{}, map[*ir.Instr]ir.Value{}
	for _, load := range t.row {
		t.wide[load] = nil
	}
	for _, i := range t.old {
		t.b.Flags, t.b.Meta = 0, nil
		switch {
		case i.Op == ir.Load:
			t.load(i)
		case i.Op == ir.Store:
			t.store(i)
		case t.total(i) != nil:
			t.add(i)
		case i.Op != ir.Phi && t.varying[i]:
			t.b.Flags = i.Flags & ir.FastMath
			t.arithmetic(i)
		}
	}
	t.b.Flags = 0
	for _, i := range t.old {
		for u := range ir.Uses(i) {
			if !t.l.Contains(u.User.Parent) {
				u.User.SetArg(u.Index(), t.last(i))
			}
		}
	}
	if latch != header {
		t.old = append(t.old, latch.Instrs[:len(latch.Instrs)-1]...)
	}
}

// rowAlign keeps rows of four from crossing cache lines.
const rowAlign = 32

// grow adds an element to an array.
func grow(a *ir.Instr) {
	b := ir.NewBuilder(a.Parent)
	b.Before(a)
	n := b.Alloca(b.Module().Types.Array(ir.Double, a.Elem.Len+1), nil, max(int(a.Align), rowAlign))
	ir.ReplaceAllUses(a, b.Cast(ir.BitCast, n, a.Typ))
	a.Detach()
	a.DropArgs()
}

// total is the phi of the reduction that i adds to, nil if it is none.
func (t *trip3Vectorizer) total(i *ir.Instr) *ir.Instr {
	for phi, next := range t.sums {
		if next == i {
			return phi
		}
	}
	return nil
}

// add emits a reduction in the order of the iterations.
func (t *trip3Vectorizer) add(i *ir.Instr) {
	phi := t.total(i)
	x := i.Arg(0)
	if x == phi {
		x = i.Arg(1)
	}
	sum, v := phi.Incoming(t.l.Preheader()), t.lanes(x)
	t.b.Flags = i.Flags & ir.FastMath
	for n := range int64(trip3) {
		sum = t.b.FAdd(sum, t.b.ExtractElement(v, ir.NewInt(ir.I32, t.lane(n))))
	}
	t.scalar[scalarAt{i, trip3 - 1}] = sum
}

// lane is the lane of an iteration: lanes are in order of addresses.
func (t *trip3Vectorizer) lane(iter int64) int64 {
	if t.down {
		return trip3 - 1 - iter
	}
	return iter
}

// last is the value of i after the loop.
func (t *trip3Vectorizer) last(i *ir.Instr) ir.Value {
	if t.varying[i] && t.total(i) == nil {
		return t.b.ExtractElement(t.lanes(i), ir.NewInt(ir.I32, t.lane(trip3-1)))
	}
	return t.at(i, trip3-1)
}

// at is an index or an address in an iteration.
func (t *trip3Vectorizer) at(v ir.Value, iter int64) ir.Value {
	i, ok := v.(*ir.Instr)
	if !ok || t.l.Invariant(v) {
		return v
	}
	key := scalarAt{v, iter}
	if x, ok := t.scalar[key]; ok {
		return x
	}
	var x ir.Value
	switch {
	case i.Op == ir.Phi:
		step, _ := t.l.Recurrence(i).Step()
		x = t.b.Add(i.Incoming(t.l.Preheader()), ir.NewInt(i.Typ, iter*step))
	case i.Op == ir.GetElementPtr:
		idx := make([]ir.Value, i.NumArgs()-1)
		for k := range idx {
			idx[k] = t.at(i.Arg(k+1), iter)
		}
		x = t.b.GEP(i.Elem, t.at(i.Arg(0), iter), idx...)
		if g, ok := x.(*ir.Instr); ok && g.Op == ir.GetElementPtr {
			g.Flags = i.Flags
		}
	case i.Op.IsBinary():
		x = t.b.Binary(i.Op, t.at(i.Arg(0), iter), t.at(i.Arg(1), iter))
	default:
		x = t.b.Cast(i.Op, t.at(i.Arg(0), iter), i.Typ)
	}
	t.scalar[key] = x
	return x
}

// place is the vector address of an access.
func (t *trip3Vectorizer) place(i *ir.Instr, v *ir.Type) ir.Value {
	first := int64(0)
	if t.down {
		first = trip3 - 1
	}
	return t.b.Cast(ir.BitCast, t.at(address(i), first), t.b.Module().PtrTo(v))
}

func (t *trip3Vectorizer) vec(n int64) *ir.Type {
	return t.b.Module().Types.Vector(ir.Double, n, false)
}

func (t *trip3Vectorizer) load(i *ir.Instr) {
	_, row := t.wide[i]
	typ := t.vec(trip3)
	if row {
		typ = t.vec(trip3 + 1)
	}
	x := t.b.Load(typ, t.place(i, typ), 8)
	x.Meta = edit.ScopeMetadata(i)
	if !row {
		t.vector[i] = x
		return
	}
	t.wide[i] = x
	t.vector[i] = edit.Shuffle(t.b, x, ir.Poison(typ), []int{0, 1, 2})
}

// store stores whole rows with the element after them.
func (t *trip3Vectorizer) store(i *ir.Instr) {
	v := t.lanes(i.Arg(0))
	if load := t.row[i]; load != nil {
		old := t.wide[load]
		v = edit.Shuffle(t.b, v, ir.Poison(v.Type()), []int{0, 1, 2, 0})
		v = edit.Shuffle(t.b, v, old, []int{0, 1, 2, 7})
	}
	x := t.b.Store(v, t.place(i, v.Type()), 8)
	x.Meta = edit.ScopeMetadata(i)
}

func (t *trip3Vectorizer) arithmetic(i *ir.Instr) {
	x := t.lanes(i.Arg(0))
	switch i.Op {
	case ir.FAdd:
		x = t.b.FAdd(x, t.lanes(i.Arg(1)))
	case ir.FSub:
		x = t.b.FSub(x, t.lanes(i.Arg(1)))
	case ir.FMul:
		x = t.b.FMul(x, t.lanes(i.Arg(1)))
	case ir.FDiv:
		x = t.b.FDiv(x, t.lanes(i.Arg(1)))
	default:
		x = t.b.FNeg(x)
	}
	t.vector[i] = x
}

// lanes is the vector of v in all iterations.
func (t *trip3Vectorizer) lanes(v ir.Value) ir.Value {
	if x := t.vector[v]; x != nil {
		return x
	}
	one := t.b.InsertElement(ir.Poison(t.vec(trip3)), v, ir.NewInt(ir.I32, 0))
	x := edit.Shuffle(t.b, one, ir.Poison(t.vec(trip3)), []int{0, 0, 0})
	t.vector[v] = x
	return x
}
