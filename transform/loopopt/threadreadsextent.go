package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// threadRead is a load in a shared loop: iteration i reads, from root on, the bytes from per*i + low on, up to
// size and what the loops inside add. Where per is 0, all iterations read the same.
type threadRead struct {
	load     *ir.Instr
	root     ir.Value
	ext      ir.Op // how the counter is extended there
	per, low edit.Stride
	size     int64
	grows    []growth
	row      *rowBounds // or nil, and then how far the elements of a row are apart
	step     int64
}

// growth is how much further a loop inside goes: by its number of iterations.
type growth struct {
	by    edit.Stride // each time
	count *analysis.TripCount
}

// readOf is what is known of the load i in x, nil where it is not known which elements an iteration reads.
func (t *threadReads) readOf(x *sharedLoop, i *ir.Instr) *threadRead {
	root := startOf(i.Arg(0))
	if !t.sameInAll(root) || i.Typ.Kind == ir.VectorKind && i.Typ.Scalable {
		return nil
	}
	s, ok := t.strides.Between(root, i.Arg(0))
	if !ok {
		return nil
	}
	r := &threadRead{load: i, root: root, size: t.f.Module.Layout.StoreSize(i.Typ)}
	if row := (rowFinder{t}).rowOf(x, r, s); row != nil {
		return row
	}
	if r.per, s, r.ext, ok = t.byCounter(x, s); !ok {
		return nil
	}
	for range 4 {
		phi, op := t.innerCounter(x, s)
		if phi == nil {
			break
		}
		if s, ok = t.takeLoop(r, s, phi, op); !ok {
			return nil
		}
	}
	r.low = s
	known := func(v ir.Value, _ ir.Op) bool { return t.knownBefore(x, v) }
	if !t.strides.Leaves(r.per, known) || !t.strides.Leaves(r.low, known) {
		return nil
	}
	for _, g := range r.grows {
		if !t.strides.Leaves(g.by, known) || !g.count.Known(func(v ir.Value) bool { return t.knownBefore(x, v) }) {
			return nil
		}
	}
	return r
}

// byCounter takes s apart as per*counter + rest, where the counter of x is extended as ext says.
func (t *threadReads) byCounter(x *sharedLoop, s edit.Stride) (per, rest edit.Stride, ext ir.Op, ok bool) {
	for _, op := range []ir.Op{ir.BadOp, ir.SExt, ir.ZExt} {
		p, others, ok := t.strides.Split(s, x.phi, op)
		if !ok || len(p) > 0 && len(per) > 0 {
			return nil, nil, 0, false
		}
		if s = others; len(p) == 0 {
			continue
		}
		per, ext = p, op
		if x.counted != nil { // per*(counter+first)
			p, others, ok := t.strides.Split(s, x.counted.first, op)
			if !ok || !p.Equal(per) {
				return nil, nil, 0, false
			}
			s = others
		}
	}
	return per, s, ext, true
}

// narrowSum is an integer v, with fewer bits than 64, that is taken to be per*counter + low.
type narrowSum struct {
	v        ir.Value
	op       ir.Op // how it is extended, and with that what it can be
	ext      ir.Op // how the counter is
	per, low edit.Stride
}

// takeApart finds out what the integers are that were assumed not to wrap.
func (t *threadReads) takeApart(x *sharedLoop) bool {
	known := func(v ir.Value, _ ir.Op) bool { return t.knownBefore(x, v) }
	for k := range t.assumed {
		a := &t.assumed[k]
		v, op := a.v, a.op
		if i := v.(*ir.Instr); i.Op == ir.And || i.Op == ir.Trunc {
			v, op = i.Arg(0), ir.BadOp
		}
		s, ok := t.strides.Of(v, op)
		if ok {
			a.per, a.low, a.ext, ok = t.byCounter(x, s)
		}
		for _, op := range []ir.Op{ir.BadOp, ir.SExt, ir.ZExt} {
			if ok && len(a.per) == 0 && x.counted != nil { // the first iteration is one of those of all threads, too
				a.per, a.low, ok = t.strides.Split(a.low, x.counted.first, op)
				a.ext = op
			}
		}
		if !ok || !t.strides.Leaves(a.per, known) || !t.strides.Leaves(a.low, known) {
			return false
		}
	}
	return true
}

// startOf is what the address p is computed from by GEPs and casts alone.
func startOf(p ir.Value) ir.Value {
	for {
		i, ok := p.(*ir.Instr)
		if !ok || i.Op != ir.GetElementPtr && i.Op != ir.BitCast || !i.Arg(0).Type().IsPtr() {
			return p
		}
		p = i.Arg(0)
	}
}

// knownBefore reports whether v is the same in all threads and known in front of x.
func (t *threadReads) knownBefore(x *sharedLoop, v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return t.sameInAll(v) && (!ok || t.dt.Dominates(i.Parent, x.pre))
}

// innerCounter is a counter of a loop inside x that s depends on, and how it is extended; nil where there is none.
func (t *threadReads) innerCounter(x *sharedLoop, s edit.Stride) (phi *ir.Instr, op ir.Op) {
	t.strides.Leaves(s, func(v ir.Value, ext ir.Op) bool {
		i, ok := v.(*ir.Instr)
		if ok && i.Op == ir.Phi && i.Parent != x.loop.Header && x.loop.Contains(i.Parent) {
			phi, op = i, ext
		}
		return phi == nil
	})
	return phi, op
}

// takeLoop takes the counter phi out of s, which r reads from: what is left is the lowest place.
func (t *threadReads) takeLoop(r *threadRead, s edit.Stride, phi *ir.Instr, op ir.Op) (edit.Stride, bool) {
	l := t.li.Of(phi.Parent)
	if l == nil || l.Header != phi.Parent || l.Latch() == nil || l.Predecessor() == nil {
		return nil, false
	}
	next, ok := phi.Incoming(l.Latch()).(*ir.Instr)
	count := analysis.BackedgeCount(l)
	if !ok || next.Op != ir.Add || next.Arg(0) != ir.Value(phi) || count == nil {
		return nil, false
	}
	step, ok := ir.IntValue(next.Arg(1))
	if !ok || step == 0 || phi.Typ.Bits < 64 && next.Flags&(ir.NSW|ir.NUW) == 0 {
		return nil, false
	}
	per, rest, ok := t.strides.Split(s, phi, op)
	start, ok2 := t.strides.Of(phi.Incoming(l.Predecessor()), op)
	first, ok3 := t.strides.Times(per, start)
	if !ok || !ok2 || !ok3 {
		return nil, false
	}
	by := edit.AddStrides(nil, per, uint64(step))
	if c, ok := by.Const(); ok && c < 0 || !ok && step < 0 {
		return nil, false // downwards
	}
	r.grows = append(r.grows, growth{by, count})
	return edit.AddStrides(rest, first, 1), true
}

// readGroup are reads that may be of the same memory.
type readGroup struct {
	t     *threadReads
	roots []ir.Value
	reads []*threadRead
}

// mayRead reports whether what is read at p may be the same as what the group reads.
func (g *readGroup) mayRead(p ir.Value) bool {
	return slices.ContainsFunc(g.roots, func(r ir.Value) bool { return g.t.maybeSame(r, p) })
}

// alike reports whether the reads from one root on go the same distance from one iteration to the next, and at least one root is
// not read by all.
func (g *readGroup) alike() bool {
	own := false
	for _, root := range g.roots {
		reads := g.of(root)
		own = own || reads[0].moves()
		if slices.ContainsFunc(reads, func(r *threadRead) bool {
			return r.ext != reads[0].ext || !r.per.Equal(reads[0].per) || !r.sameRow(reads[0])
		}) {
			return false
		}
		if w, ok := width(reads); reads[0].row != nil && (!ok || w > reads[0].step) {
			return false
		}
	}
	return own
}

// moves reports whether r reads other elements in other iterations.
func (r *threadRead) moves() bool { return len(r.per) > 0 || r.row != nil }

// sameRow reports whether r and o read elements of the same row, or both of none.
func (r *threadRead) sameRow(o *threadRead) bool {
	return (r.row == nil) == (o.row == nil) && (r.row == nil || r.row.end == o.row.end && r.step == o.step)
}

// inRows reports whether a root of g has rows.
func (g *readGroup) inRows() bool {
	return slices.ContainsFunc(g.reads, func(r *threadRead) bool { return r.row != nil })
}

// overlap is how many iterations, at each end of what a thread got, read what the iterations behind them read, too; ok is
// false where that is found out when the program runs.
func (g *readGroup) overlap() (iterations int64, ok bool) {
	ok = true
	for _, root := range g.roots {
		reads := g.of(root)
		if !reads[0].moves() {
			continue
		}
		if reads[0].row != nil {
			ok = false
			continue
		}
		per, known := reads[0].per.Const()
		if known && per <= 0 {
			return maxOverlap + 1, true
		}
		width, fixed := width(reads)
		if !known || !fixed {
			ok = false
			continue
		}
		iterations = max(iterations, (width+per-1)/per-1)
	}
	return iterations, ok
}

// width is how many bytes lie between the first and the last that one iteration reads; ok is false where that is not known.
func width(reads []*threadRead) (bytes int64, ok bool) {
	low, end := int64(0), reads[0].size
	for _, r := range reads {
		off, ok := edit.AddStrides(r.low, reads[0].low, ^uint64(0)).Const()
		if !ok || len(r.grows) > 0 {
			return 0, false
		}
		low, end = min(low, off), max(end, off+r.size)
	}
	return end - low, true
}

// of are the reads from root on.
func (g *readGroup) of(root ir.Value) (reads []*threadRead) {
	for _, r := range g.reads {
		if r.root == root {
			reads = append(reads, r)
		}
	}
	return reads
}

// own marks the reads of elements that no other thread reads.
func (g *readGroup) own() {
	for _, r := range g.reads {
		if r.moves() {
			r.load.Flags |= ir.Owned
		}
	}
}
