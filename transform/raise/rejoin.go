package raise

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// rejoinRests gives unrolled loops the form of LLVM up to 20: the block after the unrolled
// loop, which decides whether a remainder is left, is also entered where the unrolled loop is
// skipped. Later versions branch straight to the remainder loop there, since it has
// iterations, and assume so before it. It reports whether anything changed.
func rejoinRests(f *ir.Function) bool {
	preds := f.Preds()
	changed := false
	for _, b := range f.Blocks {
		if r := restOf(b, preds); r != nil && r.mayRejoin(preds) {
			r.rejoin()
			k := slices.Index(preds[b.ID], r.guard)
			preds[b.ID] = slices.Delete(slices.Clone(preds[b.ID]), k, k+1)
			preds[r.behind.ID] = append(slices.Clone(preds[r.behind.ID]), r.guard)
			changed = true
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// rest is the preheader of the remainder loop.
type rest struct {
	block  *ir.Block
	once   bool // what is left over is one iteration, which stands in the block itself
	assume *ir.Instr
	guard  *ir.Block   // enters it around the unrolled loop
	behind *ir.Block   // behind the unrolled loop, decides whether to enter it
	loop   *ir.Block   // the unrolled loop
	exit   *ir.Block   // where behind goes otherwise
	ahead  []*ir.Block // between guard and loop
}

// restOf matches b as such a block; nil where it is none.
func restOf(b *ir.Block, preds [][]*ir.Block) *rest {
	at := b.FirstNonPhi()
	ps := preds[b.ID]
	if len(ps) != 2 || len(b.Instrs) < at+2 || len(b.Succs()) != 1 {
		return nil
	}
	r := &rest{block: b}
	for _, i := range b.Instrs[at : len(b.Instrs)-1] {
		switch {
		case r.assume == nil && i.IsCall() && canon.IsAssume(i):
			r.assume = i
		case r.assume == nil && i.Op != ir.ICmp:
			return nil
		case i.Op != ir.ICmp:
			r.once = true
		}
	}
	if r.assume == nil {
		return nil
	}
	for k, p := range ps {
		g := ps[1-k]
		t, ok := edit.CondBranch(p)
		if !ok || p == g || len(preds[p.ID]) != 1 || !alike(r.assume.Arg(0), t.Arg(0), t.Blocks[0] == b) {
			continue
		}
		if _, ok := edit.CondBranch(g); !ok {
			continue
		}
		l := preds[p.ID][0]
		if lt, ok := edit.CondBranch(l); !ok || lt.Blocks[0] != l && lt.Blocks[1] != l {
			continue
		}
		r.guard, r.behind, r.loop, r.exit = g, p, l, t.Blocks[0]
		if r.exit == b {
			r.exit = t.Blocks[1]
		}
		return r
	}
	return nil
}

// alike reports whether assumed says that x is not zero, and cond tests whether it is zero
// (not zero, if enters is set).
func alike(assumed, cond ir.Value, enters bool) bool {
	a, ok := assumed.(*ir.Instr)
	c, ok2 := cond.(*ir.Instr)
	if !ok || !ok2 || a.Op != ir.ICmp || c.Op != ir.ICmp || a.Pred != ir.NE || !ir.IsZero(a.Arg(1)) || !ir.IsZero(c.Arg(1)) ||
		c.Pred != ir.NE && c.Pred != ir.EQ || (c.Pred == ir.NE) != enters {
		return false
	}
	return zeroAlike(a.Arg(0), c.Arg(0))
}

// zeroAlike reports whether two integers, perhaps of different widths, are zero together: the
// compiler may have narrowed one.
func zeroAlike(x, y ir.Value) bool {
	i, ok := x.(*ir.Instr)
	j, ok2 := y.(*ir.Instr)
	if !ok || !ok2 || i == j {
		return x == y
	}
	return i.Op == ir.And && j.Op == ir.And && always(i.Parent.Parent.Module, func(s *sample) (bool, bool) {
		return (s.of(i) == 0) == (s.of(j) == 0), true
	})
}

// mayRejoin reports whether the deciding block does nothing but compare, and nothing but phis
// uses what it defines.
func (r *rest) mayRejoin(preds [][]*ir.Block) bool {
	if r.exit == r.block || len(preds[r.exit.ID]) < 2 || !r.counted() || !r.findAhead(preds) {
		return false
	}
	for _, i := range r.behind.Instrs[r.behind.FirstNonPhi() : len(r.behind.Instrs)-1] {
		if i.Op != ir.ICmp {
			return false
		}
		for k := range i.NumArgs() {
			if r.leftOut(i.Arg(k)) {
				return false
			}
		}
	}
	return true
}

// findAhead finds the blocks between the guard and the unrolled loop; false where they are no
// straight line.
func (r *rest) findAhead(preds [][]*ir.Block) bool {
	ps := preds[r.loop.ID]
	if len(ps) != 2 || ps[0] != r.loop && ps[1] != r.loop {
		return false
	}
	b := ps[0]
	if b == r.loop {
		b = ps[1]
	}
	for n := 0; b != r.guard; n++ {
		if n == 8 || len(preds[b.ID]) != 1 {
			return false
		}
		r.ahead = append(r.ahead, b)
		b = preds[b.ID][0]
	}
	return true
}

// leftOut reports whether v is computed only where the guard enters the unrolled loop.
func (r *rest) leftOut(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && (i.Parent == r.loop || slices.Contains(r.ahead, i.Parent))
}

// counted reports whether the remainder loop counts to what is assumed not to be zero. Where
// the remainder is known to be either zero or one number, the loop counts to that number and
// does not show that it may be zero.
func (r *rest) counted() bool {
	if r.once {
		return oneAtMost(r.assume.Arg(0).(*ir.Instr).Arg(0))
	}
	t, ok := edit.CondBranch(r.block.Succs()[0])
	if !ok {
		return false
	}
	c, ok := t.Arg(0).(*ir.Instr)
	left := r.assume.Arg(0).(*ir.Instr).Arg(0)
	return ok && c.Op == ir.ICmp && (zeroAlike(c.Arg(0), left) || zeroAlike(c.Arg(1), left))
}

// oneAtMost reports whether x is known to be zero or one.
func oneAtMost(x ir.Value) bool {
	i, ok := x.(*ir.Instr)
	return ok && i.Op == ir.And && always(i.Parent.Parent.Module, func(s *sample) (bool, bool) { return s.of(i) <= 1, true })
}

// rejoin lets the guard branch to the deciding block.
func (r *rest) rejoin() {
	for _, phi := range r.behind.Phis() {
		phi.AddIncoming(edit.Poison(phi.Typ), r.guard)
	}
	made := map[ir.Value]*ir.Instr{}
	join := func(v, around ir.Value) *ir.Instr {
		phi := ir.NewInstr(ir.Phi, v.Type())
		phi.AddIncoming(v, r.loop)
		phi.AddIncoming(around, r.guard)
		r.behind.InsertAt(0, phi)
		made[v] = phi
		return phi
	}
	for _, phi := range r.block.Phis() {
		v := phi.Incoming(r.behind)
		if i, ok := v.(*ir.Instr); ok && i.Parent == r.behind && i.Op == ir.Phi {
			v = i.Incoming(r.loop)
		}
		edit.Replace(phi, join(v, phi.Incoming(r.guard)))
	}
	for _, phi := range r.exit.Phis() {
		for k, from := range phi.Blocks {
			v := phi.Arg(k)
			if from != r.behind {
				continue
			}
			if r.leftOut(v) {
				x := made[v]
				if x == nil {
					x = join(v, edit.Poison(v.Type()))
				}
				phi.SetArg(k, x)
			}
		}
	}
	edit.Kill(r.assume)
	for k, to := range r.guard.Term().Blocks {
		if to == r.block {
			r.guard.Term().Blocks[k] = r.behind
		}
	}
}
