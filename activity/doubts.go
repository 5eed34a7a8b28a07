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
	if t.env.singles() {
		t.findAmongBytes()
		return
	}
	if !t.env.module.rust || !t.env.mayTellWords() {
		return
	}
	counted := map[node]bool{}
	for _, m := range t.move {
		if m.val == 0 || m.by.Op != ir.Load || m.size != 8 || !t.p.class.word(t.p.index.at(m.by)) {
			continue
		}
		l := t.val[m.val]
		t.doubts[m.val] = len(l) > 0 && !slices.ContainsFunc(l, func(p Piece) bool { return p.Class != Integer && p.Class != Pointer })
		counted[m.val] = counted[m.val] || t.p.class.counted[t.p.index.at(m.by)]
	}
	for n := range counted {
		t.doubts[n] = t.doubts[n] && !counted[n]
	}
}

// findAmongBytes fills doubts where floats have 32 bits: with words that are taken for numbers and stand in memory
// of which bytes are accessed anywhere. A hash table has its entries there, of which what makes it grow looks at no more than the keys.
func (t *types) findAmongBytes() {
	for _, m := range t.move {
		if m.val == 0 || m.by.Op != ir.Load || m.size < 4 || !t.p.class.word(t.p.index.at(m.by)) {
			continue
		}
		l := t.val[m.val]
		t.doubts[m.val] = t.doubts[m.val] || len(l) > 0 && !slices.ContainsFunc(l, func(p Piece) bool { return p.Class != Integer }) &&
			slices.ContainsFunc(t.p.pointees(m.by.Arg(0)), func(x addr) bool { return t.mem[x.obj].bytes })
	}
}
