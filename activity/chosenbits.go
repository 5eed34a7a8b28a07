package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// checkChosen refuses, where Rust's programs have floats of 32 bits, what such a float with a derivative
// goes into and what passes for something else: a choice of 32 bits that goes to memory as an integer,
// as the payload of an enum does, and a word that is an address on another way. Such bits do not tell at run time what they
// are, as words do beside doubles.
func (a *Info) checkChosen(i *ir.Instr) {
	t := a.sol.g.ty
	c := t.p.class
	if !t.p.env.rust || !t.p.env.M.HasSingles() || !i.Typ.IsInt() || a.sol.g.carries(i) {
		return
	}
	from := i.Args()
	if i.Op == ir.Phi || i.Op == ir.Select || i.Op == ir.Freeze {
		from = copied(i)
	}
	stored := i.Typ == ir.I32 && c.leaves != nil && c.leaves[t.p.index.at(i)]
	address := i.Typ == ir.I64 && c.of(i) == isPtr
	if (stored || address) && slices.ContainsFunc(from, a.mayBeSingle) {
		a.report(i, CodeMixed, "a float of 32 bits, or something else, goes where an integer or an address does, and nothing tells which", "64-bit floats tell")
	}
}

// mayBeSingle reports whether a value that varies is a float of 32 bits, or has one, on some ways.
func (a *Info) mayBeSingle(v ir.Value) bool {
	return a.variedValue(v) && slices.ContainsFunc(a.sol.g.ty.valuePieces(v), func(p Piece) bool {
		return p.Class == Mixed || p.Class == FloatData && p.Type.Kind != ir.DoubleKind
	})
}
