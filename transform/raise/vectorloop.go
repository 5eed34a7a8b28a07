package raise

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// The loop vectorizer leaves this form (with more guards, or fewer; a second, narrower
// vector loop may stand between the two):
//
//	guard:   few iterations, or pointers that may overlap?  pre : ph
//	ph:      vector loop, its counter from 0 to n'          middle
//	middle:  any iterations left?                           pre : exit
//	pre:     where to go on = phi(start, guard; start + n' steps, middle)
//	         scalar loop                                    exit
//
// Whatever the guard decides, the scalar loop is right: it starts where the vector loop
// would have. So the guard may always branch to it.

// dropVectorLoop removes the vector loop before s, if s is the scalar loop of such a pair.
func (t *loopPairs) dropVectorLoop(s *analysis.Loop) bool {
	pre, latch := s.Preheader(), s.Latch()
	if pre == nil || latch == nil {
		return false
	}
	for len(t.preds[pre.ID]) == 1 && len(t.preds[pre.ID][0].Succs()) == 1 {
		pre = t.preds[pre.ID][0]
	}
	guard, side := t.guardOf(pre)
	if guard == nil {
		return false
	}
	r := &vectorPart{loopPairs: t, s: s, pre: pre, inside: map[*ir.Block]bool{}}
	if !r.collect(side) || !r.startsAlike(guard) && !r.completePair() {
		return false
	}
	for _, to := range guard.Succs() {
		if to != side {
			t.jump(guard, to)
			return true
		}
	}
	return false
}

// leadsTo reports whether b is to, or only branches there.
func leadsTo(b, to *ir.Block) bool {
	for n := 0; n < 8 && b != to && len(b.Instrs) == 1 && b.Term().Op == ir.Br && len(b.Term().Blocks) == 1; n++ {
		b = b.Term().Blocks[0]
	}
	return b == to
}

// guardOf finds the branch to pre or to side that dominates both.
func (t *loopPairs) guardOf(pre *ir.Block) (guard, side *ir.Block) {
	g := t.dt.Idom(pre)
	if g == nil {
		return nil, nil
	}
	term, ok := edit.CondBranch(g)
	if !ok {
		return nil, nil
	}
	a, b := term.Blocks[0], term.Blocks[1]
	if leadsTo(b, pre) {
		a, b = b, a
	}
	if !leadsTo(a, pre) || leadsTo(b, pre) || len(t.preds[b.ID]) != 1 {
		return nil, nil
	}
	return g, b
}

// vectorPart are the blocks after a guard and before the scalar loop.
type vectorPart struct {
	*loopPairs
	s      *analysis.Loop
	pre    *ir.Block // where the ways to s meet
	inside map[*ir.Block]bool
	loops  []*analysis.Loop
}

// collect finds the blocks that side dominates: they must be vector loops of the depth of s
// and code without effects around them, and lead only to s or to where s exits.
func (r *vectorPart) collect(side *ir.Block) bool {
	work := []*ir.Block{side}
	var ends []*ir.Block
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if r.inside[b] {
			continue
		}
		if !r.dt.Dominates(side, b) {
			ends = append(ends, b)
			continue
		}
		r.inside[b] = true
		work = append(work, b.Succs()...)
		l := r.li.Of(b)
		switch {
		case l == r.s.Parent:
			for _, i := range b.Instrs {
				if canon.MayWrite(i) && !r.sunkStore(i) || i.Op.IsTerminator() && i.Op != ir.Br {
					return false
				}
			}
		case l == nil || l.Parent != r.s.Parent || !r.vectorised[l] || len(l.Inner) > 0:
			return false
		case b == l.Header:
			r.loops = append(r.loops, l)
		}
	}
	return len(r.loops) > 0 && r.oneAfterAnother() && r.endWithScalar(ends)
}

// sunkStore reports whether i, behind a vector loop, stores the result of a reduction to where the scalar loop stores
// it in every iteration: the vectorizer leaves one store of several to the same place.
func (r *vectorPart) sunkStore(i *ir.Instr) bool {
	latch := r.s.Latch()
	if i.Op != ir.Store || i.Flags&(ir.Volatile|ir.Atomic) != 0 || len(r.s.ExitEdges()) != 1 || r.s.ExitEdges()[0].From != latch {
		return false
	}
	for _, h := range r.s.Header.Phis() {
		start, ok := h.Incoming(r.s.Preheader()).(*ir.Instr)
		if !ok || start.Op != ir.Phi || start.Parent != r.pre || !slices.Contains(start.Args(), i.Arg(0)) {
			continue
		}
		for u := range ir.Uses(h.Incoming(latch)) {
			if s := u.User; s.Op == ir.Store && u.Index() == 0 && s.Arg(1) == i.Arg(1) && r.s.Contains(s.Parent) && r.dt.Dominates(s.Parent, latch) {
				return true
			}
		}
	}
	return false
}

// oneAfterAnother reports whether the loops may be parts of one source loop: vector loops do
// several iterations at a time, and each begins where the one before ended. A source loop
// before another one's vector loop, where both are skipped for few iterations, is no part of
// it.
func (r *vectorPart) oneAfterAnother() bool {
	for _, l := range r.loops {
		c := countingOf(l)
		if c == nil || l.Preheader() == nil {
			if len(r.loops) > 1 {
				return false
			}
			continue
		}
		if (c.step == 1 || c.step == -1) && !hasVectors(l) {
			return false
		}
		if !r.resumes(l.Preheader()) {
			continue
		}
		begin, ok := c.phi.Incoming(l.Preheader()).(*ir.Instr)
		if !ok || begin.Op != ir.Phi || !r.inside[begin.Parent] {
			return false
		}
		for k, from := range begin.Blocks {
			if _, isConst := ir.IntValue(begin.Arg(k)); isConst && r.resumes(from) {
				return false
			}
		}
	}
	return true
}

// hasVectors reports whether a loop has vector operations.
func hasVectors(l *analysis.Loop) bool {
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if i.Typ.Kind == ir.VectorKind || i.Op == ir.Store && i.Arg(0).Type().Kind == ir.VectorKind {
				return true
			}
		}
	}
	return false
}

// endWithScalar reports whether all of ends are the preheader of the scalar loop or on the
// straight path after its single exit, paths to unreachable aside.
func (r *vectorPart) endWithScalar(ends []*ir.Block) bool {
	behind := map[*ir.Block]bool{}
	for b, n := r.exit(), 0; b != nil && n < 8; n++ {
		behind[b] = true
		for _, i := range b.Instrs {
			if canon.MayWrite(i) {
				n = 8
			}
		}
		if len(b.Succs()) != 1 {
			break
		}
		b = b.Succs()[0]
	}
	for _, b := range ends {
		for n := 0; n < 8 && !behind[b] && !leadsTo(b, r.pre); n++ {
			if len(b.Instrs) > 1 || len(b.Succs()) != 1 {
				return false
			}
			b = b.Succs()[0]
		}
		if !behind[b] && !leadsTo(b, r.pre) {
			return false
		}
	}
	return true
}

// exit is the exit block of the scalar loop, nil where there are several.
func (r *vectorPart) exit() *ir.Block {
	var exit *ir.Block
	for _, e := range r.s.ExitEdges() {
		switch {
		case r.li.EndsUnreachable(e.To):
		case exit != nil:
			return nil
		default:
			exit = e.To
		}
	}
	return exit
}

// startsAlike reports whether the scalar loop, entered from the guards, starts where the
// vector loops do: values with a constant step differ, after a vector loop, by as many steps
// as it did iterations; others have the same start value.
func (r *vectorPart) startsAlike(guard *ir.Block) bool {
	counted := false
	for _, phi := range r.pre.Phis() {
		var start ir.Value
		var resumed []ir.Value
		for k, from := range phi.Blocks {
			switch v := phi.Arg(k); {
			case r.resumes(from):
				resumed = append(resumed, v)
			case start == nil:
				start = v
			case !edit.SameValue(start, v):
				return false
			}
		}
		if start == nil || len(resumed) == 0 {
			return false
		}
		for _, v := range resumed {
			switch {
			case edit.IntWidth(phi.Typ) > 0 && r.advanced(phi, start, v):
				counted = true
			case !r.startsFrom(start, v):
				return false
			}
		}
	}
	return counted
}

// resumes reports whether the edge from b comes from a vector loop.
func (r *vectorPart) resumes(b *ir.Block) bool {
	for _, l := range r.loops {
		if r.dt.Dominates(l.Header, b) {
			return true
		}
	}
	// Behind the check for a second vector loop, the first may have run.
	if !r.inside[b] {
		return false
	}
	seen := map[*ir.Block]bool{}
	work := []*ir.Block{b}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || !r.inside[b] {
			continue
		}
		seen[b] = true
		if r.li.Of(b) != r.s.Parent {
			return true
		}
		work = append(work, r.preds[b.ID]...)
	}
	return false
}

// advanced reports whether v is start plus as many steps of the scalar loop as one of the
// vector loops did iterations.
func (r *vectorPart) advanced(phi *ir.Instr, start, v ir.Value) bool {
	step, ok := r.stepOf(phi)
	if !ok {
		return false
	}
	w := edit.IntWidth(phi.Typ)
	for _, l := range r.loops {
		n, each := r.countOf(l)
		for _, k := range each {
			if always(r.f.Module, func(s *sample) (bool, bool) {
				return s.of(v) == (s.of(start)+s.of(n)*uint64(k*step))&mask(w), true
			}) {
				return true
			}
		}
	}
	return false
}

// stepOf is the constant step of the scalar loop's phi with start value phi.
func (r *vectorPart) stepOf(phi *ir.Instr) (int64, bool) {
	for _, h := range r.s.Header.Phis() {
		if h.Incoming(r.s.Preheader()) == phi {
			if rec := r.s.Recurrence(h); rec != nil {
				return rec.Step()
			}
		}
	}
	return 0, false
}

// countOf is the trip count of a vector loop in scalar iterations, and the steps of its phis
// that start at 0 for each of them.
func (r *vectorPart) countOf(l *analysis.Loop) (n ir.Value, each []int64) {
	pre := l.Preheader()
	if len(l.Blocks) != 1 || len(l.ExitEdges()) != 1 || pre == nil {
		return nil, nil
	}
	c := countingOf(l)
	if c == nil || c.low != nil {
		return nil, nil
	}
	alone := len(r.loops) == 1
	for _, p := range l.Header.Phis() {
		rec := l.Recurrence(p)
		if rec == nil || edit.IntWidth(p.Typ) == 0 || alone && !ir.IsZero(p.Incoming(pre)) {
			continue
		}
		if step, ok := rec.Step(); ok && step%c.step == 0 && (!alone || ir.IsZero(c.phi.Incoming(pre))) {
			each = append(each, step/c.step)
		}
	}
	return c.cond.Arg(1), each
}

// startsFrom reports whether start is the start value of the vector loop's value from which v
// is computed.
func (r *vectorPart) startsFrom(start, v ir.Value) bool {
	found := false
	seen := map[ir.Value]bool{}
	var look func(v ir.Value)
	var initial func(v ir.Value)
	initial = func(v ir.Value) {
		if edit.SameValue(start, v) {
			found = true
			return
		}
		switch x := v.(type) {
		case *ir.Const:
			for _, e := range x.Elems {
				found = found || edit.SameValue(start, e)
			}
			found = found || x.Kind == ir.ConstZero && ir.IsZero(start)
		case *ir.Instr:
			if x.Op == ir.InsertElement || x.Op == ir.ShuffleVector {
				initial(x.Arg(0))
				initial(x.Arg(1))
			}
		}
	}
	look = func(v ir.Value) {
		if edit.SameValue(start, v) {
			found = true
		}
		i, ok := v.(*ir.Instr)
		if !ok || seen[i] || !r.inside[i.Parent] {
			return
		}
		seen[i] = true
		l := r.li.Of(i.Parent)
		if l != nil && l != r.s.Parent && l.Latch() != nil {
			for _, phi := range l.Header.Phis() { // what one iteration hands to the next
				if phi.Incoming(l.Latch()) == i {
					look(phi)
				}
			}
		}
		if i.Op == ir.Phi && l != nil && l.Header == i.Parent && l != r.s.Parent {
			for k, from := range i.Blocks {
				if l.Contains(from) {
					look(i.Arg(k))
				} else {
					initial(i.Arg(k))
				}
			}
			return
		}
		for k := range i.NumArgs() {
			look(i.Arg(k))
		}
	}
	look(v)
	return found
}
