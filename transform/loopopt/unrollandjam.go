package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// UnrollAndJam unrolls a loop and fuses the copies of its inner loops, where these read or
// change the same elements in several iterations, as rows of a matrix product do: elements
// stay in registers for the following copies.
//
// The loop must have no branches but those of inner loops, whose trip counts are invariant in
// it. That iterations do not conflict is proved, or checked at run time before the loop
// (unrollandjamcheck.go); where the check fails, and for the remaining iterations, of which
// there is at least one, the original loop runs.
//
// Every element is updated with the same values in the same order. It reports whether anything
// changed.
func UnrollAndJam(f *ir.Function) bool {
	if !nested(f) {
		return false
	}
	changed := canon.LICM(f)
	li := analysis.Loops(f, ir.Dominators(f))
	var alias *analysis.Alias
	done := map[*analysis.Loop]bool{}
	for _, l := range li.All {
		if len(l.Inner) == 0 || done[l.Parent] || l.Preheader() == nil {
			done[l] = done[l.Parent]
			continue
		}
		if alias == nil {
			alias = edit.NewAlias(f)
		}
		j := &unrollAndJam{f: f, l: l, li: li, alias: alias, before: l.Preheader(), steps: map[*ir.Instr]*analysis.Recurrence{}}
		if j.find() && j.worth() && j.write() {
			done[l] = true
			changed = true
		}
	}
	return changed
}

// nested reports whether f may have nested loops.
func nested(f *ir.Function) bool {
	n := 0
	for _, b := range f.Blocks {
		for _, p := range b.Phis() {
			if p.Typ.IsInt() {
				n++
				break
			}
		}
	}
	return n > 1
}

const (
	maxJamBlocks = 24
	maxJamInstrs = 150
	minJamCount  = 8  // iterations of either loop that make it worth the comparisons
	jamRegisters = 14 // vector registers that an innermost loop may fill
)

// unrollAndJam is a loop that is to be unrolled and jammed.
type unrollAndJam struct {
	f      *ir.Function
	l      *analysis.Loop
	li     *analysis.LoopInfo
	alias  *analysis.Alias
	blocks []*ir.Block // those of l, in order
	leaves *ir.Block   // the one that leaves l
	count  *analysis.TripCount

	varies  map[ir.Value]bool // instructions that are not the same in all iterations of l
	objects []*jamObject
	shared  map[*ir.Instr]*jamObject // accesses of places that do not depend on the iteration
	sums    *jamSums
	steps   map[*ir.Instr]*analysis.Recurrence // of the loop's own counters
	before  *ir.Block
	by      int // how many iterations at once

	compared [][2]*jamObject // which the program has to find apart
}

// find looks at the shape of the loop and its instructions.
func (j *unrollAndJam) find() bool {
	if len(j.l.Blocks) > maxJamBlocks {
		return false
	}
	instrs := 0
	for _, b := range j.l.Blocks {
		if !j.straight(b) {
			return false
		}
		if instrs += len(b.Instrs); instrs > maxJamInstrs {
			return false
		}
		for _, i := range b.Instrs {
			if !j.plain(i) {
				return false
			}
		}
	}
	if j.leaves == nil {
		return false
	}
	j.blocks = j.l.Blocks
	if j.count = analysis.BackedgeCount(j.l); j.count == nil {
		return false
	}
	if n, ok := j.count.Const(); ok && n < minJamCount {
		return false
	}
	j.vary()
	if !j.counts() || !j.accesses() {
		return false
	}
	j.vary() // again: of what is read, some is written now
	return true
}

// straight reports whether b ends in an unconditional branch, or in the exiting branch of the
// innermost loop around it.
func (j *unrollAndJam) straight(b *ir.Block) bool {
	l, t := j.li.Of(b), b.Term()
	if t.Op != ir.Br || l.Latch() == nil {
		return false
	}
	edges := l.ExitEdges()
	if len(edges) != 1 {
		return false
	}
	if edges[0].From == b {
		if l == j.l {
			j.leaves = b
		}
		return len(t.Blocks) == 2
	}
	return len(t.Blocks) == 1
}

// plain reports whether the copies of i may run in another order than the iterations do, as
// far as its memory accesses allow.
func (j *unrollAndJam) plain(i *ir.Instr) bool {
	switch {
	case i.Op == ir.Load || i.Op == ir.Store:
		return i.Flags&(ir.Volatile|ir.Atomic) == 0
	case i.Op == ir.Phi:
		l := j.li.Of(i.Parent)
		return len(i.Blocks) == 1 || i.Parent == l.Header && len(i.Blocks) == 2
	case isMemSet(i):
		return true
	case i.Op.IsTerminator():
		return true
	case i.IsCall():
		f := i.CalledFunc()
		return f != nil && f.IsDecl && canon.Removable(i) && touchesNothing(i, f)
	case i.Op == ir.Alloca:
		return false
	}
	return canon.Removable(i)
}

// isMemSet reports whether i is a non-volatile memset.
func isMemSet(i *ir.Instr) bool {
	f := i.CalledFunc()
	return i.Op == ir.Call && f != nil && edit.IsOverload(f.Name, "llvm.memset") && edit.IsFalse(i.Arg(3))
}

// touchesNothing reports whether a call neither reads nor writes memory.
func touchesNothing(i *ir.Instr, f *ir.Function) bool {
	if len(f.Name) > 5 && f.Name[:5] == "llvm." && canon.IsPureIntrinsic(f.Name[5:]) {
		return true
	}
	return canon.HasAttr(i, f, "memory(none)") || canon.HasAttr(i, f, "readnone")
}

// vary finds the instructions that vary with l. A load from an invariant address counts as
// invariant at first: see accesses.
func (j *unrollAndJam) vary() {
	j.varies = map[ir.Value]bool{}
	for again := true; again; {
		again = false
		for _, b := range j.blocks {
			for _, i := range b.Instrs {
				if j.varies[i] || !j.variesNow(i) {
					continue
				}
				j.varies[i], again = true, true
			}
		}
	}
}

func (j *unrollAndJam) variesNow(i *ir.Instr) bool {
	if i.Op == ir.Phi && i.Parent == j.l.Header {
		return true
	}
	for _, v := range i.Args() {
		if j.varies[v] {
			return true
		}
	}
	o := j.shared[i]
	return i.Op == ir.Load && o != nil && o.written
}

// counts reports whether the loop's phis are induction variables with constant steps, and the
// trip counts of the inner loops are invariant in it.
func (j *unrollAndJam) counts() bool {
	for _, p := range j.l.Header.Phis() {
		r := j.l.Recurrence(p)
		if !p.Typ.IsInt() || r == nil {
			return false
		}
		if _, ok := r.Step(); !ok {
			return false
		}
		j.steps[p] = r
	}
	for _, b := range j.blocks {
		if t := b.Term(); len(t.Blocks) == 2 && b != j.leaves && (j.varies[t.Arg(0)] || j.loads(t.Arg(0), 0)) {
			return false
		}
	}
	return true
}

// loads reports whether v depends on a load of the loop.
func (j *unrollAndJam) loads(v ir.Value, depth int) bool {
	i, ok := v.(*ir.Instr)
	if !ok || j.l.Invariant(v) {
		return false
	}
	if i.Op == ir.Load || i.IsCall() || depth > 12 {
		return true
	}
	if i.Op == ir.Phi {
		r := j.li.Of(i.Parent).Recurrence(i)
		return r == nil
	}
	for _, a := range i.Args() {
		if j.loads(a, depth+1) {
			return true
		}
	}
	return false
}

// worth decides how many iterations are unrolled, by the number of registers. An innermost
// loop must stream through elements that are the same in each of them.
func (j *unrollAndJam) worth() bool {
	j.by = 0
	for _, l := range inside(j.l) {
		if len(l.Inner) > 0 || len(l.Blocks) > 2 {
			continue
		}
		if n := analysis.BackedgeCount(l); n == nil {
			continue
		} else if c, ok := n.Const(); ok && c < minJamCount {
			continue
		}
		reused, fixed, each := 0, 0, 0
		broadcast := map[ir.Value]bool{}
		for _, b := range l.Blocks {
			for _, i := range b.Instrs {
				switch {
				case i.Op == ir.Load && !j.varies[i.Arg(0)]:
					fixed++
					if j.goesAlong(l, i.Arg(0), i.Typ) {
						reused++
					}
				case i.Op == ir.Load || i.Op == ir.Phi && i.Typ.IsFP():
					each++
				case i.Op == ir.Store && !j.varies[i.Arg(1)]:
					reused++
				}
				j.broadcasts(l, i, broadcast)
			}
		}
		each += len(broadcast)
		if reused == 0 {
			continue
		}
		by := 4
		if 4*each+fixed > jamRegisters {
			by = 2
		}
		if 2*each+fixed <= jamRegisters && (j.by == 0 || by < j.by) {
			j.by = by
		}
	}
	return j.by > 1
}

// inside lists the loops in l.
func inside(l *analysis.Loop) (list []*analysis.Loop) {
	for _, in := range l.Inner {
		list = append(append(list, in), inside(in)...)
	}
	return list
}

// broadcasts adds to set the operands of i that are invariant in the inner loop l and vary
// with the outer one.
func (j *unrollAndJam) broadcasts(l *analysis.Loop, i *ir.Instr, set map[ir.Value]bool) {
	if !i.Typ.IsFP() || i.Op == ir.Phi {
		return
	}
	for _, v := range i.Args() {
		if a, ok := v.(*ir.Instr); ok && a.Typ.IsFP() && !l.Contains(a.Parent) && j.varies[a] {
			set[a] = true
		}
	}
}

func (j *unrollAndJam) goesAlong(l *analysis.Loop, p ir.Value, t *ir.Type) bool {
	r := l.Recurrence(p)
	if r == nil {
		return false
	}
	step, ok := r.Step()
	size := j.f.Module.Layout.AllocSize(t)
	return ok && (step == size || step == -size)
}
