package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// chunks are the parts of a loop that a thread gets in turn with the others: part k begins at the first one's first iteration
// plus k strides, and ends as many behind the first one's last, or at the last of all iterations.
type chunks struct {
	call   *ir.Instr // that says where the first part is
	share  rules.Share
	lower  *ir.Instr // phi of the loop over the parts: where a part begins
	stride ir.Value
	ext    ir.Op    // how the first iteration is extended
	to     ir.Value // the last of all iterations, as the call was given it
	pre    *ir.Block
	latch  *ir.Block
}

// chunksFrom gives the parts whose first iterations are v, nil where v is nothing like that.
func (t *threadReads) chunksFrom(v ir.Value) *chunks {
	base, ext := extended(v)
	phi, ok := base.(*ir.Instr)
	if !ok || phi.Op != ir.Phi {
		return nil
	}
	l := t.li.Of(phi.Parent)
	if l == nil || l.Header != phi.Parent || l.Latch() == nil || l.Predecessor() == nil {
		return nil
	}
	c := &chunks{lower: phi, ext: ext, pre: l.Predecessor(), latch: l.Latch()}
	first, ext := extended(phi.Incoming(c.pre))
	if c.ext == ir.BadOp {
		c.ext = ext
	} else if ext != ir.BadOp {
		return nil
	}
	if c.call, c.share = t.handsOut(first, rules.ChunkedSchedule, func(s rules.Share) int { return s.Lower }); c.call == nil || c.share.Stride == 0 {
		return nil
	}
	next, ok := phi.Incoming(c.latch).(*ir.Instr)
	if !ok || next.Op != ir.Add {
		return nil
	}
	for k, a := range next.Args() {
		if c.stride = t.strideOf(c, a); c.stride != nil && next.Arg(1-k) == ir.Value(phi) {
			c.to = givenTo(c.call, c.share.Upper)
			return c
		}
	}
	return nil
}

// strideOf is v, or what it extends, where that is how far apart the parts begin; else nil.
func (t *threadReads) strideOf(c *chunks, v ir.Value) ir.Value {
	v, _ = extended(v)
	if call, _ := t.handsOut(v, rules.ChunkedSchedule, func(s rules.Share) int { return s.Stride }); call != c.call {
		return nil
	}
	return v
}

// endsChunk reports whether v is the last iteration of the part that x runs through, and at most the last one of all.
func (t *threadReads) endsChunk(x *sharedLoop, v ir.Value) bool {
	c := x.chunks
	u, inAll := c.unclamped(v)
	phi, ok := u.(*ir.Instr)
	if !ok || phi.Op != ir.Phi || phi.Parent != c.lower.Parent || c.to == nil {
		return false
	}
	first, firstIn := c.unclamped(phi.Incoming(c.pre))
	next, nextIn := c.unclamped(phi.Incoming(c.latch))
	call, _ := t.handsOut(first, rules.ChunkedSchedule, func(s rules.Share) int { return s.Upper })
	add, ok := next.(*ir.Instr)
	if call != c.call || !ok || add.Op != ir.Add || !inAll && (!firstIn || !nextIn) {
		return false
	}
	for k, a := range add.Args() {
		if from, _ := c.unclamped(add.Arg(1 - k)); t.strideOf(c, a) != nil && from == ir.Value(phi) {
			return true
		}
	}
	return false
}

// unclamped is v, or what it is the minimum of, beside the last one of all iterations.
func (c *chunks) unclamped(v ir.Value) (of ir.Value, clamped bool) {
	v, _ = extended(v)
	i, ok := v.(*ir.Instr)
	if !ok || c.to == nil {
		return v, false
	}
	a, b := ir.Value(nil), ir.Value(nil)
	if p, ok := edit.Extremum(i); ok && (p == ir.SLE || p == ir.ULE) {
		a, b = i.Arg(0), i.Arg(1)
	} else if m, ok := selectedMinimum(i); ok {
		a, b = m.Arg(0), m.Arg(1)
	}
	switch {
	case a != nil && edit.SameValue(b, c.to):
		return a, true
	case a != nil && edit.SameValue(a, c.to):
		return b, true
	}
	return v, false
}

// chunksBegun reports whether a part is only begun where its first iteration is at most its last.
func (t *threadReads) chunksBegun(x *sharedLoop) bool {
	c := x.chunks
	if t.orderedNarrow(x.pre, x.loop.Header, c.lower, x.last) {
		return true
	}
	last, ok := x.last.(*ir.Instr)
	if !ok || last.Op != ir.Phi || last.Parent != c.lower.Parent {
		return false
	}
	for _, from := range []*ir.Block{c.pre, c.latch} {
		lower, _ := extended(c.lower.Incoming(from))
		end, _ := extended(last.Incoming(from))
		if !t.ordered(from, c.lower.Parent, lower, end) && !t.orderedNarrow(from, c.lower.Parent, lower, end) {
			return false
		}
	}
	return true
}

// orderedNarrow is ordered, for a truncation of the iteration lower, which does not wrap: limits asks for that.
func (t *threadReads) orderedNarrow(b, to *ir.Block, lower, last ir.Value) bool {
	for u := range ir.Uses(lower) {
		if u.User.Op == ir.Trunc && u.User.Typ == ir.I32 && t.ordered(b, to, u.User, last) {
			return true
		}
	}
	return false
}

// chunksInRange requires that no number of an iteration wraps: where a part begins is at most one stride behind the last
// iteration of all.
func (s *splitReads) chunksInRange() {
	b, c := s.b, s.chunks
	most := int64(1)<<31 - 1
	if s.last.Type() == ir.I64 {
		most = maxShared
	}
	to, stride := c.to, c.stride
	if c.ext == ir.ZExt && s.last.Type() == ir.I32 {
		most = 1<<32 - 1
	}
	for _, v := range []*ir.Value{&to, &stride} {
		if (*v).Type() != ir.I64 {
			*v = b.Cast(ir.SExt, *v, ir.I64)
		}
		s.require(s.cmp(ir.ULE, *v, ir.NewInt(ir.I64, most)))
	}
	s.require(s.cmp(ir.SLE, b.Add(to, stride), ir.NewInt(ir.I64, most)))
}
