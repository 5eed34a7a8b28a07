package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// SimplifyCFG removes unreachable blocks, folds branches and switches with a constant
// condition or one target, replaces phis with one value, and merges a block into its only
// predecessor. It reports whether anything changed. Functions with indirectbr or callbr keep
// their blocks.
func SimplifyCFG(f *ir.Function) bool {
	changed := false
	fixed := hasIndirect(f)
	// A branch may fold only after the phi it tests has; what remains after a
	// few rounds is not worth quadratic time.
	for round := 0; round < 8; round++ {
		folded := !fixed && foldBranches(f)
		cut := (round == 0 || folded) && edit.RemoveUnreachable(f)
		phis := foldPhis(f)
		merged, through := false, false
		if !fixed {
			merged, through = mergeBlocks(f)
		}
		changed = changed || folded || cut || phis || merged
		if !phis && !through { // no condition is another one than before
			break
		}
	}
	return changed
}

func hasIndirect(f *ir.Function) bool {
	for _, b := range f.Blocks {
		if !edit.CanRedirect(b) {
			return true
		}
	}
	return false
}

// foldBranches replaces terminators with one possible target by unconditional branches.
func foldBranches(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		t := b.Term()
		if to := onlyTarget(t); to != nil && (len(t.Blocks) > 1 || t.Op == ir.Switch) {
			edit.Jump(b, to)
			changed = true
		}
	}
	return changed
}

// onlyTarget is the block that a branch or switch always goes to, nil where it is not known.
func onlyTarget(t *ir.Instr) *ir.Block {
	if t.Op != ir.Br && t.Op != ir.Switch {
		return nil
	}
	same := true
	for _, s := range t.Blocks[1:] {
		same = same && s == t.Blocks[0]
	}
	if same {
		return t.Blocks[0]
	}
	v, ok := ir.IntValue(t.Arg(0))
	if !ok {
		return nil
	}
	return TargetFor(t, v)
}

// TargetFor is where a conditional branch or switch goes when its operand is v; nil where it
// is not known.
func TargetFor(t *ir.Instr, v int64) *ir.Block {
	if t.Op == ir.Br {
		if v != 0 {
			return t.Blocks[0]
		}
		return t.Blocks[1]
	}
	for k := 1; k < t.NumArgs(); k++ {
		c, ok := ir.IntValue(t.Arg(k))
		if !ok {
			return nil
		}
		if c == v {
			return t.Blocks[k]
		}
	}
	return t.Blocks[0]
}

// foldPhis replaces phis whose incoming values are one value or the phi itself.
func foldPhis(f *ir.Function) bool {
	var work []*ir.Instr
	for _, b := range f.Blocks {
		work = append(work, b.Phis()...)
	}
	changed := false
	for len(work) > 0 {
		phi := work[len(work)-1]
		work = work[:len(work)-1]
		if phi.Parent == nil {
			continue
		}
		v := phiValue(phi)
		if v == nil {
			continue
		}
		for u := range ir.Uses(phi) {
			if u.User.Op == ir.Phi && u.User != phi {
				work = append(work, u.User)
			}
		}
		edit.Replace(phi, v)
		changed = true
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// phiValue is the only incoming value of a phi apart from itself, nil where there are several.
func phiValue(phi *ir.Instr) ir.Value {
	var v ir.Value
	for k := range phi.Blocks {
		a := phi.Arg(k)
		switch {
		case a == ir.Value(phi):
		case v == nil:
			v = a
		case !edit.SameValue(v, a):
			return nil
		}
	}
	if v == nil { // a phi of itself alone stands in a cycle never entered
		return edit.Poison(phi.Type())
	}
	return v
}

// MergeBlocks appends each block of f to its only predecessor if that has no other successor. It
// reports whether anything changed.
func MergeBlocks(f *ir.Function) bool {
	changed, phis := mergeBlocks(f)
	if phis {
		edit.Compact(f)
	}
	return changed
}

// mergeBlocks appends each block to its only predecessor if that has no other successor.
func mergeBlocks(f *ir.Function) (changed, phis bool) {
	preds := f.Preds()
	gone := make([]bool, len(f.Blocks))
	for _, b := range f.Blocks {
		if gone[b.ID] {
			continue
		}
		for {
			t := b.Term()
			if t.Op != ir.Br || len(t.Blocks) != 1 {
				break
			}
			s := t.Blocks[0]
			if s == b || s == f.Entry() || len(preds[s.ID]) != 1 || gone[s.ID] || edit.IsEHPad(s) {
				break
			}
			for _, phi := range s.Phis() {
				edit.Replace(phi, phi.Arg(0))
				phis = true
			}
			b.Instrs = b.Instrs[:len(b.Instrs)-1]
			edit.Kill(t)
			for _, i := range s.Instrs[s.FirstNonPhi():] {
				i.Parent = b
				b.Instrs = append(b.Instrs, i)
			}
			s.Instrs = nil
			gone[s.ID] = true
			changed = true
			var last *ir.Block
			for _, to := range b.Succs() {
				if to == last {
					continue
				}
				last = to
				for _, phi := range to.Phis() {
					for k, from := range phi.Blocks {
						if from == s {
							phi.Blocks[k] = b
						}
					}
				}
				for k, p := range preds[to.ID] {
					if p == s {
						preds[to.ID][k] = b
					}
				}
			}
		}
	}
	if changed {
		keep := f.Blocks[:0]
		for k, b := range f.Blocks {
			if !gone[k] {
				keep = append(keep, b)
			}
		}
		clear(f.Blocks[len(keep):])
		f.Blocks = keep
		f.Number()
	}
	return changed, phis
}
