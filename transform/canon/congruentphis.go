package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// mergeCongruentPhis replaces a phi by another of its block that has the same value whenever control comes
// there, though a loop carries each on its own: two sums that begin alike and get the same
// terms. Such a pair is assumed to be equal until an edge shows that it is not (Alpern, Wegman and
// Zadeck, 1988). It reports whether anything changed.
func mergeCongruentPhis(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		phis := b.Phis()
		if len(phis) > maxCongruent {
			continue
		}
		for n, y := range phis {
			for _, x := range phis[:n] {
				c := congruence{}
				if x.Parent == nil || y.Parent == nil || !c.phis(x, y) {
					continue
				}
				for _, two := range c.assumed {
					if two[0].Parent != nil && two[1].Parent != nil {
						edit.Replace(two[1], two[0])
					}
				}
				changed = true
				break
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// maxCongruent is how many phis of a block are compared with each other.
const maxCongruent = 32

// congruence is a set of pairs of phis that are equal if none of them is found not to be.
type congruence struct {
	assumed [][2]*ir.Instr
}

// phis reports whether x and y, phis of one block, may be equal.
func (c *congruence) phis(x, y *ir.Instr) bool {
	if !ir.Same(x.Typ, y.Typ) || x.Flags != y.Flags || len(c.assumed) >= maxCongruent {
		return false
	}
	c.assumed = append(c.assumed, [2]*ir.Instr{x, y})
	for k, from := range x.Blocks {
		if !c.values(x.Arg(k), y.Incoming(from)) {
			return false
		}
	}
	return true
}

// values reports whether v and w may be equal.
func (c *congruence) values(v, w ir.Value) bool {
	if v == w || ir.IsConstant(v) && ir.IsConstant(w) && ir.Same(v.Type(), w.Type()) && v.Ident() == w.Ident() {
		return true
	}
	x, ok := v.(*ir.Instr)
	y, ok2 := w.(*ir.Instr)
	if !ok || !ok2 || x.Op != ir.Phi || y.Op != ir.Phi || x.Parent != y.Parent {
		return false
	}
	for _, two := range c.assumed {
		if two == [2]*ir.Instr{x, y} || two == [2]*ir.Instr{y, x} {
			return true
		}
	}
	return c.phis(x, y)
}
