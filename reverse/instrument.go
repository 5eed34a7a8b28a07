package reverse

import (
	"slices"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// findWork marks the blocks that have something to reverse, and the loops that
// contain such blocks.
func (s *synth) findWork() {
	s.fn.p.Number()
	s.cf.work = make([]bool, len(s.fn.p.Blocks))
	for k, b := range s.fn.p.Blocks {
		if !s.fn.reach[b] {
			continue
		}
		for _, i := range b.Instrs {
			if s.rv.hasReversal(i) || s.rv.swapsBack(i) != nil {
				s.cf.work[k] = true
				break
			}
		}
		if s.cf.work[k] {
			for l := s.fn.loops.Of(b); l != nil; l = l.Parent {
				s.cf.loopWork[l] = true
			}
		}
	}
}

// hasReversal reports whether the reverse sweep does something for i.
func (rvs *reversals) hasReversal(i *ir.Instr) bool {
	if rvs.actions[i] != nil || rvs.calls[i] != nil {
		return true
	}
	if rvs.sh.isShadow[i] || rvs.members[i] || i.Flags&ir.Part != 0 {
		return false
	}
	if rvs.isActive(i) {
		return true
	}
	switch i.Op {
	case ir.Ret:
		return i.NumArgs() > 0 && rvs.isActive(i.Arg(0))
	case ir.Store:
		return rvs.sh.shadowOf(i.Arg(1)) != nil && (rvs.at.storesFloats(i) || rvs.sh.wordStore(i) || rvs.fn.info.Parts(i) != nil || rvs.sh.leavesAddress(i))
	case ir.AtomicRMW:
		return rvs.sh.shadowOf(i.Arg(0)) != nil && (i.Arg(1).Type().HasFloat() || i.X.RMWOp == "xchg" && rvs.fn.movesFloat(i))
	case ir.CmpXchg:
		return rvs.sh.shadowOf(i.Arg(0)) != nil && rvs.fn.movesFloat(i)
	case ir.Call, ir.Invoke:
		ci := rvs.fn.info.Call(i)
		if ci == nil || ci.Known == nil {
			return rvs.sh.maskedReversal(i)
		}
		switch ci.Known.Class {
		case rules.MemCpy, rules.MemMove, rules.MemSet:
			if rvs.sh.shadowOf(i.Arg(0)) == nil {
				return false
			}
			for _, p := range rvs.fn.info.Pieces(i) {
				if p.Class != activity.Integer && p.Class != activity.Pointer {
					return true
				}
			}
		case rules.Math:
			rule := rules.ForInstr(i)
			return rule != nil && len(rule.Outs) > 0 && rvs.sh.outsShadowed(i, rule)
		}
	}
	return false
}

// movesFloat reports whether an atomic operation exchanges floats.
func (fn *primal) movesFloat(i *ir.Instr) bool {
	return slices.ContainsFunc(fn.info.Pieces(i), func(p activity.Piece) bool { return p.Class == activity.FloatData })
}

func (shs *shadows) outsShadowed(i *ir.Instr, rule *rules.Rule) bool {
	for _, o := range rule.Outs {
		if o.Arg >= 0 && !o.Int && shs.shadowOf(i.Arg(o.Arg)) != nil {
			return true
		}
	}
	return false
}

// storesFloats reports whether a store writes bytes that hold floats.
func (ats *adjointTypes) storesFloats(i *ir.Instr) bool {
	v := i.Arg(0)
	if t, _, _ := ats.lanes(v); t != nil || v.Type().HasFloat() {
		return true
	}
	if v.Type().HasPtr() {
		return false
	}
	for _, p := range ats.fn.info.Pieces(i) {
		if p.Class == activity.FloatData {
			return true
		}
	}
	return false
}

// addCounters gives every loop with work an iteration counter 0, 1, 2, ... and
// tells at its exits how often its backedge was taken.
func (cf *controlFlow) addCounters() {
	for _, l := range cf.fn.allLoops() {
		if !cf.loopWork[l] {
			continue
		}
		pre, latch := l.Preheader(), l.Latch()
		if pre == nil || latch == nil {
			cf.fn.err = &ir.Diagnostic{File: cf.fn.m.Name, Line: int(l.Header.Line), Code: "L0402",
				Message: "a loop of " + cf.fn.p.Name + " has no preheader or several latches"}
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
		cf.counter[l] = c
		var known ir.Value
		if tc := analysis.BackedgeCount(l); tc != nil {
			b.Before(pre.Term())
			known = tc.Emit(b)
		}
		cf.trip[l] = known
		for _, e := range l.ExitEdges() {
			if !cf.fn.reach[e.To] {
				continue
			}
			if cf.counts[e.To] == nil {
				cf.counts[e.To] = map[*analysis.Loop]ir.Value{}
			}
			if cf.counts[e.To][l] != nil {
				continue
			}
			if known != nil && (l.Parent == nil || l.Parent.Contains(e.To)) {
				cf.counts[e.To][l] = known
				continue
			}
			cf.counts[e.To][l] = cf.fn.exitPhi(e.To, l, c)
		}
	}
}

// exitPhi gives v, a value of loop l, a name at exit block x.
func (fn *primal) exitPhi(x *ir.Block, l *analysis.Loop, v ir.Value) *ir.Instr {
	phi := ir.NewInstr(ir.Phi, v.Type())
	x.InsertAt(0, phi)
	for _, p := range fn.preds(x) {
		phi.AddIncoming(v, p)
	}
	return phi
}

// preds gives the predecessors of b; the blocks do not change after the
// normalisation.
func (fn *primal) preds(b *ir.Block) []*ir.Block {
	if fn.predList == nil {
		fn.predList = fn.p.Preds()
	}
	return fn.predList[b.ID]
}

// allLoops lists the loops, outer ones first.
func (fn *primal) allLoops() []*analysis.Loop {
	var all []*analysis.Loop
	var walk func(ls []*analysis.Loop)
	walk = func(ls []*analysis.Loop) {
		for _, l := range ls {
			all = append(all, l)
			walk(l.Inner)
		}
	}
	walk(fn.loops.Top)
	return all
}

// skipTo gives the block from which the reverse sweep goes on above b when
// nothing between the two has anything to reverse; nil when something has.
func (cf *controlFlow) skipTo(b *ir.Block) *ir.Block {
	for _, phi := range b.Phis() {
		if cf.rv.isActive(phi) {
			return nil
		}
	}
	d := cf.fn.dt.Idom(b)
	for l := cf.fn.loops.Of(d); l != nil && !l.Contains(b); l = cf.fn.loops.Of(d) {
		if d = l.Preheader(); d == nil {
			return nil
		}
	}
	seen := map[*ir.Block]bool{b: true, d: true}
	stack := []*ir.Block{b}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, p := range cf.fn.preds(x) {
			if seen[p] {
				continue
			}
			if cf.work[p.ID] {
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
func (cf *controlFlow) addPaths() {
	cf.skip = map[*ir.Block]*ir.Block{}
	if cf.fn.ret == nil {
		return
	}
	seen := map[*ir.Block]bool{}
	queue := []*ir.Block{cf.fn.ret.Parent}
	push := func(b *ir.Block) {
		if !seen[b] {
			seen[b] = true
			queue = append(queue, b)
		}
	}
	seen[cf.fn.ret.Parent] = true
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		if b == cf.fn.p.Entry() {
			continue
		}
		if l := cf.fn.loops.Of(b); l != nil && l.Header == b {
			push(l.Preheader())
			push(l.Latch())
			continue
		}
		if d := cf.skipTo(b); d != nil {
			cf.skip[b] = d
			push(d)
			continue
		}
		ps := cf.fn.preds(b)
		for _, p := range ps {
			push(cf.enter(p, b))
		}
		if len(ps) > 1 {
			cf.path[b] = cf.pathValue(b, ps)
		}
	}
}

// enter gives the block where the reverse sweep enters when it goes from `to`
// to its predecessor `from`: from itself, or the preheader of a loop without
// work that the edge leaves.
func (cf *controlFlow) enter(from, to *ir.Block) *ir.Block {
	for _, l := range cf.fn.left(from, to) {
		if !cf.loopWork[l] {
			return l.Preheader()
		}
	}
	return from
}

// left lists the loops that the edge leaves, outermost first.
func (fn *primal) left(from, to *ir.Block) []*analysis.Loop {
	var ls []*analysis.Loop
	for l := fn.loops.Of(from); l != nil && !l.Contains(to); l = l.Parent {
		ls = append([]*analysis.Loop{l}, ls...)
	}
	return ls
}

// pathValue is an i32 that tells which of ps control came from to b: computed
// from the branch condition where two ways part and meet, else a phi of numbers.
func (cf *controlFlow) pathValue(b *ir.Block, ps []*ir.Block) ir.Value {
	if len(ps) == 2 {
		d := cf.fn.dt.Idom(b)
		t := d.Term()
		if t.Op == ir.Br && t.NumArgs() == 1 && t.Blocks[0] != t.Blocks[1] && cf.fn.loops.Of(d) == cf.fn.loops.Of(b) {
			side := func(p *ir.Block) int { // the successor of d through which p is reached
				for k, succ := range t.Blocks {
					only := len(cf.fn.preds(succ)) == 1 // reached from d alone
					if p == d && succ == b || p != d && succ != b && only && cf.fn.dt.Dominates(succ, p) {
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
