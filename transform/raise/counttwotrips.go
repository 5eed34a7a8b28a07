package raise

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// CountTwoTrips gives loops that run twice a counter that grows, and other phis their steps. Clang leaves phis of constants
// of such a loop: a flag that says whether this is the first iteration, which decides on the second, and what a
// counter or an address is in each. It reports whether there were any.
func CountTwoTrips(f *ir.Function) bool {
	changed := false
	for _, l := range analysis.Loops(f, ir.Dominators(f)).All {
		if flag, k := firstTripFlag(l); flag != nil {
			countTrips(l, flag, k)
			changed = true
		}
	}
	return changed
}

// firstTripFlag is a phi of two different flags that decides, at the end of the one latch, whether the loop l runs again:
// it does so once. back is which of its operands comes from there.
func firstTripFlag(l *analysis.Loop) (flag *ir.Instr, back int) {
	for _, p := range l.Header.Phis() {
		if len(p.Blocks) != 2 || !ir.Same(p.Typ, ir.I1) || l.Contains(p.Blocks[0]) == l.Contains(p.Blocks[1]) {
			return nil, 0
		}
		k := 0
		if !l.Contains(p.Blocks[k]) {
			k = 1
		}
		first, ok := ir.IntValue(p.Arg(1 - k))
		later, also := ir.IntValue(p.Arg(k))
		t, cond := edit.CondBranch(p.Blocks[k])
		if !ok || !also || (first != 0) == (later != 0) || !cond || t.Op != ir.Br || t.Arg(0) != ir.Value(p) {
			continue
		}
		again := t.Blocks[1]
		if first != 0 {
			again = t.Blocks[0]
		}
		if again == l.Header && t.Blocks[0] != t.Blocks[1] {
			return p, k
		}
	}
	return nil, 0
}

// countTrips replaces flag, which decides how often the loop runs, by comparisons of a counter.
func countTrips(l *analysis.Loop, flag *ir.Instr, back int) {
	latch, before := flag.Blocks[back], flag.Blocks[1-back]
	term := latch.Term()
	first, _ := ir.IntValue(flag.Arg(1 - back))
	b := ir.NewBuilder(l.Header)
	n := b.Phi(ir.I64)
	end := ir.NewBuilder(latch)
	end.Before(term)
	next := end.Add(n, ir.NewInt(ir.I64, 1)).(*ir.Instr)
	next.Flags |= ir.NUW | ir.NSW
	n.AddIncoming(ir.NewInt(ir.I64, 0), before)
	n.AddIncoming(next, latch)
	equal, other := ir.EQ, ir.NE
	if first == 0 {
		equal, other = ir.NE, ir.EQ
	}
	term.SetArg(0, end.ICmp(other, next, ir.NewInt(ir.I64, 2)))
	b.Before(l.Header.Instrs[l.Header.FirstNonPhi()])
	edit.Replace(flag, b.ICmp(equal, n, ir.NewInt(ir.I64, 0)))
	for _, p := range l.Header.Phis() {
		if p.Parent != nil && p != n {
			stepOf(p, n, latch)
		}
	}
	edit.Compact(l.Header.Parent)
}

// stepOf expresses the phi p of two constants, or of an address and one at a constant distance, by the counter n.
func stepOf(p, n *ir.Instr, latch *ir.Block) {
	k := 0
	if p.Blocks[k] != latch {
		k = 1
	}
	h := p.Parent
	b := ir.NewBuilder(h)
	b.Before(h.Instrs[h.FirstNonPhi()])
	from, ok := ir.IntValue(p.Arg(1 - k))
	to, also := ir.IntValue(p.Arg(k))
	switch gep, isGEP := p.Arg(k).(*ir.Instr); {
	case ok && also && from == 0 && to == 1 && ir.Same(p.Typ, ir.I64):
		edit.Replace(p, n)
	case ok && also && p.Typ.IsInt() && p.Typ.Bits >= 8 && from >= 0 && to >= from && to < 1<<(min(p.Typ.Bits, 32)-3): // no step wraps
		end := ir.NewBuilder(latch)
		end.Before(latch.Term())
		next := end.Add(p, ir.NewInt(p.Typ, to-from)).(*ir.Instr)
		next.Flags |= ir.NUW | ir.NSW
		p.SetArg(k, next)
	case isGEP && gep.Op == ir.GetElementPtr && gep.Arg(0) == p.Arg(1-k) && p.Typ.IsPtr() && !b.Module().Typed:
		if off, known := edit.ConstOffset(h.Parent.Module.Layout, gep); known && off != 0 {
			at := b.Offset(p.Arg(1-k), b.Mul(n, ir.NewInt(ir.I64, off)))
			at.(*ir.Instr).Flags = 0 // the second address may never have been computed
			edit.Replace(p, at)
		}
	}
}
