package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// checkChosen refuses, where Rust's programs have floats of 32 bits, what such a float with a derivative
// goes into and what passes for something else: a choice that goes to memory as an integer, as the payload
// of an enum does, and a word that is an address on another way. Such bits do not tell at run time what they
// are, as words do beside doubles.
func (a *Info) checkChosen(i *ir.Instr) {
	t := a.sol.g.ty
	c := t.p.class
	if !t.env.hasSingles() || !i.Typ.IsInt() {
		return
	}
	if a.sol.g.carries(i) {
		if t.env.singles() && isChoice(i) {
			a.checkMoved(i, i) // what it is chosen among is taken for floats where it can be nothing else
		}
		return
	}
	from := i.Args()
	if isChoice(i) {
		from = copied(i)
	}
	stored := (i.Typ == ir.I32 || i.Typ == ir.I64) && c.leaves != nil && c.leaves[t.p.index.at(i)]
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

// checkEither refuses, in forward mode, to store a word of Rust's that has floats of 32 bits on some ways and an
// address on others: what copies it on may take it for the address alone.
func (a *Info) checkEither(i *ir.Instr, v ir.Value) {
	e := a.env
	if i.Op == ir.Store && v.Type() == ir.I64 && e.hasSingles() && !e.tellsWords() && !e.tellsPairs() && a.mayBeSingle(v) && !decided(a.sol.g.ty.valuePieces(v)) {
		a.undecided(i, v)
	}
}

// checkTaken refuses to move on a word, or its halves, as an address where a float of 32 bits with
// a derivative may stand in the memory that it is read from.
func (a *Info) checkTaken(i *ir.Instr) {
	p, t := a.sol.p, a.sol.g.ty
	if !a.env.hasSingles() && !t.bareSingles() || a.env.tellsWords() || a.sol.g.carries(i) || !t.taken(i, t.valuePieces(i)) {
		return
	}
	if slices.ContainsFunc(p.pointees(i.Arg(0)), func(x addr) bool { return a.sol.varied[a.sol.g.obj[x.obj]] && t.mem[x.obj].hasSingle(x, 8) }) {
		a.undecided(i, i)
	}
}

// taken reports whether a word with pieces l that is moved on, or its halves, as an address is read from memory in which
// a float of 32 bits may stand there.
func (t *types) taken(v ir.Value, l []Piece) bool {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op != ir.Load || i.Typ != ir.I64 || len(l) != 1 || l[0].Class != Pointer {
		return false
	}
	c := t.p.class
	moves := c.leaves != nil && c.leaves[t.p.index.at(i)]
	for u := range ir.Uses(i) {
		moves = moves || u.User.Op == ir.Trunc || u.User.Op == ir.LShr
	}
	return moves && slices.ContainsFunc(t.p.pointees(i.Arg(0)), func(x addr) bool { return t.mem[x.obj].hasSingle(x, 8) })
}

// hasSingle reports whether a float of 32 bits is accessed in size bytes at an address in the object, or in those of any
// element if the address is in an array.
func (m *memTypes) hasSingle(x addr, size int64) bool {
	for r := range m.seen {
		if r.class != FloatData || r.typ.Kind != ir.FloatKind || r.stride != x.stride {
			continue
		}
		d := r.off - x.off
		if x.stride > 0 {
			d = (d%x.stride + x.stride) % x.stride
		}
		if d < size && d+r.size > 0 {
			return true
		}
	}
	return false
}
