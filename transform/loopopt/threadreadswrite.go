package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// splitReads is a shared loop that is to be split: into the iterations at the ends of what the thread got, which
// may read what other threads read, and those between.
type splitReads struct {
	*threadReads
	*sharedLoop
	groups []*readGroup // that are Owned between the ends

	team iterations // of all threads, where bounded has asked

	b     *ir.Builder // in front of the loop
	conds []ir.Value
	ends  ir.Value // iterations at each end
}

// iterations are the first one and the last one.
type iterations struct{ from, to ir.Value }

const (
	maxReach   = 1 << 46 // of distances in memory, in bytes
	maxCounted = 1 << 31 // of iterations of loops inside, and of what each adds
	maxPer     = 1 << 30 // of how far one iteration is from the next, in bytes
	maxShared  = 1 << 32 // of the numbers of iterations of all threads
)

// bounded reports whether the iterations of all threads are known in front of the loop.
func (s *splitReads) bounded() bool {
	if s.team.from != nil {
		return true
	}
	var from, to ir.Value
	if s.opens != nil {
		first, last, _ := rules.OpensLoop(s.opens.CalledName())
		from, to = s.opens.Arg(first), s.opens.Arg(last)
	} else {
		from, to = givenTo(s.calls[0], s.share.Lower), givenTo(s.calls[0], s.share.Upper)
	}
	if from == nil || to == nil || !s.knownBefore(s.sharedLoop, from) || !s.knownBefore(s.sharedLoop, to) {
		return false
	}
	s.team = iterations{from, to}
	return true
}

// givenTo is what stands in the variable that an argument of the call points to when it is called; nil where that is
// not known.
func givenTo(call *ir.Instr, arg int) ir.Value {
	slot, b := call.Arg(arg), call.Parent
	for k := b.Index(call) - 1; k >= 0; k-- {
		if i := b.Instrs[k]; i.Op == ir.Store && i.Arg(1) == slot {
			return i.Arg(0)
		}
	}
	return nil
}

// canSplit reports whether the loop may be copied, and has the form for it.
func (s *splitReads) canSplit() bool {
	l := s.loop
	if s.counted != nil && !s.closed() {
		return false
	}
	if s.counted == nil && (l.ExitEdges()[0].From != s.latch || s.phi.Typ != ir.I64 && s.phi.Typ != ir.I32 || s.last.Type().Bits > s.phi.Typ.Bits ||
		s.phi.Typ == ir.I32 && s.last.Type() != ir.I32 || s.ext == ir.BadOp && s.last.Type() != s.phi.Typ || !s.closed()) {
		return false
	}
	n := 0
	for _, b := range l.Blocks {
		n += len(b.Instrs)
		for _, i := range b.Instrs {
			if i.Op == ir.Invoke || i.Op == ir.CallBr || i.Op == ir.IndirectBr || i.Op == ir.Alloca || i.Typ.Kind == ir.TokenKind {
				return false
			}
		}
	}
	return n <= maxSharedInstrs && !edit.IsEHPad(l.ExitEdges()[0].To)
}

// write splits the loop, and gives the headers of the parts.
func (s *splitReads) write() []*ir.Block {
	s.b = ir.NewBuilder(s.pre)
	s.rows()
	w := newPeeledParts(s.f, &peeling{splitLoop: s.splitLoop})
	w.less = ir.SLT
	if s.counted != nil || s.ext == ir.ZExt && s.phi.Typ == ir.I32 {
		w.less = ir.ULT
	}
	w.enter()
	s.b = ir.NewBuilder(s.pre)
	s.b.Before(s.pre.Term())
	end := s.countTo()
	outside := s.readBehind()
	edit.RedirectEdges(s.latch, w.out, w.left) // which has no phis
	low, high := s.limits(w.less, end)
	parts := []*peeledPart{w.copy(".near", low), {header: s.loop.Header, latch: s.latch, end: high}}
	if n, ok := ir.IntValue(s.ends); !ok || n != 0 {
		parts = append(parts, w.copy(".near", end))
	}
	for _, g := range s.groups {
		g.own()
	}
	return w.join(parts, outside)
}

// rows emits the checks of all rows that are read, once for each place where these end.
func (s *splitReads) rows() {
	checked := map[*ir.Instr]*checkedRows{}
	for _, g := range s.groups {
		for _, r := range g.reads {
			if r.row == nil {
				continue
			}
			if checked[r.row.end] == nil {
				s.checkRows(r.row)
				checked[r.row.end] = r.row.checked
			}
			r.row.checked = checked[r.row.end]
		}
	}
}

// countTo has the loop count to a number of its counter's type, which it gives.
func (s *splitReads) countTo() ir.Value {
	if s.counted != nil {
		return s.counted.trips
	}
	last := s.last
	if last.Type() != s.phi.Typ {
		last = s.b.Cast(s.ext, last, s.phi.Typ)
	}
	end := s.b.Add(last, ir.NewInt(s.phi.Typ, 1))
	term := s.latch.Term()
	pred := ir.EQ
	if term.Blocks[0] == s.loop.Header {
		pred = ir.NE
	}
	b := ir.NewBuilder(s.latch)
	b.Before(term)
	test := ir.NewInstr(ir.ICmp, ir.I1, s.next, end)
	test.Pred = pred
	s.test = b.Insert(test)
	term.SetArg(0, s.test)
	return end
}

// limits are where the iterations between the ends begin and end. Where the conditions for that do not hold, all
// iterations are at the first end.
func (s *splitReads) limits(less ir.Pred, end ir.Value) (low, high ir.Value) {
	b, typ := s.b, s.phi.Typ
	s.ends = ir.NewInt(ir.I64, 0)
	for _, g := range s.groups {
		s.measure(g)
	}
	s.unwrapped()
	if s.chunks != nil {
		s.chunksInRange()
	}
	ends := s.ends
	if typ != ir.I64 {
		ends = b.Cast(ir.Trunc, ends, typ)
	}
	low, high = b.Add(s.phi.Incoming(s.pre), ends), b.Sub(end, ends)
	low = s.choose(s.cmp(less, low, end), low, end)
	for _, c := range s.conds {
		low = s.choose(c, low, end)
	}
	if s.counted != nil { // numbers from 0
		high = s.choose(s.cmp(less, end, ends), low, high)
	}
	return low, s.choose(s.cmp(less, high, low), low, high)
}

// reach is the range of what an iteration reads from a root on, as distances from where the first of the reads begins, and how
// far that moves with each iteration; per is nil where it does not.
type reach struct {
	root, start ir.Value
	low, end    ir.Value
	per         ir.Value
	ext         ir.Op
}

// measure adds the conditions under which the reads of g are Owned between the ends, and how long these are.
func (s *splitReads) measure(g *readGroup) {
	most := int64(3)
	if n, ok := g.overlap(); ok {
		most = n
	}
	var all []reach
	for _, root := range g.roots {
		if reads := g.of(root); reads[0].row != nil {
			all = append(all, s.rowReach(root, reads))
			continue
		}
		r := s.reachOf(g, root)
		all = append(all, r)
		if r.per != nil {
			s.ownBetween(r, most)
		}
	}
	for k, p := range all {
		for _, q := range all[:k] {
			if s.maybeSame(p.root, q.root) {
				s.apart(p, q)
			}
		}
	}
}

// ownBetween requires that iterations that are more than a few apart, at most that many, read different bytes of r; as many
// are at each end.
func (s *splitReads) ownBetween(r reach, most int64) {
	b := s.b
	width, steps := b.Sub(r.end, r.low), r.per
	s.require(s.cmp(ir.SGT, r.per, ir.NewInt(ir.I64, 0)))
	s.require(s.cmp(ir.SLT, r.per, ir.NewInt(ir.I64, maxPer)))
	s.require(s.cmp(ir.SLT, width, ir.NewInt(ir.I64, maxReach)))
	var ends ir.Value = ir.NewInt(ir.I64, 0)
	for k := range most {
		ends = s.choose(s.cmp(ir.SGT, width, steps), ir.NewInt(ir.I64, k+1), ends)
		steps = b.Add(steps, r.per)
	}
	s.require(s.cmp(ir.SLE, width, steps))
	s.ends = s.choose(s.cmp(ir.SGT, ends, s.ends), ends, s.ends)
}

func (s *splitReads) require(c ir.Value) {
	if n, ok := ir.IntValue(c); !ok || n == 0 {
		s.conds = append(s.conds, c)
	}
}

// cmp compares x and y, constants at once.
func (s *splitReads) cmp(p ir.Pred, x, y ir.Value) ir.Value {
	a, ok := ir.IntValue(x)
	c, ok2 := ir.IntValue(y)
	if ok && ok2 {
		return ir.NewBool(edit.EvalICmp(p, a, c, x.Type().Bits))
	}
	return s.b.ICmp(p, x, y)
}

// choose is x where c holds, else y.
func (s *splitReads) choose(c, x, y ir.Value) ir.Value {
	if n, ok := ir.IntValue(c); ok {
		if n == 0 {
			return y
		}
		return x
	}
	return s.b.Select(c, x, y)
}

// reachOf computes what the reads of g from root on reach.
func (s *splitReads) reachOf(g *readGroup, root ir.Value) reach {
	b := s.b
	reads := g.of(root)
	out := reach{root: root, ext: reads[0].ext}
	if reads[0].moves() {
		out.per = s.strides.WriteSum(b, reads[0].per)
	}
	for _, r := range reads {
		low := s.strides.WriteSum(b, edit.AddStrides(r.low, reads[0].low, ^uint64(0)))
		s.require(s.cmp(ir.SLT, low, ir.NewInt(ir.I64, maxReach)))
		s.require(s.cmp(ir.SGT, low, ir.NewInt(ir.I64, -maxReach)))
		end := b.Add(low, ir.NewInt(ir.I64, r.size))
		for _, grow := range r.grows {
			by, count := s.strides.WriteSum(b, grow.by), grow.count.Emit(b)
			s.require(s.cmp(ir.ULT, by, ir.NewInt(ir.I64, maxCounted)))
			s.require(s.cmp(ir.ULT, count, ir.NewInt(ir.I64, maxCounted)))
			end = b.Add(end, b.Mul(by, count))
		}
		if out.low == nil {
			out.low, out.end = low, end
			continue
		}
		out.low = s.choose(s.cmp(ir.SLT, low, out.low), low, out.low)
		out.end = s.choose(s.cmp(ir.SGT, end, out.end), end, out.end)
	}
	if len(g.roots) > 1 {
		out.start = b.Add(b.Cast(ir.PtrToInt, root, ir.I64), s.strides.WriteSum(b, reads[0].low))
	}
	return out
}

// apart requires that what all threads read by p is apart from what they read by q.
func (s *splitReads) apart(p, q reach) {
	b := s.b
	beginP, endP := s.readByAll(p)
	beginQ, endQ := s.readByAll(q)
	s.require(b.Binary(ir.Or, s.cmp(ir.ULE, endP, beginQ), s.cmp(ir.ULE, endQ, beginP)))
}

// readByAll is what all threads read of r.
func (s *splitReads) readByAll(r reach) (begin, end ir.Value) {
	b := s.b
	begin, end = b.Add(r.start, r.low), b.Add(r.start, r.end)
	if r.per == nil {
		return begin, end
	}
	from, to := s.all(r.ext)
	return b.Add(begin, b.Mul(from, r.per)), b.Add(end, b.Mul(to, r.per))
}

// all gives the first and the last iteration of all threads, extended to 64 bits as the counter is.
func (s *splitReads) all(ext ir.Op) (from, to ir.Value) {
	if s.phi.Typ == ir.I64 && s.counted == nil {
		ext = s.ext
	}
	if s.team.from.Type() == ir.I64 {
		s.require(s.cmp(ir.SGT, s.team.from, ir.NewInt(ir.I64, -maxShared)))
		s.require(s.cmp(ir.SLT, s.team.to, ir.NewInt(ir.I64, maxShared)))
		s.require(s.cmp(ir.SLE, s.team.from, s.team.to))
		return s.team.from, s.team.to
	}
	from, to = s.b.Cast(ext, s.team.from, ir.I64), s.b.Cast(ext, s.team.to, ir.I64)
	s.require(s.cmp(ir.SLE, from, to)) // the counter does not wrap either
	return from, to
}

// unwrapped requires that the integers that were assumed not to wrap do not, in any iteration of a thread.
func (s *splitReads) unwrapped() {
	b := s.b
	for _, a := range s.assumed {
		least, most := int64(-1)<<31, int64(1)<<31-1
		if a.op == ir.ZExt {
			least, most = 0, 1<<32-1
		}
		from, to := s.all(a.ext)
		per, low := s.strides.WriteSum(b, a.per), s.strides.WriteSum(b, a.low)
		s.require(s.cmp(ir.ULT, b.Add(per, ir.NewInt(ir.I64, maxCounted)), ir.NewInt(ir.I64, 2*maxCounted)))
		s.require(s.cmp(ir.ULT, b.Add(low, ir.NewInt(ir.I64, maxReach)), ir.NewInt(ir.I64, 2*maxReach)))
		for _, at := range []ir.Value{from, to} {
			v := b.Add(b.Mul(at, per), low)
			s.require(s.cmp(ir.SGE, v, ir.NewInt(ir.I64, least)))
			s.require(s.cmp(ir.SLE, v, ir.NewInt(ir.I64, most)))
		}
	}
}
