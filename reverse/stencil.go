package reverse

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/tape"
)

// stencils finds loops that add to neighbouring elements.
type stencils struct {
	fn  *primal
	sh  *shadows
	rv  *reversals
	cf  *controlFlow
	mem *memory
	rps *replays

	stencils map[*analysis.Loop]map[*ir.Instr]*stencil // see stencilsIn
}

// A stencil reads neighbours; its reversal adds to them. What one iteration adds
// to, the next ones add to as well, so that no vectors can be made of the
// additions, and scalars wait for each other's stores. Therefore an innermost
// loop that reads elements a few iterations apart adds to the one that no later
// iteration of the reversal adds to, and for it all that came for that element:
// what earlier iterations had for it they carry. Compilers know values handed
// on from iteration to iteration, and make vectors of them. The elements that are
// still open when the loop is done follow behind it.
//
// That is right where the loop does nothing else with that shadow.
type stencil struct {
	lags   map[*ir.Instr]int // reads: how many iterations later another one reads the same element
	span   int               // the greatest lag
	handed int               // values carried
	stride int64             // by how many bytes an iteration goes on
}

const (
	maxSpan    = 8 // iterations that something is carried
	maxHandled = 8 // values carried
	// maxTogether is how many values the stencils of a loop carry if there are several:
	// more do not fit into registers.
	maxTogether = 12

	// maxUnrolled is the number of iterations up to which compilers write loops out,
	// and then see for themselves what goes to the same element.
	maxUnrolled = 16
)

// carry is an adjoint of a stencil's read.
type carry struct {
	of   *stencil
	load *ir.Instr
	d    ir.Value
	neg  bool // it is -d
	lane int
}

// stencilsIn finds the stencils among the reads of l.
func (sts *stencils) stencilsIn(l *analysis.Loop) map[*ir.Instr]*stencil {
	if sts.rps.replays[l] != nil {
		return nil // chosen when this may have been asked before
	}
	if known, ok := sts.stencils[l]; ok {
		return known
	}
	out := map[*ir.Instr]*stencil{}
	sts.stencils[l] = out
	body := sts.straight(l)
	if body == nil || sts.cf.counter[l] == nil || sts.cf.trip[l] == nil ||
		len(sts.cf.chosen[l]) > 0 || sts.cf.serves[l] != nil {
		return out
	}
	if n, ok := ir.IntValue(sts.cf.trip[l]); ok && n < maxUnrolled {
		return out
	}
	var reads, writers []*ir.Instr
	for _, i := range body {
		switch {
		case sts.rv.actions[i] != nil || sts.rv.calls[i] != nil:
			return out
		case i.Op == ir.Store && !sts.sh.isShadow[i]:
			writers = append(writers, i)
		case sts.mem.writes(i):
			return out
		case i.Op == ir.Load && !sts.fn.mayShare(i) && sts.rv.isActive(i) && !sts.sh.isShadow[i] && i.Typ.IsFP() && sts.sh.shadowOf(i.Arg(0)) != nil && !sts.fn.info.MaybeConst(i.Arg(0)):
			reads = append(reads, i)
		}
	}
	all := reads
	rows := map[ir.Value]bool{}
	handed := 0
	for len(reads) > 1 {
		st, others := sts.stencilOf(l, reads)
		reads = others
		if st == nil {
			continue
		}
		near := make([]*ir.Instr, 0, len(st.lags))
		for _, i := range body {
			if _, ok := st.lags[i]; ok {
				near = append(near, i)
			}
		}
		if (handed == 0 || handed+st.handed <= maxTogether) && sts.apart(near, writers) && sts.inOrder(l, st, near, all) {
			handed += st.handed
			for _, i := range near {
				out[i] = st
			}
			rows[sts.mem.aliases().Base(near[0].Arg(0))] = true
		}
	}
	// Rows of the same array are told apart when the loop is entered.
	for _, i := range all {
		if out[i] == nil && rows[sts.mem.aliases().Base(i.Arg(0))] && sts.apart([]*ir.Instr{i}, writers) {
			if st := sts.rowOf(l, i); st != nil {
				out[i] = st
			}
		}
	}
	return out
}

// straight lists the instructions of an iteration of l if all iterations run the same ones, nil otherwise: control leaves l behind its
// last block only, but for where it never returns, as where an index is out of bounds.
func (sts *stencils) straight(l *analysis.Loop) (body []*ir.Instr) {
	n := 0
	for b := l.Header; ; n++ {
		body = append(body, b.Instrs...)
		if b == l.Latch() {
			break
		}
		var next *ir.Block
		for _, to := range b.Succs() {
			if !sts.fn.reach[to] {
				continue
			}
			if next != nil && next != to || to == l.Header || !l.Contains(to) || sts.fn.loops.Of(to) != l {
				return nil
			}
			next = to
		}
		if b = next; b == nil || n > len(l.Blocks) {
			return nil
		}
	}
	if n+1 < len(l.Blocks) {
		return nil
	}
	return body
}

// stencilOf gathers the reads that come to the same elements as the first one
// does, nil if there are none or if too much were to be carried, and gives
// the reads that are left.
func (sts *stencils) stencilOf(l *analysis.Loop, reads []*ir.Instr) (st *stencil, others []*ir.Instr) {
	first := reads[0]
	if st = sts.rowOf(l, first); st == nil {
		return nil, reads[1:]
	}
	stride := st.stride
	near := []*ir.Instr{first}
	for _, i := range reads[1:] {
		d, ok := analysis.Distance(sts.fn.m.Layout, first.Arg(0), i.Arg(0))
		if n := d / stride; ok && i.Typ == first.Typ && d%stride == 0 && -maxSpan <= n && n <= maxSpan {
			st.lags[i] = -int(n)
			near = append(near, i)
		} else {
			others = append(others, i)
		}
	}
	least := 0
	for _, lag := range st.lags {
		least = min(least, lag)
	}
	for i := range st.lags {
		st.lags[i] -= least
		st.handed += st.lags[i]
		st.span = max(st.span, st.lags[i])
	}
	if st.span == 0 || st.span > maxSpan || st.handed > 2*maxHandled {
		return nil, others
	}
	return st, others
}

// inOrder reports whether what st carries does not overtake what other reads of
// the loop add to the same elements: sums must not depend on whether something is
// carried. Rows of an array are taken to be at least as long as the loop.
func (sts *stencils) inOrder(l *analysis.Loop, st *stencil, near, reads []*ir.Instr) bool {
	for _, i := range reads {
		if _, ok := st.lags[i]; ok || sts.apart(near[:1], []*ir.Instr{i}) {
			continue
		}
		d, ok := analysis.Distance(sts.fn.m.Layout, near[0].Arg(0), i.Arg(0))
		if !ok {
			if other := sts.rowOf(l, i); other == nil || other.stride != st.stride {
				return false
			}
			continue
		}
		stride := max(st.stride, -st.stride)
		d = (d%stride + stride) % stride
		if d != 0 && (d < sts.fn.m.Layout.StoreSize(near[0].Typ) || d+sts.fn.m.Layout.StoreSize(i.Typ) > stride) {
			return false
		}
	}
	return true
}

// apart reports whether none of the other loads and stores is of what the loads read.
func (sts *stencils) apart(loads, others []*ir.Instr) bool {
	size := func(t *ir.Type) int64 { return sts.fn.m.Layout.StoreSize(t) }
	for _, i := range loads {
		for _, w := range others {
			p, t := w.Arg(0), w.Typ
			if w.Op == ir.Store {
				p, t = w.Arg(1), w.Arg(0).Type()
			}
			if sts.mem.aliases().AliasAnytime(p, size(t), i.Arg(0), size(i.Typ)) != analysis.NoAlias && !sts.changePlaces(i, p) {
				return false
			}
		}
	}
	return true
}

// changePlaces reports whether p and what load reads are in different objects as
// long as the loop around load runs, though outside of it they may be exchanged.
func (sts *stencils) changePlaces(load *ir.Instr, p ir.Value) bool {
	l, a := sts.fn.loops.Of(load.Parent), sts.mem.aliases()
	x, y := a.Base(load.Arg(0)), a.Base(p)
	return l != nil && l.Invariant(x) && l.Invariant(y) && a.DisjointTogether(x, y)
}

// noteCarried notes that d is to be added to the shadow of what i, a read of st, reads.
// Of a negated number the number itself is carried: behind the loop compilers would
// subtract that, and a loop's value that is neither a sum nor carried as it is keeps
// them from making vectors.
func (acs *accesses) noteCarried(st *stencil, i *ir.Instr, d ir.Value) {
	c := &carry{of: st, load: i, d: d, lane: acs.cu.s.sh.lane}
	if x, ok := d.(*ir.Instr); ok && x.Op == ir.FNeg {
		c.d, c.neg = x.Arg(0), true
	}
	acs.carries = append(acs.carries, c)
}

// addCarried ends the reversal of an iteration of l, a loop with stencils: it
// adds to the elements that nothing more comes for. What it gives does the rest,
// behind the loop.
func (acs *accesses) addCarried(l *analysis.Loop) (rest func()) {
	var rests []func()
	for {
		k := slices.IndexFunc(acs.carries, func(c *carry) bool { return acs.cu.s.fn.loops.Of(c.load.Parent) == l })
		if k < 0 {
			break
		}
		first := acs.carries[k]
		var group, others []*carry
		for _, c := range acs.carries {
			if c.of == first.of && c.lane == first.lane {
				group = append(group, c)
			} else {
				others = append(others, c)
			}
		}
		acs.carries = others
		acs.ad.setLane(first.lane)
		rests = append(rests, acs.addGroup(l, group))
	}
	acs.ad.setLane(0)
	return func() {
		for _, f := range rests {
			f()
		}
	}
}

// handed is a value that is carried: slots holds it as it was that many
// iterations before.
type handed struct {
	d     ir.Value
	slots []*ir.Instr // from one iteration on
	vals  []ir.Value  // from none on
}

// addGroup is addCarried for the adjoints of one stencil in one lane.
func (acs *accesses) addGroup(l *analysis.Loop, group []*carry) (rest func()) {
	s, st := acs.cu.s, group[0].of
	// What came first is added first, one after the other, as without a stencil.
	slices.SortStableFunc(group, func(a, b *carry) int { return st.lags[b.load] - st.lags[a.load] })
	top := group[len(group)-1].load
	least := st.lags[top]
	align := int(top.Align)
	e := acs.lk.entry(l)
	enter := ir.NewBuilder(e.block)
	var all []*handed
	of := map[*carry]*handed{}
	for _, c := range group {
		align = min(align, int(c.load.Align))
		k := slices.IndexFunc(all, func(h *handed) bool { return h.d == c.d })
		if k < 0 {
			k = len(all)
			all = append(all, &handed{d: c.d, vals: []ir.Value{c.d}})
		}
		h := all[k]
		of[c] = h
		for len(h.slots) < st.lags[c.load]-least {
			slot := acs.cu.slot(c.d.Type())
			enter.Store(ir.Zero(c.d.Type()), slot, 0)
			h.slots = append(h.slots, slot)
			h.vals = append(h.vals, acs.cu.b.Load(slot.Elem, slot, 0))
		}
	}
	var sum []signed
	for _, c := range group {
		sum = append(sum, signed{of[c].vals[st.lags[c.load]-least], c.neg})
	}
	base := acs.rowBase(l, top)
	c := acs.cu.b.Sub(acs.lk.fetchOnce(s.cf.counter[l], acs.cu.seg), base.at)
	acs.addEach(acs.moved(base.p, acs.cu.b.Mul(c, i64(st.stride)), top.Typ), sum, align)
	for _, h := range all {
		for k, slot := range h.slots {
			acs.cu.b.Store(h.vals[k], slot, 0)
		}
	}
	return func() { acs.addOpen(base, group, of, align) }
}

// row is an address in shadow memory and the iteration that it is for.
type row struct{ p, at ir.Value }

// rowBase gives, in the entry of l, the address for its first reversed
// iteration, in a form that compilers do not follow into the loops around l:
// they then compare rows when l is entered, and not all rows of the array with
// each other, which overlap.
func (acs *accesses) rowBase(l *analysis.Loop, i *ir.Instr) row {
	e := acs.lk.entry(l)
	b, loop, seg := *acs.cu.b, acs.cu.loop, acs.cu.seg
	acs.cu.segs++
	acs.cu.b.AtEnd(e.block)
	acs.cu.b.Flags = 0
	acs.cu.loop, acs.cu.seg = l, acs.cu.segs
	acs.cu.now = i
	p := acs.target(i.Arg(0), acs.cu.s.sh.shadowOf(i.Arg(0)), i.Typ, false)
	acs.cu.b.AtEnd(e.block)
	p = acs.cu.b.Cast(ir.BitCast, p, acs.cu.s.fn.m.Ptr())
	p = acs.cu.b.Intrinsic("launder.invariant.group", p.Type(), []*ir.Type{p.Type()}, p)
	x := row{p, acs.cu.b.Load(ir.I64, e.counter, 8)}
	*acs.cu.b, acs.cu.loop, acs.cu.seg = b, loop, seg
	return x
}

// moved is the address of a number of type t, bytes behind p.
func (acs *accesses) moved(p, bytes ir.Value, t *ir.Type) ir.Value {
	x := acs.cu.b.Offset(p, bytes)
	if g, ok := x.(*ir.Instr); ok && g.Op == ir.GetElementPtr {
		g.Flags = 0
	}
	return acs.cu.b.Cast(ir.BitCast, x, acs.cu.s.fn.m.PtrTo(t))
}

// rowOf is the stencil of a single read, nil when it does not go on by constant steps.
func (sts *stencils) rowOf(l *analysis.Loop, i *ir.Instr) *stencil {
	rec := l.Recurrence(i.Arg(0))
	if rec == nil {
		return nil
	}
	stride, ok := rec.Step()
	if !ok || max(stride, -stride) < sts.fn.m.Layout.StoreSize(i.Typ) {
		return nil
	}
	return &stencil{lags: map[*ir.Instr]int{i: 0}, stride: stride}
}

// addOpen adds to the elements behind the last one that was done what has been
// carried for them.
func (acs *accesses) addOpen(base row, group []*carry, of map[*carry]*handed, align int) {
	st := group[0].of
	least := st.lags[group[len(group)-1].load]
	acs.ad.setLane(group[0].lane)
	for t := 1; t <= st.lags[group[0].load]-least; t++ {
		var sum []signed
		needs := maxSpan // iterations before the last one reversed: only then was the element read
		for _, c := range group {
			n := st.lags[c.load] - least - t
			if n < 0 {
				continue
			}
			needs = min(needs, n)
			slot := of[c].slots[n]
			sum = append(sum, signed{acs.cu.b.Load(slot.Elem, slot, 0), c.neg})
		}
		off := ir.Value(i64(-st.stride * int64(t)))
		if needs > 0 { // a gap among the reads: nothing was added for an element that none has read
			off = acs.cu.b.Select(acs.cu.b.ICmp(ir.SGE, base.at, i64(int64(needs))), off, i64(0))
		}
		off = acs.cu.b.Sub(off, acs.cu.b.Mul(base.at, i64(st.stride)))
		acs.addEach(acs.moved(base.p, off, sum[0].v.Type()), sum, align)
	}
}

// signed is a number or its negative.
type signed struct {
	v   ir.Value
	neg bool
}

// addEach adds numbers to the one at p, one after the other.
func (acs *accesses) addEach(p ir.Value, ds []signed, align int) {
	env := acs.cu.s.fn.env
	v := ir.Value(env.accesses(acs.cu.b.Load(ds[0].v.Type(), p, align), tape.Shadow))
	for _, d := range ds {
		if d.neg {
			v = acs.cu.b.FSub(v, d.v)
		} else {
			v = acs.cu.b.FAdd(v, d.v)
		}
	}
	env.accesses(acs.cu.b.Store(v, p, align), tape.Shadow)
}
