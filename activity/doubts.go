package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// findDoubts fills doubts: the words of Rust's, by representative, that go from memory to memory
// where nothing but accesses to numbers and addresses tells what they are. What a function
// accesses may be one variant of an enum, of which it moves another that has floats there.
func (t *types) findDoubts() {
	t.doubts = map[node]bool{}
	if !t.p.env.rust || !t.p.env.mayTellWords() {
		return
	}
	counted := map[node]bool{}
	for _, m := range t.move {
		if m.val == 0 || m.by.Op != ir.Load || m.size != 8 || !t.p.class.word(t.p.index.at(m.by)) {
			continue
		}
		l := t.val[m.val]
		t.doubts[m.val] = len(l) > 0 && !slices.ContainsFunc(l, func(p Piece) bool { return p.Class != Integer && p.Class != Pointer })
		counted[m.val] = counted[m.val] || t.doubts[m.val] && countedOn(m.by)
	}
	for n := range counted {
		t.doubts[n] = t.doubts[n] && !counted[n]
	}
}

// countedOn reports whether a number that is computed from a word, perhaps as one of several, goes
// to memory or is chosen: one that is counted up, or a sum of lengths.
func countedOn(word *ir.Instr) bool {
	type step struct {
		i        *ir.Instr
		computed bool
	}
	seen := []step{{word, false}}
	for k := 0; k < len(seen); k++ {
		for u := range ir.Uses(seen[k].i) {
			next := step{u.User, seen[k].computed}
			switch y := u.User; y.Op {
			case ir.Phi, ir.Select, ir.Freeze, ir.Store, ir.Ret, ir.InsertValue:
				if next.computed && (y.Op != ir.Store || u.Index() == 0) {
					return true
				}
				if !y.Typ.IsInt() {
					continue
				}
			case ir.Add, ir.Sub, ir.Mul, ir.UDiv, ir.SDiv, ir.URem, ir.SRem, ir.And, ir.Or, ir.Xor, ir.Shl, ir.LShr, ir.AShr:
				next.computed = true
			default:
				continue
			}
			if !slices.Contains(seen, next) {
				seen = append(seen, next)
			}
		}
		if len(seen) > maxNumbers {
			return true
		}
	}
	return false
}
