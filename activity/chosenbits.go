package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// checkChosen refuses, where Rust's programs have floats of 32 bits, what such a float with a derivative
// goes into and what passes for something else: a choice that goes to memory as an integer, as the payload
// of an enum does, and a word that is an address on another way. Such bits do not tell at run time what they
// are, as words do beside doubles.
func (a *Info) checkChosen(i *ir.Instr) {
	t := a.sol.g.ty
	c := t.p.Class
	if !t.env.hasSingles() || !i.Typ.IsInt() {
		return
	}
	if a.sol.g.carries(i) {
		if t.env.singles() && pointsto.IsChoice(i) {
			a.checkMoved(i, i) // what it is chosen among is taken for floats where it can be nothing else
		}
		return
	}
	from := i.Args()
	if pointsto.IsChoice(i) {
		from = pointsto.Copied(i)
	}
	stored := (i.Typ == ir.I32 || i.Typ == ir.I64) && c.Leaves != nil && c.Leaves[t.p.Index.At(i)]
	address := i.Typ == ir.I64 && c.Of(i) == pointsto.IsPtr
	if (stored || address) && slices.ContainsFunc(from, a.mayBeSingle) {
		a.report(i, CodeMixed, "a float of 32 bits, or something else, goes where an integer or an address does, and nothing tells which", "64-bit floats tell")
	}
}

// mayBeSingle reports whether a value that varies is a float of 32 bits, or has one, on some ways.
func (a *Info) mayBeSingle(v ir.Value) bool {
	return a.variedValue(v) && slices.ContainsFunc(a.sol.g.ty.valuePieces(v), func(p memtypes.Piece) bool {
		return p.Class == memtypes.Mixed || p.Class == memtypes.FloatData && p.Type.Kind != ir.DoubleKind
	})
}

// checkEither refuses, in forward mode, to store a word of Rust's that has floats of 32 bits on some ways and an
// address on others: what copies it on may take it for the address alone.
func (a *Info) checkEither(i *ir.Instr, v ir.Value) {
	e := a.env
	if i.Op == ir.Store && v.Type() == ir.I64 && e.hasSingles() && !e.tellsWords() && !e.tellsPairs() && a.mayBeSingle(v) && !memtypes.Decided(a.sol.g.ty.valuePieces(v)) {
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
	if slices.ContainsFunc(p.Pointees(i.Arg(0)), func(x memtypes.Addr) bool { return a.sol.varied[a.sol.g.obj[x.Obj]] && t.mem[x.Obj].HasSingle(x, 8) }) {
		a.undecided(i, i)
	}
}

// taken reports whether a word with pieces l that is moved on, or its halves, as an address is read from memory in which
// a float of 32 bits may stand there.
func (t *types) taken(v ir.Value, l []memtypes.Piece) bool {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op != ir.Load || i.Typ != ir.I64 || len(l) != 1 || l[0].Class != memtypes.Pointer {
		return false
	}
	c := t.p.Class
	moves := c.Leaves != nil && c.Leaves[t.p.Index.At(i)]
	for u := range ir.Uses(i) {
		moves = moves || u.User.Op == ir.Trunc || u.User.Op == ir.LShr
	}
	return moves && slices.ContainsFunc(t.p.Pointees(i.Arg(0)), func(x memtypes.Addr) bool { return t.mem[x.Obj].HasSingle(x, 8) })
}
