package activity

import (
	"slices"

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
func (a *Info) inPairs(i *ir.Instr, l []Piece) []Piece {
	if len(l) == 0 || decided(l) && !a.shareBlock(i, l) && !a.inTable(i, l) {
		return l
	}
	return []Piece{{Size: 8, Class: Word}}
}

// inTable reports whether a struct that is taken for integers is copied from or to memory of which bytes are accessed
// anywhere, as those of a hash table are, which tell nothing of its entries.
func (a *Info) inTable(i *ir.Instr, l []Piece) bool {
	t := a.sol.g.ty
	if t.p.targetOf(i).kind != toCopy || !copiesStruct(i) || slices.ContainsFunc(l, func(p Piece) bool { return p.Class != Integer }) {
		return false
	}
	return slices.ContainsFunc(a.sides(i), func(x addr) bool { return t.mem[x.obj].bytes || x.stride > 0 && x.stride < 8 })
}

// sides are the addresses that a block operation may read or write.
func (a *Info) sides(i *ir.Instr) (list addrSet) {
	for _, v := range append(i.CallArgs(), i) {
		if v.Type().IsPtr() {
			list = append(list, a.sol.p.pointees(v)...)
		}
	}
	return list
}

// shareBlock reports whether floats among those that a block operation moves may be where addresses stand at
// other times, or the other way round.
func (a *Info) shareBlock(i *ir.Instr, l []Piece) bool {
	t := a.sol.g.ty
	period := l[len(l)-1].Offset + l[len(l)-1].Size
	if a.sol.p.targetOf(i).kind != toRealloc && constantSize(i.Arg(2)) == period {
		period = 0
	}
	return slices.ContainsFunc(a.sides(i), func(x addr) bool {
		return t.p.hasCells(x.obj) && slices.ContainsFunc(l, func(p Piece) bool {
			at := addr{obj: x.obj, off: x.off + p.Offset, stride: gcd(x.stride, period)}
			return isNarrow(p) && a.addressAt(at, p.Size) || p.Class == Pointer && t.hasNarrow(at, p.Size)
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
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			if !i.IsCall() || p.targetOf(i).kind != toCopy || !s.anyShadow(p.pointees(i.Arg(0))) || decided(s.g.ty.blockPieces(i)) {
				continue
			}
			for _, x := range p.pointees(i.Arg(1)) {
				if s.mayGain(x.obj) && !s.shadow[x.obj] {
					set(x.obj)
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
		return s.anyShadow(s.p.pointees(i.Arg(0)))
	case ir.Phi, ir.Select, ir.Freeze:
		return slices.ContainsFunc(copied(i), func(w ir.Value) bool { return s.readsShadow(w, seen) })
	}
	return false
}
