package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file is about blocks, in Rust's programs whose only floats are those of 32 bits, of which it is not known where
// they hold floats and where addresses. Shadow memory tells in reverse mode: an address there
// lies in the range of addresses, and the derivatives of two floats do not, whatever numbers stand beside them. Half a word at
// an end of a block is looked at with the rest of its word.

// InPairs reports whether the words of memory of which it is not known what it holds are addresses or two
// floats of 32 bits each.
func InPairs(m *ir.Module) bool { return m.HasSingles() && !m.HasDoubles() }

// tellsPairs reports whether words of shadow memory tell whether they are addresses or two derivatives.
func (e *Env) tellsPairs() bool { return e.singles() && e.wordsFit() }

// inPairs gives the pieces of a block as words where some are undecided, or where floats may stand in the place of
// addresses: what was there before matters to neither, but stands in shadow memory.
func (a *Info) inPairs(i *ir.Instr, l []memtypes.Piece) []memtypes.Piece {
	if len(l) == 0 || memtypes.Decided(l) && !a.shareBlock(i, l) && !a.inTable(i, l) {
		return l
	}
	return []memtypes.Piece{{Size: 8, Class: memtypes.Word}}
}

// inTable reports whether a struct that is taken for integers is copied from or to memory of which bytes are accessed
// anywhere, as those of a hash table are, which tell nothing of its entries.
func (a *Info) inTable(i *ir.Instr, l []memtypes.Piece) bool {
	t := a.sol.g.ty
	if t.p.TargetOf(i).Kind != pointsto.ToCopy || !copiesStruct(i) || slices.ContainsFunc(l, func(p memtypes.Piece) bool { return p.Class != memtypes.Integer }) {
		return false
	}
	return slices.ContainsFunc(a.sides(i), func(x memtypes.Addr) bool { return t.mem[x.Obj].Bytes || x.Stride > 0 && x.Stride < 8 })
}

// sides are the addresses that a block operation may read or write.
func (a *Info) sides(i *ir.Instr) (list pointsto.AddrSet) {
	for _, v := range append(i.CallArgs(), i) {
		if v.Type().IsPtr() {
			list = append(list, a.sol.p.Pointees(v)...)
		}
	}
	return list
}

// shareBlock reports whether floats among those that a block operation moves may be where addresses stand at
// other times, or the other way round.
func (a *Info) shareBlock(i *ir.Instr, l []memtypes.Piece) bool {
	t := a.sol.g.ty
	period := l[len(l)-1].Offset + l[len(l)-1].Size
	if a.sol.p.TargetOf(i).Kind != pointsto.ToRealloc && constantSize(i.Arg(2)) == period {
		period = 0
	}
	return slices.ContainsFunc(a.sides(i), func(x memtypes.Addr) bool {
		return t.p.HasCells(x.Obj) && slices.ContainsFunc(l, func(p memtypes.Piece) bool {
			at := memtypes.Addr{Obj: x.Obj, Off: x.Off + p.Offset, Stride: memtypes.Gcd(x.Stride, period)}
			return isNarrow(p) && a.addressAt(at, p.Size) || p.Class == memtypes.Pointer && t.hasNarrow(at, p.Size)
		})
	})
}

// copiedWords gives a shadow to local memory from which words of which it is not known what they are go to memory with one:
// without, nothing would tell addresses, which stand for themselves, from floats and numbers.
func (s *solution) copiedWords(set func(o int32)) (again bool) {
	p := s.p
	if !s.env.singles() {
		return false
	}
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			if !i.IsCall() || p.TargetOf(i).Kind != pointsto.ToCopy || !s.anyShadow(p.Pointees(i.Arg(0))) || memtypes.Decided(s.g.ty.blockPieces(i)) {
				continue
			}
			for _, x := range p.Pointees(i.Arg(1)) {
				if s.mayGain(x.Obj) && !s.shadow[x.Obj] {
					set(x.Obj)
					again = true
				}
			}
		}
	}
	return again
}

// readsShadow reports whether a word comes from memory with a shadow. That tells what the word is even if all addresses
// that may stand there are of memory without one: two floats, or a float and a number, may look like an address.
func (s *solution) readsShadow(v ir.Value, seen map[ir.Value]bool) bool {
	i, ok := v.(*ir.Instr)
	if !ok || seen[v] {
		return false
	}
	seen[v] = true
	switch i.Op {
	case ir.Load:
		return s.anyShadow(s.p.Pointees(i.Arg(0)))
	case ir.Phi, ir.Select, ir.Freeze:
		return slices.ContainsFunc(pointsto.Copied(i), func(w ir.Value) bool { return s.readsShadow(w, seen) })
	}
	return false
}
