package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// choice is a value that a loop carries on unless an iteration puts another in
// its place, as in a search for the smallest: best = s < best ? s : best. The
// adjoint of what the search ends with belongs to the iteration that chose
// last, and to no other, so that its number is all that the reverse sweep must
// know of the conditions.
type choice struct {
	loop  *analysis.Loop
	sel   *ir.Instr
	taken int                    // the operand of sel that is the new value
	last  map[*ir.Block]ir.Value // at an exit block: the iteration that chose last, -1 if none did
}

// addChoices finds the choices of loops and adds to p what remembers them.
func (cf *controlFlow) addChoices() {
	for _, l := range cf.fn.allLoops() {
		if cf.counter[l] == nil {
			continue
		}
		for _, phi := range l.Header.Phis() {
			if c := cf.findChoice(l, phi); c != nil {
				cf.addChoice(c, phi)
			}
		}
	}
}

func (cf *controlFlow) findChoice(l *analysis.Loop, phi *ir.Instr) *choice {
	if cf.sh.isShadow[phi] || !phi.Typ.IsFP() || !cf.rv.isActive(phi) {
		return nil
	}
	sel, ok := phi.Incoming(l.Latch()).(*ir.Instr)
	if !ok || sel.Op != ir.Select || sel.Arg(0).Type() != ir.I1 || cf.fn.loops.Of(sel.Parent) != l {
		return nil
	}
	taken := 1
	if sel.Arg(1) == ir.Value(phi) {
		taken = 2
	}
	if sel.Arg(3-taken) != ir.Value(phi) || sel.Arg(taken) == ir.Value(phi) || leaves(l, phi) && leaves(l, sel) {
		return nil
	}
	for _, v := range []*ir.Instr{phi, sel} {
		for u := range ir.Uses(v) {
			i := u.User
			if l.Contains(i.Parent) && i != phi && i != sel && (cf.rv.isActive(i) || cf.rv.hasReversal(i)) {
				return nil
			}
		}
	}
	return &choice{loop: l, sel: sel, taken: taken, last: map[*ir.Block]ir.Value{}}
}

func (cf *controlFlow) addChoice(c *choice, phi *ir.Instr) {
	l := c.loop
	last := ir.NewInstr(ir.Phi, ir.I64)
	last.Name = "llad.chosen"
	l.Header.InsertAt(0, last)
	b := ir.NewBuilder(c.sel.Parent)
	b.After(c.sel)
	x, y := ir.Value(cf.counter[l]), ir.Value(last)
	if c.taken == 2 {
		x, y = y, x
	}
	now := b.Select(c.sel.Arg(0), x, y)
	last.AddIncoming(i64(-1), l.Preheader())
	last.AddIncoming(now, l.Latch())
	before := leaves(l, phi) // what is read behind is the phi: its last choice was made before
	for _, e := range l.ExitEdges() {
		if !cf.fn.reach[e.To] || c.last[e.To] != nil {
			continue
		}
		out := ir.NewInstr(ir.Phi, ir.I64)
		e.To.InsertAt(0, out)
		for _, p := range cf.fn.preds(e.To) {
			v := now
			if before || !cf.fn.dt.Dominates(c.sel.Parent, p) {
				v = last
			}
			out.AddIncoming(v, p)
		}
		c.last[e.To] = out
	}
	cf.choices[c.sel] = c
	cf.chosen[l] = append(cf.chosen[l], c)
}

// onlyFor gives the choice that alone may make use of what loop l computes, so
// that l need not be reversed in other iterations than the one that chose.
func (cf *controlFlow) onlyFor(l *analysis.Loop) *choice {
	if c, ok := cf.serves[l]; ok {
		return c
	}
	c := cf.findServed(l)
	cf.serves[l] = c
	return c
}

func (cf *controlFlow) findServed(l *analysis.Loop) *choice {
	if len(cf.choices) == 0 || l.Parent == nil {
		return nil
	}
	var found *choice
	seen := map[*ir.Instr]bool{}
	var feeds func(v *ir.Instr) bool
	feeds = func(v *ir.Instr) bool {
		if seen[v] {
			return true
		}
		seen[v] = true
		for u := range ir.Uses(v) {
			i := u.User
			if l.Contains(i.Parent) || !cf.rv.isActive(i) && !cf.rv.hasReversal(i) {
				continue
			}
			if cf.fn.loops.Of(i.Parent) != l.Parent || i.Parent == l.Parent.Header && i.Op == ir.Phi {
				return false
			}
			if c := cf.choices[i]; c != nil && u.Index() == c.taken && c.loop == l.Parent && (found == nil || found == c) {
				found = c
				continue
			}
			if i.Op == ir.Load || i.Op == ir.Store || i.Op == ir.AtomicRMW || i.Op == ir.Ret || !feedsOn(i) || !feeds(i) {
				return false
			}
		}
		return true
	}
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if cf.sh.isShadow[i] {
				continue
			}
			if cf.rv.isActive(i) && leaves(l, i) && !feeds(i) {
				return nil
			}
			if cf.rv.hasReversal(i) && i.Op != ir.Phi && i.Op != ir.Load && !feedsOn(i) {
				return nil
			}
		}
	}
	return found
}

// feedsOn reports whether all that the reversal of i does is to hand its
// adjoint on to its operands.
func feedsOn(i *ir.Instr) bool {
	switch i.Op {
	case ir.Phi, ir.Select, ir.FNeg:
		return true
	case ir.Call:
		f := i.CalledFunc()
		return f != nil && (isIntrinsic(f, "llvm.fmuladd.") || isIntrinsic(f, "llvm.fma.") || isIntrinsic(f, "llvm.fabs.") ||
			isIntrinsic(f, "llvm.sqrt.") || f.Name == "sqrt" || f.Name == "fabs" || f.Name == "exp" || f.Name == "log" || f.Name == "pow")
	}
	return i.Op.IsBinary() || i.Op.IsCast()
}

// chose is an i1: whether the iteration being reversed is the one whose choice
// lasted.
func (lks *lookups) chose(c *choice) ir.Value {
	e := lks.entry(c.loop)
	return lks.cu.b.ICmp(ir.EQ, lks.cu.b.Load(ir.I64, e.counter, 8), lks.cu.b.Load(ir.I64, lks.chosenSlot(e, c), 8))
}

// leaves is an i1: whether control left l behind the iteration being reversed.
func (lks *lookups) leaves(l *analysis.Loop) ir.Value {
	if rp := lks.cu.s.rps.replays[l]; rp != nil && rp.fused {
		return lks.cu.b.ICmp(ir.NE, lks.cu.b.Load(ir.I8, lks.fusedState(rp).left, 1), ir.NewInt(ir.I8, 0))
	}
	e := lks.entry(l)
	return lks.cu.b.ICmp(ir.EQ, lks.cu.b.Load(ir.I64, e.counter, 8), lks.cu.b.Load(ir.I64, e.last, 8))
}

// chosenSlot gives the slot in which the number of the iteration that chose
// stands while its loop is reversed.
func (lks *lookups) chosenSlot(e *loopEntry, c *choice) *ir.Instr {
	if e.chosen[c] == nil {
		if e.chosen == nil {
			e.chosen = map[*choice]*ir.Instr{}
		}
		e.chosen[c] = lks.cu.slot(ir.I64)
	}
	return e.chosen[c]
}

// skipUnlessChosen branches around the reversal of the loops that the edge
// leaves where only a choice that was not made would need it.
func (r *reverser) skipUnlessChosen(from, to *ir.Block) {
	ls := r.cu.s.fn.left(from, to)
	if len(ls) != 1 || !r.cu.s.cf.loopWork[ls[0]] {
		return
	}
	c := r.cu.s.cf.onlyFor(ls[0])
	if c == nil {
		return
	}
	base := r.cu.s.records.InFrontOf(ls[0])
	if !r.cu.dry && base == nil && r.cu.s.records.TakesIn(ls[0]) {
		return // what its iterations take from the tape has to be given back by each
	}
	reverse, skip := r.cu.out.NewBlock("llad.chosen"), r.cu.out.NewBlock("llad.skip")
	r.cu.b.CondBr(r.lk.chose(c), reverse, skip)
	r.cu.at(skip, r.cu.loop)
	if base != nil && !r.cu.dry {
		r.cu.b.CallFunc(r.cu.s.fn.env.runtime().PopFunc(), r.cu.tape, r.lk.lookup(base))
	}
	r.cu.b.Br(r.block(ls[0].Preheader()))
	r.cu.at(reverse, r.cu.loop)
}
