package typerecovery

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// maxChosenSteps bounds what is computed from a word before a select.
const maxChosenSteps = 4

// maxDecidedSteps bounds the branches that may decide a condition.
const maxDecidedSteps = 16

// choices does for selects what branch does for branches: optimised code computes with a word
// before the tag is tested, and selects the result.
func (v *variants) choices(b *ir.Block) {
	for _, i := range b.Instrs {
		if i.Op != ir.Select || i.Arg(0).Type() != ir.I1 || ir.IsConstant(i.Arg(0)) {
			continue
		}
		cond, ok := i.Arg(0).(*ir.Instr)
		if !ok || cond.Op != ir.ICmp || !ir.IsConstant(cond.Arg(1)) {
			continue
		}
		for side := 1; side <= 2; side++ {
			v.chosen(i, side, cond, side == 1, maxChosenSteps)
		}
	}
}

// chosen visits operand k of i, which is used only where the condition is as given.
func (v *variants) chosen(i *ir.Instr, k int, cond *ir.Instr, is bool, steps int) {
	x, ok := i.Arg(k).(*ir.Instr)
	if !ok || steps == 0 {
		return
	}
	if x.Op == ir.Phi {
		if worthApart(x) {
			v.where(i, k, x, cond, is)
		}
		return
	}
	switch x.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.Shl, ir.LShr, ir.And, ir.Or, ir.Xor, ir.ZExt, ir.SExt, ir.Trunc, ir.BitCast, ir.UIToFP, ir.SIToFP:
	default:
		return
	}
	for u := range ir.Uses(x) {
		if u.User != i {
			return
		}
	}
	for n := range x.NumArgs() {
		v.chosen(x, n, cond, is, steps-1)
	}
}

// again visits t, a branch on a comparison that earlier branches may have decided.
func (v *variants) again(t *ir.Instr) {
	cond, ok := t.Arg(0).(*ir.Instr)
	if !ok || t.Op != ir.Br || cond.Op != ir.ICmp || !ir.IsConstant(cond.Arg(1)) || t.Blocks[0] == t.Blocks[1] {
		return
	}
	for _, p := range t.Parent.Phis() {
		if !worthApart(p) {
			continue
		}
		for k, s := range t.Blocks {
			if ways := v.ways(p.Parent, cond, k == 0); ways != "" {
				v.below(t.Parent, s, p, ways)
			}
		}
	}
}

// ways marks the incoming edges of a block on which a comparison with a constant may be as
// given; "" where that excludes none.
func (v *variants) ways(b *ir.Block, cond *ir.Instr, is bool) string {
	v.need()
	from, ok := cond.Arg(0).(*ir.Instr)
	if !v.dt.Reachable(b) || ok && (from.Parent == b || !v.dt.Dominates(from.Parent, b)) {
		return ""
	}
	into := v.preds[b.ID]
	ways, some := make([]byte, len(into)), false
	for n, w := range into {
		ways[n] = '1'
		if known, decided := v.decided(cond, w, b); decided && known != is {
			ways[n] = '0'
		} else {
			some = true
		}
	}
	if !some || !slices.Contains(ways, '0') {
		return ""
	}
	return string(ways)
}

// where replaces operand k of i, the phi p, by its value where the condition is as given.
func (v *variants) where(i *ir.Instr, k int, p, cond *ir.Instr, is bool) {
	ways := v.ways(p.Parent, cond, is)
	if ways == "" {
		return
	}
	now := v.value(p, ways)
	if now != nil && now != ir.Value(p) {
		i.SetArg(k, now)
		v.changed = true
	}
}

// decided is the result of a comparison with a constant on an edge, if earlier branches have
// decided it.
func (v *variants) decided(cond *ir.Instr, from, to *ir.Block) (is, ok bool) {
	for range maxDecidedSteps {
		if !v.dt.Reachable(from) {
			return false, false
		}
		if is, ok := knownFrom(from.Term(), to, cond); ok {
			return is, true
		}
		for len(v.preds[from.ID]) != 1 { // what leads to several ways tells of all that it dominates
			up := v.dt.Idom(from)
			if up == nil {
				return false, false
			}
			from = up
		}
		from, to = v.preds[from.ID][0], from
	}
	return false, false
}

// knownFrom is the result of a comparison with a constant on the edge of the branch t to a
// block.
func knownFrom(t *ir.Instr, to *ir.Block, cond *ir.Instr) (is, ok bool) {
	n := 0
	for _, s := range t.Blocks {
		if s == to {
			n++
		}
	}
	c, known := ir.IntValue(cond.Arg(1))
	if n != 1 || !known {
		return false, false
	}
	bits := cond.Arg(0).Type().Bits
	switch {
	case t.Op == ir.Switch && t.Arg(0) == cond.Arg(0):
		for k := 1; k < t.NumArgs(); k++ {
			m, isInt := ir.IntValue(t.Arg(k))
			switch {
			case !isInt:
				return false, false
			case t.Blocks[k] == to:
				return edit.EvalICmp(cond.Pred, m, c, bits), true
			case t.Blocks[0] == to && m == c && (cond.Pred == ir.EQ || cond.Pred == ir.NE):
				return cond.Pred == ir.NE, true
			}
		}
	case t.Op == ir.Br && len(t.Blocks) == 2:
		have, isInstr := t.Arg(0).(*ir.Instr)
		taken := t.Blocks[0] == to
		if have == cond {
			return taken, true
		}
		if !isInstr || have.Op != ir.ICmp || have.Arg(0) != cond.Arg(0) {
			return false, false
		}
		m, isInt := ir.IntValue(have.Arg(1))
		switch equal := have.Pred == ir.EQ && taken || have.Pred == ir.NE && !taken; {
		case !isInt:
		case equal:
			return edit.EvalICmp(cond.Pred, m, c, bits), true
		case m == c && (have.Pred == ir.EQ || have.Pred == ir.NE) && (cond.Pred == ir.EQ || cond.Pred == ir.NE):
			return cond.Pred == ir.NE, true
		case have.Pred == cond.Pred && m == c:
			return taken, true
		}
	}
	return false, false
}
