package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// checkChosen refuses what a float of 32 bits with a derivative goes into and what passes for something else: a
// choice that goes to memory as an integer, as the payload of an enum does, and a word that is an address on another way. Such bits do not tell at run time what they
// are, as words do beside doubles.
func (a *Info) checkChosen(i *ir.Instr) {
	t := a.sol.g.ty
	c := t.p.Class
	if !i.Typ.IsInt() || a.sol.g.carries(i) {
		return
	}
	from := i.Args()
	if pointsto.IsChoice(i) {
		from = pointsto.Copied(i)
	}
	stored := (i.Typ == ir.I32 || i.Typ == ir.I64) && c.Leaves[t.p.Index.At(i)]
	address := i.Typ == ir.I64 && c.Of(i) == pointsto.IsPtr
	if (stored || address) && slices.ContainsFunc(from, a.mayBeSingle) {
		a.report(i, CodeMixed, "a float of 32 bits, or something else, goes where an integer or an address does, and nothing tells which", "64-bit floats tell")
	}
}

// mayBeSingle reports whether a value that varies is a float of 32 bits, or has one, on some ways.
func (a *Info) mayBeSingle(v ir.Value) bool {
	return a.variedValue(v) && slices.ContainsFunc(a.sol.g.ty.valuePieces(v), func(p memtypes.Piece) bool {
		return p.Class == memtypes.Mixed && a.readsSingle(v, map[ir.Value]bool{}) || p.Class == memtypes.FloatData && p.Type.Kind != ir.DoubleKind
	})
}

// readsSingle reports whether v may be what is read where a float of 32 bits stands, or be computed from that: it is not where
// nothing tells of one in the memory that it is read from.
func (a *Info) readsSingle(v ir.Value, seen map[ir.Value]bool) bool {
	i, ok := v.(*ir.Instr)
	switch {
	case ir.IsConstant(v), seen[v]:
		return false
	case !ok:
		return true
	case i.Op == ir.Load:
		return a.sol.g.ty.singleAt(i.Arg(0))
	case !i.Typ.IsInt() || !pointsto.IsChoice(i) && !i.Op.IsBinary():
		return true
	}
	seen[v] = true
	from := i.Args()
	if pointsto.IsChoice(i) {
		from = pointsto.Copied(i)
	}
	return slices.ContainsFunc(from, func(x ir.Value) bool { return a.readsSingle(x, seen) })
}

// checkEither refuses, in forward mode, to store a word that has floats of 32 bits on some ways and an
// address on others: what copies it on may take it for the address alone.
func (a *Info) checkEither(i *ir.Instr, v ir.Value) {
	e := a.env
	if i.Op == ir.Store && v.Type() == ir.I64 && !e.tellsWords() && a.mayBeSingle(v) && !memtypes.Decided(a.sol.g.ty.valuePieces(v)) {
		a.undecided(i, v)
	}
}

// checkTaken refuses to move on a word, or its halves, as an address where a float of 32 bits with
// a derivative may stand in the memory that it is read from.
func (a *Info) checkTaken(i *ir.Instr) {
	p, t := a.sol.p, a.sol.g.ty
	if a.env.tellsWords() || a.sol.g.carries(i) || !t.taken(i, t.valuePieces(i)) {
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
	moves := c.Leaves[t.p.Index.At(i)]
	for u := range ir.Uses(i) {
		moves = moves || u.User.Op == ir.Trunc || u.User.Op == ir.LShr
	}
	return moves && t.singleAt(i.Arg(0))
}

// singleAt reports whether a float of 32 bits may stand in a word that p leads to.
func (t *types) singleAt(p ir.Value) bool {
	return slices.ContainsFunc(t.p.Pointees(p), func(x memtypes.Addr) bool { return t.mem[x.Obj].HasSingle(x, 8) })
}
