package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// UnfoldPhiConstants undoes the propagation of a constant along an edge: the first row of a
// matrix begins at 0, so that compilers replace i*n by
//
//	phi [ 0, where i is 0 ], [ i*n, elsewhere ]
//
// which hides the offsets of the other rows. The value is computed again after the phi. It
// reports whether anything changed.
func UnfoldPhiConstants(f *ir.Function) bool {
	dt := ir.Dominators(f)
	preds := f.Preds()
	changed := false
	for _, b := range f.Blocks {
		if !dt.Reachable(b) {
			continue
		}
		for _, p := range b.Phis() {
			if v := unfoldedPhi(dt, preds, p); v != nil {
				again := v.Copy()
				again.Name = ""
				b.InsertAt(b.FirstNonPhi(), again)
				edit.Replace(p, again)
				changed = true
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// unfoldedPhi is the incoming sum, product or shift by a constant that phi always equals; nil
// if there is none.
func unfoldedPhi(dt *ir.DomTree, preds [][]*ir.Block, phi *ir.Instr) *ir.Instr {
	if !phi.Typ.IsInt() || phi.Typ.Bits > 64 {
		return nil
	}
	var v *ir.Instr
	for _, a := range phi.Args() {
		if _, constant := ir.IntValue(a); constant {
			continue
		}
		i, ok := a.(*ir.Instr)
		if !ok || v != nil && i != v {
			return nil
		}
		v = i
	}
	if v == nil || v.Op != ir.Mul && v.Op != ir.Shl && v.Op != ir.Add {
		return nil
	}
	x, ok := v.Arg(0).(*ir.Instr)
	by, constant := ir.IntValue(v.Arg(1))
	if !ok || !constant || by < 0 || x.Parent != phi.Parent && !dt.Dominates(x.Parent, phi.Parent) || x.Parent == phi.Parent && x.Op != ir.Phi || x == phi {
		return nil
	}
	found := false
	for k, from := range phi.Blocks {
		c, constant := ir.IntValue(phi.Arg(k))
		if !constant {
			continue
		}
		at, ok := equalOn(preds, from, phi.Parent, x)
		if !ok || !makes(v.Op, at, by, c) {
			return nil
		}
		found = true
	}
	if !found {
		return nil
	}
	return v
}

// makes reports whether the operation on two small numbers gives c without wrapping.
func makes(op ir.Op, x, by, c int64) bool {
	const small = 1 << 31
	if x < 0 || x >= small || by >= small || c < 0 || c >= small {
		return false
	}
	switch op {
	case ir.Mul:
		return x*by == c
	case ir.Shl:
		return by < 31 && x<<by == c
	}
	return x+by == c
}

// equalOn is the constant that x equals on an edge, by a branch taken before.
func equalOn(preds [][]*ir.Block, from, to *ir.Block, x ir.Value) (int64, bool) {
	for n := 0; from != nil && n < 8; n++ {
		if t, ok := edit.CondBranch(from); ok {
			if c, ok := t.Arg(0).(*ir.Instr); ok && c.Op == ir.ICmp && c.Arg(0) == x && (c.Pred == ir.EQ || c.Pred == ir.NE) {
				equal := t.Blocks[0]
				if c.Pred == ir.NE {
					equal = t.Blocks[1]
				}
				if k, ok := ir.IntValue(c.Arg(1)); ok && equal == to {
					return k, true
				}
			}
		}
		if len(preds[from.ID]) != 1 {
			return 0, false
		}
		from, to = preds[from.ID][0], from
	}
	return 0, false
}
