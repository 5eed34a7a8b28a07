package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// KnownConditions puts true or false for a condition wherever a branch on it
// has decided it already, and for a choice by it what was chosen: below the side of
// a branch that only that branch leads to. Loops whose guards repeat an outer guard then follow each other
// without a choice. It reports whether anything changed.
func KnownConditions(f *ir.Function) bool {
	dt := ir.Dominators(f)
	preds := f.Preds()
	changed := false
	for _, b := range f.Blocks {
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

// replaceBelow puts now for old wherever that is used in blocks that s dominates.
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

// decidedWith lists cond and the conditions that are true, or false, whenever it is:
// the parts of a conjunction that holds, of a disjunction that does not.
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

// SettledPhis replaces a phi of a loop header by its first value where it
// never has another one when somebody reads it: all its uses stand behind a
// condition that does not change in the loop, and under that condition the
// phi hands its value on. Compilers leave such phis when they keep what memory
// holds in a register. It reports whether anything changed.
func SettledPhis(f *ir.Function) bool {
	loops := ir.Loops(f, ir.Dominators(f))
	changed := false
	for _, l := range loops.All {
		latch, pre := l.Latch(), l.Preheader()
		if latch == nil || pre == nil {
			continue
		}
		var sides []*side // found when first asked for
		for _, phi := range l.Header.Phis() {
			next, ok := phi.Incoming(latch).(*ir.Instr)
			if !ok || next.Op != ir.Phi || next.Parent == l.Header || !l.Contains(next.Parent) {
				continue
			}
			if sides == nil {
				sides = sidesOf(l)
			}
			for _, s := range sides {
				if s.handsOn(next, phi) && s.other.never(phi) {
					edit.Replace(phi, phi.Incoming(pre))
					changed = true
					break
				}
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// side is what of a loop is executed while a condition, which does not change
// in the loop, has one of its values.
type side struct {
	cond  ir.Value
	value int // the successor that branches on cond take
	runs  map[*ir.Block]bool
	other *side
}

const maxSides = 16

// sidesOf gives the sides of the invariant conditions that l branches on.
func sidesOf(l *ir.Loop) []*side {
	var out []*side
	seen := map[ir.Value]bool{}
	for _, b := range l.Blocks {
		t := b.Term()
		if t.Op != ir.Br || len(t.Blocks) != 2 || !l.Invariant(t.Arg(0)) || seen[t.Arg(0)] || len(out) >= maxSides {
			continue
		}
		seen[t.Arg(0)] = true
		x, y := &side{cond: t.Arg(0), value: 0}, &side{cond: t.Arg(0), value: 1}
		x.other, y.other = y, x
		x.walk(l)
		y.walk(l)
		out = append(out, x, y)
	}
	return out
}

// walk finds the blocks of l that one of its iterations may come to.
func (s *side) walk(l *ir.Loop) {
	s.runs = map[*ir.Block]bool{l.Header: true}
	work := []*ir.Block{l.Header}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range b.Succs() {
			if l.Contains(to) && !s.runs[to] && s.goes(b, to) {
				s.runs[to] = true
				work = append(work, to)
			}
		}
	}
}

// goes reports whether the edge may be taken.
func (s *side) goes(from, to *ir.Block) bool {
	t := from.Term()
	return t.Op != ir.Br || len(t.Blocks) != 2 || t.Arg(0) != s.cond || t.Blocks[s.value] == to
}

// handsOn reports whether next, a phi, has the value of phi on this side.
func (s *side) handsOn(next, phi *ir.Instr) bool {
	any := false
	for k, from := range next.Blocks {
		if !s.runs[from] || !s.goes(from, next.Parent) {
			continue
		}
		if next.Arg(k) != ir.Value(phi) {
			return false
		}
		any = true
	}
	return any
}

// never reports whether nobody reads v on this side.
func (s *side) never(v *ir.Instr) bool {
	for u := range ir.Uses(v) {
		i := u.User
		if i.Op != ir.Phi {
			if i.Parent == nil || s.runs[i.Parent] || !s.other.runs[i.Parent] {
				return false
			}
			continue
		}
		from := i.Blocks[u.Index()]
		if s.runs[from] && s.goes(from, i.Parent) || !s.other.runs[from] {
			return false
		}
	}
	return true
}
