package raise

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// A loop with a constant, odd trip count (a vector counts as one iteration) is unrolled by
// two like this by LLVM up to 14: one of the two exit tests is known and left out.
//
//	first:   an iteration; end?       exit : second
//	second:  the next iteration       first

// halves rerolls such a pair.
func (t *loopPairs) halves(l *analysis.Loop) bool {
	if len(l.Blocks) != 2 || len(l.ExitEdges()) != 1 || l.Preheader() == nil || len(l.Header.Instrs) > maxAlone {
		return false
	}
	h := l.Header
	second := l.Latch()
	if second == nil || second == h || len(second.Phis()) > 0 || len(second.Succs()) != 1 || len(t.preds[second.ID]) != 1 || l.ExitEdges()[0].From != h {
		return false
	}
	u := &unrolled{pairs: t, u: l, body: h, count: 2}
	stores, ok := u.storesOnly()
	after := &unrolled{pairs: t, u: l, body: second}
	if n, ok2 := after.storesOnly(); !ok || !ok2 || n != stores || stores == 0 {
		return false
	}
	u.ones()
	u.openPhis()
	all := u.runUnrolled(u.first)
	next := &symbolicRun{symbols: u.sym, vals: map[ir.Value]term{}}
	steps := map[*ir.Instr]int64{}
	for _, p := range h.Phis() {
		all.vals[p] = u.first[p]
	}
	both := &symbolicRun{symbols: u.sym, vals: all.vals, effects: all.effects}
	both.block(second)
	for _, p := range h.Phis() {
		d, ok := u.sym.difference(both.val(p.Incoming(second)), u.first[p])
		if !ok || d%2 != 0 {
			return false
		}
		steps[p] = d / 2
		next.vals[p] = u.sym.plus(u.first[p], u.sym.sum(sum{width: edit.IntWidth(p.Typ), c: uint64(d / 2)}), 1)
	}
	next.effects = append(next.effects, all.effects...)
	next.block(h)
	if both.failed || next.failed || len(both.effects) != len(next.effects) {
		return false
	}
	for k := range both.effects {
		if !both.effects[k].equals(next.effects[k]) {
			return false
		}
	}
	one, two := accessMetadataOf(h, next), accessMetadataOf(second, both)
	for k, s := range one.stores {
		if !sameAccessMetadata(s, two.stores[k]) {
			return false
		}
	}
	for _, i := range h.Instrs {
		if i.Op == ir.Load && !two.holds(i, next.vals[i]) {
			return false
		}
	}
	if !u.endsStraight(steps, all) {
		return false
	}
	u.loosen()
	b := ir.NewBuilder(h)
	b.Before(h.Term())
	for _, p := range h.Phis() {
		k := (&counting{phi: p}).indexOf(second)
		p.SetArg(k, (&iteration{steps: steps}).nextValue(b, p, p))
		p.Blocks[k] = h
	}
	for k, to := range h.Term().Blocks {
		if to == second {
			h.Term().Blocks[k] = h
		}
	}
	t.preds[h.ID] = append(slices.Clone(t.preds[h.ID]), h)
	t.cut = append(t.cut, [2]*ir.Block{h, second})
	t.made[h] = true
	return true
}

// endsStraight reports whether the loop exits, after the first iteration of a pair, when an
// induction variable reaches a constant from a constant without wrapping.
func (u *unrolled) endsStraight(steps map[*ir.Instr]int64, all *symbolicRun) bool {
	h := u.body
	cond, ok := h.Term().Arg(0).(*ir.Instr)
	if !ok || cond.Op != ir.ICmp || cond.Pred != ir.EQ && cond.Pred != ir.NE {
		return false
	}
	end, ok := ir.IntValue(cond.Arg(1))
	stays := h.Term().Blocks[0]
	if !ok || u.u.Contains(stays) != (cond.Pred == ir.NE) {
		return false
	}
	for _, p := range h.Phis() {
		start, ok := ir.IntValue(p.Incoming(u.u.Preheader()))
		d, ok2 := u.sym.difference(all.val(cond.Arg(0)), u.first[p])
		if s := steps[p]; ok && ok2 && s != 0 && d == s && (end-start)%s == 0 && (end-start)/s > 0 {
			return true
		}
	}
	return false
}
