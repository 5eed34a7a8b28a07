package canon

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// CorrelatedValuePropagation replaces a condition by true or false where a dominating branch
// on it has decided it, and a select on it by the selected operand: in blocks dominated by an
// edge to a block with one predecessor. Loops whose guards repeat an outer guard then follow
// each other unconditionally. A phi that is x where j is zero and else x + j becomes the sum. It
// reports whether anything changed.
func CorrelatedValuePropagation(f *ir.Function) bool {
	dt := ir.Dominators(f)
	preds := f.Preds()
	changed := false
	for _, b := range f.Blocks {
		for _, phi := range slices.Clone(b.Phis()) {
			changed = sumAtZero(dt, b, phi) || changed
		}
		t := b.Term()
		if t.Op != ir.Br || len(t.Blocks) != 2 || t.Blocks[0] == t.Blocks[1] || !dt.Reachable(b) || ir.IsConstant(t.Arg(0)) {
			continue
		}
		for k, s := range t.Blocks {
			if len(preds[s.ID]) != 1 {
				continue
			}
			for _, cond := range decidedWith(t.Arg(0), k == 0) {
				if ir.IsConstant(cond) {
					continue
				}
				for u := range ir.Uses(cond) {
					if i := u.User; i.Op == ir.Select && u.Index() == 0 {
						changed = replaceBelow(dt, s, i, i.Arg(1+k)) || changed
					}
				}
				changed = replaceBelow(dt, s, cond, ir.NewBool(k == 0)) || changed
			}
		}
	}
	return changed
}

// sumAtZero replaces a phi of two numbers by a sum: where one of them is x + j, and the other one is x and
// comes from a branch on j == 0. Compilers skip what is added to an address where they skip a loop.
func sumAtZero(dt *ir.DomTree, b *ir.Block, phi *ir.Instr) bool {
	if !phi.Typ.IsInt() || phi.NumArgs() != 2 || !dt.Reachable(phi.Blocks[0]) || !dt.Reachable(phi.Blocks[1]) {
		return false
	}
	for k := range 2 {
		sum, ok := phi.Arg(k).(*ir.Instr)
		if !ok || sum.Op != ir.Add || sum.Parent == b {
			continue
		}
		for n := range 2 {
			j := sum.Arg(n)
			if phi.Arg(1-k) != sum.Arg(1-n) || !zeroOn(phi.Blocks[1-k], b, j) || !above(dt, j, b) || !above(dt, sum.Arg(1-n), b) {
				continue
			}
			at := ir.NewBuilder(b)
			at.Before(b.Instrs[b.FirstNonPhi()])
			whole, ok := at.Binary(ir.Add, sum.Arg(0), sum.Arg(1)).(*ir.Instr)
			if ok {
				whole.Flags = sum.Flags
				edit.Replace(phi, whole)
				edit.CompactBlock(b)
				return true
			}
		}
	}
	return false
}

// zeroOn reports whether p goes to b only where j is zero.
func zeroOn(p, b *ir.Block, j ir.Value) bool {
	t := p.Term()
	if t.Op != ir.Br || len(t.Blocks) != 2 || t.Blocks[0] == t.Blocks[1] {
		return false
	}
	test, ok := t.Arg(0).(*ir.Instr)
	if !ok || test.Op != ir.ICmp || test.Arg(0) != j {
		return false
	}
	c, ok := ir.IntValue(test.Arg(1))
	return ok && c == 0 && (test.Pred == ir.EQ && t.Blocks[0] == b || test.Pred == ir.NE && t.Blocks[1] == b)
}

// above reports whether v can be used at the head of b, by its phis or behind them.
func above(dt *ir.DomTree, v ir.Value, b *ir.Block) bool {
	i, ok := v.(*ir.Instr)
	return !ok || i.Parent != b && dt.Dominates(i.Parent, b)
}

// replaceBelow replaces the uses of old by now in blocks that s dominates.
func replaceBelow(dt *ir.DomTree, s *ir.Block, old, now ir.Value) bool {
	changed := false
	for u := range ir.Uses(old) {
		at := u.User.Parent
		if u.User.Op == ir.Phi {
			at = u.User.Blocks[u.Index()]
		}
		if at != nil && dt.Reachable(at) && dt.Dominates(s, at) {
			u.User.SetArg(u.Index(), now)
			changed = true
		}
	}
	return changed
}

// decidedWith lists cond and the conditions that it implies: the operands of a conjunction
// that is true, or of a disjunction that is false.
func decidedWith(cond ir.Value, is bool) []ir.Value {
	list := []ir.Value{cond}
	for k := 0; k < len(list) && len(list) < 8; k++ {
		i, ok := list[k].(*ir.Instr)
		if !ok || i.Typ != ir.I1 {
			continue
		}
		switch {
		case is && i.Op == ir.And, !is && i.Op == ir.Or:
			list = append(list, i.Arg(0), i.Arg(1))
		case i.Op == ir.Select && is && edit.IsFalse(i.Arg(2)), i.Op == ir.Select && !is && ir.IsConstant(i.Arg(1)) && !edit.IsFalse(i.Arg(1)) && !ir.IsUndef(i.Arg(1)):
			list = append(list, i.Arg(0))
			if is {
				list = append(list, i.Arg(1))
			} else {
				list = append(list, i.Arg(2))
			}
		}
	}
	return list
}

const maxSides = 16
