package raise

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// ScalarizeOverlaps scalarizes vector loads that overlap those of the previous iteration, in
// loops of one block: u[i] and u[i + 1] of a stencil, packed by the compiler. The derivative
// adds to these elements, and a vector load that overlaps a recent smaller store waits until
// that store has reached memory; as scalars they are updates of neighbours, which
// ScatterToGather merges. Vector operations on what was loaded are scalarized too. Values stay
// the same bit for bit. It needs preheaders, and reports whether anything changed.
func ScalarizeOverlaps(f *ir.Function) bool {
	if !readsVectors(f) {
		return false
	}
	o := &overlapScalarizer{gatherScalarizer: gatherScalarizer{f: f, lanes: map[ir.Value][]ir.Value{}}}
	o.li = analysis.Loops(f, ir.Dominators(f))
	for _, l := range o.li.All {
		if len(l.Blocks) == 1 && l.Preheader() != nil {
			o.loop(l)
		}
	}
	if o.changed {
		edit.Compact(f)
	}
	return o.changed
}

// readsVectors reports whether f loads a vector of floats.
func readsVectors(f *ir.Function) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if plainVectorLoad(i) {
				return true
			}
		}
	}
	return false
}

func plainVectorLoad(i *ir.Instr) bool {
	return i.Op == ir.Load && fewLanes(i.Typ) && i.Typ.Elem.IsFP() && i.Flags&(ir.Volatile|ir.Atomic) == 0
}

// overlapScalarizer is the state of ScalarizeOverlaps in one function.
type overlapScalarizer struct {
	gatherScalarizer
	changed bool
}

// loop scalarizes the overlapping vectors of l, and the operations on them.
func (o *overlapScalarizer) loop(l *analysis.Loop) {
	apart := map[*ir.Instr]bool{}
	var order []*ir.Instr
	for _, i := range l.Header.Instrs {
		if o.overlaps(l, i) || i.Op != ir.Phi && laneWork(i) && usesAny(i, apart) {
			apart[i] = true
			order = append(order, i)
		}
	}
	for _, i := range order {
		if i.Op == ir.Load {
			o.lanes[i] = o.read(i)
			continue
		}
		var taken []ir.Value
		for _, a := range vectorArgs(i) {
			if o.lanesOf(a) == nil {
				o.lanes[a] = o.takeOut(a, i)
				taken = append(taken, a)
			}
		}
		o.lanes[i] = o.apart(i)
		for _, a := range taken {
			delete(o.lanes, a) // taken out for i alone
		}
	}
	for _, i := range order {
		o.handOver(i, apart)
	}
	for _, i := range order {
		edit.Kill(i)
		o.changed = true
	}
}

// overlaps reports whether the addresses of i in two iterations in a row are less than a
// vector apart.
func (o *overlapScalarizer) overlaps(l *analysis.Loop, i *ir.Instr) bool {
	if !plainVectorLoad(i) {
		return false
	}
	rec := l.Recurrence(i.Arg(0))
	if rec == nil {
		return false
	}
	step, ok := rec.Step()
	size := o.f.Module.Layout.StoreSize(i.Typ)
	return ok && step != 0 && -size < step && step < size
}

// usesAny reports whether i has a scalarized operand.
func usesAny(i *ir.Instr, apart map[*ir.Instr]bool) bool {
	for _, a := range vectorArgs(i) {
		if x, ok := a.(*ir.Instr); ok && apart[x] {
			return true
		}
	}
	return false
}

// read loads the lanes of i one by one.
func (o *overlapScalarizer) read(i *ir.Instr) []ir.Value {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	size := o.f.Module.Layout.StoreSize(i.Typ.Elem)
	align := int64(i.Align)
	if align == 0 {
		align = o.f.Module.Layout.Align(i.Typ)
	}
	var out []ir.Value
	for k := range i.Typ.Len {
		p := i.Arg(0)
		if k > 0 {
			p = b.Offset(p, ir.NewInt(ir.I64, k*size))
			align = min(align, k*size&-(k*size))
		}
		x := b.Load(i.Typ.Elem, p, int(align))
		x.Line, x.Meta = i.Line, i.Meta
		out = append(out, x)
	}
	return out
}

// takeOut extracts the lanes of v, which stays a vector, before at.
func (o *overlapScalarizer) takeOut(v ir.Value, at *ir.Instr) []ir.Value {
	b := ir.NewBuilder(at.Parent)
	b.Before(at)
	var out []ir.Value
	for k := range v.Type().Len {
		out = append(out, b.ExtractElement(v, ir.NewInt(ir.I32, k)))
	}
	return out
}

// handOver replaces i in its users, by lanes or by a vector built from them.
func (o *overlapScalarizer) handOver(i *ir.Instr, apart map[*ir.Instr]bool) {
	var whole ir.Value
	var takers []*ir.Use
	for u := range ir.Uses(i) {
		switch x := u.User; {
		case x.Op == ir.ExtractElement && laneNumber(x.Arg(1), i.Typ) >= 0:
			edit.Replace(x, o.lanes[i][laneNumber(x.Arg(1), i.Typ)])
		case !apart[x]:
			takers = append(takers, u)
		}
	}
	for _, u := range takers {
		if whole == nil {
			b := ir.NewBuilder(i.Parent)
			b.After(i)
			whole = ir.Poison(i.Typ)
			for k, v := range o.lanes[i] {
				whole = b.InsertElement(whole, v, ir.NewInt(ir.I32, int64(k)))
			}
		}
		u.User.SetArg(u.Index(), whole)
	}
}
