package reverse

import (
	"slices"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// findWork marks the blocks that have something to reverse, and the loops that
// contain such blocks.
func (s *synth) findWork() {
	s.p.Number()
	s.work = make([]bool, len(s.p.Blocks))
	for k, b := range s.p.Blocks {
		if !s.reach[b] {
			continue
		}
		for _, i := range b.Instrs {
			if s.hasReversal(i) || s.swapsBack(i) != nil {
				s.work[k] = true
				break
			}
		}
		if s.work[k] {
			for l := s.loops.Of(b); l != nil; l = l.Parent {
				s.loopWork[l] = true
			}
		}
	}
}

// hasReversal reports whether the reverse sweep does something for i.
func (s *synth) hasReversal(i *ir.Instr) bool {
	if s.actions[i] != nil || s.calls[i] != nil {
		return true
	}
	if s.isShadow[i] || s.members[i] || i.Flags&ir.Part != 0 {
		return false
	}
	if s.isActive(i) {
		return true
	}
	switch i.Op {
	case ir.Ret:
		return i.NumArgs() > 0 && s.isActive(i.Arg(0))
	case ir.Store:
		return s.shadowOf(i.Arg(1)) != nil && (s.storesFloats(i) || s.wordStore(i) || s.info.Parts(i) != nil || s.leavesAddress(i))
	case ir.AtomicRMW:
		return s.shadowOf(i.Arg(0)) != nil && (i.Arg(1).Type().HasFloat() || i.X.RMWOp == "xchg" && s.movesFloat(i))
	case ir.CmpXchg:
		return s.shadowOf(i.Arg(0)) != nil && s.movesFloat(i)
	case ir.Call, ir.Invoke:
		ci := s.info.Call(i)
		if ci == nil || ci.Known == nil {
			return s.maskedReversal(i)
		}
		switch ci.Known.Class {
		case rules.MemCpy, rules.MemMove, rules.MemSet:
			if s.shadowOf(i.Arg(0)) == nil {
				return false
			}
			for _, p := range s.info.Pieces(i) {
				if p.Class != activity.Integer && p.Class != activity.Pointer {
					return true
				}
			}
		case rules.Math:
			rule := rules.ForInstr(i)
			return rule != nil && len(rule.Outs) > 0 && s.outsShadowed(i, rule)
		}
	}
	return false
}

// movesFloat reports whether an atomic operation exchanges floats.
func (s *synth) movesFloat(i *ir.Instr) bool {
	return slices.ContainsFunc(s.info.Pieces(i), func(p activity.Piece) bool { return p.Class == activity.FloatData })
}

func (s *synth) outsShadowed(i *ir.Instr, rule *rules.Rule) bool {
	for _, o := range rule.Outs {
		if o.Arg >= 0 && !o.Int && s.shadowOf(i.Arg(o.Arg)) != nil {
			return true
		}
	}
	return false
}

// storesFloats reports whether a store writes bytes that hold floats.
func (s *synth) storesFloats(i *ir.Instr) bool {
	v := i.Arg(0)
	if t, _, _ := s.lanes(v); t != nil || v.Type().HasFloat() {
		return true
	}
	if v.Type().HasPtr() {
		return false
	}
	for _, p := range s.info.Pieces(i) {
		if p.Class == activity.FloatData {
			return true
		}
	}
	return false
}

// addCounters gives every loop with work an iteration counter 0, 1, 2, ... and
// tells at its exits how often its backedge was taken.
func (s *synth) addCounters() {
	for _, l := range s.allLoops() {
		if !s.loopWork[l] {
			continue
		}
		pre, latch := l.Preheader(), l.Latch()
		if pre == nil || latch == nil {
			s.err = &ir.Diagnostic{File: s.m.Name, Line: int(l.Header.Line), Code: "L0402",
				Message: "a loop of " + s.p.Name + " has no preheader or several latches"}
			return
		}
		c := ir.NewInstr(ir.Phi, ir.I64)
		c.Name = "llad.i"
		l.Header.InsertAt(0, c)
		b := ir.NewBuilder(latch)
		b.Before(latch.Term())
		next := b.Add(c, i64(1)).(*ir.Instr)
		next.Flags = ir.NUW | ir.NSW
		c.AddIncoming(i64(0), pre)
		c.AddIncoming(next, latch)
		s.counter[l] = c
		var known ir.Value
		if tc := ir.BackedgeCount(l); tc != nil {
			b.Before(pre.Term())
			known = tc.Emit(b)
		}
		s.trip[l] = known
		for _, e := range l.ExitEdges() {
			if !s.reach[e.To] {
				continue
			}
			if s.counts[e.To] == nil {
				s.counts[e.To] = map[*ir.Loop]ir.Value{}
			}
			if s.counts[e.To][l] != nil {
				continue
			}
			if known != nil && (l.Parent == nil || l.Parent.Contains(e.To)) {
				s.counts[e.To][l] = known
				continue
			}
			s.counts[e.To][l] = s.exitPhi(e.To, l, c)
		}
	}
}

// exitPhi gives v, a value of loop l, a name at exit block x.
func (s *synth) exitPhi(x *ir.Block, l *ir.Loop, v ir.Value) *ir.Instr {
	phi := ir.NewInstr(ir.Phi, v.Type())
	x.InsertAt(0, phi)
	for _, p := range s.preds(x) {
		phi.AddIncoming(v, p)
	}
	return phi
}

// preds gives the predecessors of b; the blocks do not change after the
// normalisation.
func (s *synth) preds(b *ir.Block) []*ir.Block {
	if s.predList == nil {
		s.predList = s.p.Preds()
	}
	return s.predList[b.ID]
}

// allLoops lists the loops, outer ones first.
func (s *synth) allLoops() []*ir.Loop {
	var all []*ir.Loop
	var walk func(ls []*ir.Loop)
	walk = func(ls []*ir.Loop) {
		for _, l := range ls {
			all = append(all, l)
			walk(l.Inner)
		}
	}
	walk(s.loops.Top)
	return all
}

// skipTo gives the block from which the reverse sweep goes on above b when
// nothing between the two has anything to reverse; nil when something has.
func (s *synth) skipTo(b *ir.Block) *ir.Block {
	for _, phi := range b.Phis() {
		if s.isActive(phi) {
			return nil
		}
	}
	d := s.dt.Idom(b)
	for l := s.loops.Of(d); l != nil && !l.Contains(b); l = s.loops.Of(d) {
		if d = l.Preheader(); d == nil {
			return nil
		}
	}
	seen := map[*ir.Block]bool{b: true, d: true}
	stack := []*ir.Block{b}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, p := range s.preds(x) {
			if seen[p] {
				continue
			}
			if s.work[p.ID] {
				return nil
			}
			seen[p] = true
			stack = append(stack, p)
		}
	}
	return d
}

// addPaths plans the reverse control flow: for every block that the reverse
// sweep visits, where it goes on. Where that depends on the path taken, the
// path becomes a value of the primal.
func (s *synth) addPaths() {
	s.skip = map[*ir.Block]*ir.Block{}
	if s.ret == nil {
		return
	}
	seen := map[*ir.Block]bool{}
	queue := []*ir.Block{s.ret.Parent}
	push := func(b *ir.Block) {
		if !seen[b] {
			seen[b] = true
			queue = append(queue, b)
		}
	}
	seen[s.ret.Parent] = true
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		if b == s.p.Entry() {
			continue
		}
		if l := s.loops.Of(b); l != nil && l.Header == b {
			push(l.Preheader())
			push(l.Latch())
			continue
		}
		if d := s.skipTo(b); d != nil {
			s.skip[b] = d
			push(d)
			continue
		}
		ps := s.preds(b)
		for _, p := range ps {
			push(s.enter(p, b))
		}
		if len(ps) > 1 {
			s.path[b] = s.pathValue(b, ps)
		}
	}
}

// enter gives the block where the reverse sweep enters when it goes from `to`
// to its predecessor `from`: from itself, or the preheader of a loop without
// work that the edge leaves.
func (s *synth) enter(from, to *ir.Block) *ir.Block {
	for _, l := range s.left(from, to) {
		if !s.loopWork[l] {
			return l.Preheader()
		}
	}
	return from
}

// left lists the loops that the edge leaves, outermost first.
func (s *synth) left(from, to *ir.Block) []*ir.Loop {
	var ls []*ir.Loop
	for l := s.loops.Of(from); l != nil && !l.Contains(to); l = l.Parent {
		ls = append([]*ir.Loop{l}, ls...)
	}
	return ls
}

// pathValue is an i32 that tells which of ps control came from to b: computed
// from the branch condition where two ways part and meet, else a phi of numbers.
func (s *synth) pathValue(b *ir.Block, ps []*ir.Block) ir.Value {
	if len(ps) == 2 {
		d := s.dt.Idom(b)
		t := d.Term()
		if t.Op == ir.Br && t.NumArgs() == 1 && t.Blocks[0] != t.Blocks[1] && s.loops.Of(d) == s.loops.Of(b) {
			side := func(p *ir.Block) int { // the successor of d through which p is reached
				for k, succ := range t.Blocks {
					only := len(s.preds(succ)) == 1 // reached from d alone
					if p == d && succ == b || p != d && succ != b && only && s.dt.Dominates(succ, p) {
						return k
					}
				}
				return -1
			}
			if a, c := side(ps[0]), side(ps[1]); a >= 0 && c >= 0 && a != c {
				bld := ir.NewBuilder(d)
				bld.Before(t)
				if a == 0 {
					return bld.Select(t.Arg(0), ir.NewInt(ir.I32, 0), ir.NewInt(ir.I32, 1))
				}
				return bld.Select(t.Arg(0), ir.NewInt(ir.I32, 1), ir.NewInt(ir.I32, 0))
			}
		}
	}
	phi := ir.NewInstr(ir.Phi, ir.I32)
	phi.Name = "llad.from"
	b.InsertAt(0, phi)
	for k, p := range ps {
		for _, succ := range p.Succs() { // a switch may lead here by several cases
			if succ == b {
				phi.AddIncoming(ir.NewInt(ir.I32, int64(k)), p)
			}
		}
	}
	return phi
}
