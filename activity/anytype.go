package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file is about memory that holds one of several types, as a union does, or an object
// of any type: it is accessed as one of them in one place of a function and copied as another
// in another place.

// contested leaves undecided what is an address or an integer by better evidence than
// there is of floats in the same place. Where words tell at run time, so are floats of which
// anything tells that they may be addresses.
func (t *types) contested(list []memtypes.Piece, places pointsto.AddrSet) []memtypes.Piece {
	own, words := false, t.env.tellsWords()
	for _, a := range places {
		for k, p := range list {
			var other memtypes.PieceClass
			structs := words
			switch {
			case p.Class == memtypes.Pointer || p.Class == memtypes.Integer:
				other = memtypes.FloatData
			case p.Class == memtypes.FloatData && (words || p.Type.Kind == ir.DoubleKind):
				other, structs = memtypes.Pointer, true
			default:
				continue
			}
			m := &t.mem[a.Obj]
			if m.Within(a, p, other) || structs && m.AmongStructs(a, p, other) {
				if !own {
					list, own = slices.Clone(list), true
				}
				list[k].Class = memtypes.Mixed
			}
		}
	}
	return list
}

// eitherWord reports whether the words of a copied block of which it is not known what
// they are hold doubles or addresses, each of them somewhere, and nothing else, and no
// other floats stand beside them: each word then tells at run time.
func (t *types) eitherWord(i *ir.Instr, l []memtypes.Piece) bool {
	if t.p.TargetOf(i).Kind != pointsto.ToCopy || !t.env.wordsFit() {
		return false
	}
	for _, p := range l {
		if p.Class == memtypes.FloatData && p.Type.Kind != ir.DoubleKind {
			return false
		}
	}
	size := sizeOf(l)
	for at := int64(0); at < size; {
		k := slices.IndexFunc(l, func(p memtypes.Piece) bool { return p.Offset <= at && at < p.Offset+p.Size })
		if k < 0 {
			return false
		}
		if l[k].Class != memtypes.Unknown && l[k].Class != memtypes.Mixed {
			at = l[k].Offset + l[k].Size
			continue
		}
		var double, address bool
		for side := range 2 {
			for _, a := range t.p.Pointees(i.Arg(side)) {
				d, p, other := t.mem[a.Obj].WordAt(a, at)
				if other {
					return false
				}
				double, address = double || d, address || p
			}
		}
		if !double || !address {
			return false
		}
		at += 8
	}
	return true
}

// findLoose finds the words in registers, by representative, that are only copied: those of code that is not
// optimised, where members of structs are declared as integers that hold addresses of functions, structs of several words, and
// words from where nothing but hints tells what stands there. What is known of where they are copied
// to does not tell of them. Shorter integers side by side in a vector are what they are alone.
func (t *types) findLoose() {
	t.loose = map[pointsto.Node]bool{}
	if !t.env.mayTellWords() {
		return
	}
	for _, m := range t.move {
		if m.val == 0 || m.by == nil || m.by.Op != ir.Load || m.size%8 != 0 || shortLanes(m.by) {
			continue
		}
		if t.p.Study.PlainCode || m.size > 8 || t.onlyHinted(m) {
			t.loose[m.val] = true
		}
	}
}

// onlyHinted reports whether nothing but hints tells what stands where m reads a word.
func (t *types) onlyHinted(m move) bool {
	return slices.ContainsFunc(m.dst, func(a memtypes.Addr) bool {
		return slices.ContainsFunc(t.elements(a, m.size), func(p memtypes.Piece) bool { return p.Class == memtypes.Unknown || p.Rank <= memtypes.RankHint })
	})
}

// shortLanes reports whether an instruction reads or writes a vector of integers shorter than words.
func shortLanes(i *ir.Instr) bool {
	t := i.Typ
	if i.Op == ir.Store {
		t = i.Arg(0).Type()
	}
	return t.IsVector() && t.Elem.IsInt() && t.Elem.Bits < 64
}

// doubtful is a list of pieces of which those without floats are undecided.
func (t *types) doubtful(l []memtypes.Piece) []memtypes.Piece {
	out := slices.Clone(l)
	for k, p := range out {
		if p.Class == memtypes.Pointer || p.Class == memtypes.Integer && p.Size == 8 {
			out[k].Class = memtypes.Mixed
		}
	}
	return out
}

// copiesStruct reports whether as many bytes are copied as a struct takes that is worth
// being copied word by word to be safe. What fills the last word is not copied always.
func copiesStruct(i *ir.Instr) bool {
	n, fixed := ir.IntValue(i.Arg(2))
	return fixed && n >= 8 && n <= maxWeak
}

// unsure reports whether a whole word of a copied struct may hold a float though it is
// accessed as an address or as an integer: it may be a union, or belong to an object of
// any type, of which a function handles one member in one place and copies another. The
// declaration of a struct says that it is none.
func (t *types) unsure(i *ir.Instr, l []memtypes.Piece) bool {
	if !copiesStruct(i) {
		return false
	}
	size, _ := ir.IntValue(i.Arg(2))
	unit := sizeOf(l)
	run := int64(0) // bytes of a word that may be any
	for at := int64(0); at < size; at++ {
		if at%8 == 0 {
			run = 0
		}
		for _, p := range l {
			if in := at % unit; p.Offset <= in && in < p.Offset+p.Size && (p.Class == memtypes.Pointer || p.Class == memtypes.Integer && p.Rank > 0) && !t.declaredAt(i, at) {
				run++
			}
		}
		if run == 8 {
			return true
		}
	}
	return false
}

// DeclaredAt reports whether the byte at an offset on one side of a copy belongs to an
// address or an integer that is a member of a declared struct.
func (t *types) declaredAt(i *ir.Instr, at int64) bool {
	for k := range 2 {
		for _, a := range t.p.Pointees(i.Arg(k)) {
			b := a.Off + at
			for off := b - memtypes.MaxScalar + 1; off <= b; off++ {
				if slices.ContainsFunc(t.mem[a.Obj].Exact[off], func(r memtypes.Record) bool {
					return r.Rank == memtypes.RankDeclared && r.Class != memtypes.FloatData && off+r.Size > b
				}) {
					return true
				}
			}
		}
	}
	return false
}

// unhinted is a list of pieces of which those that hints alone tell of, or accesses to addresses
// at one of many offsets, are unknown. Integers that are read by an index are an array of such.
func unhinted(l []memtypes.Piece) []memtypes.Piece {
	out := slices.Clone(l)
	for k, p := range out {
		if p.Class != memtypes.FloatData && (p.Rank <= memtypes.RankHint || p.Rank == memtypes.RankStrided && p.Class != memtypes.Integer) {
			out[k].Class = memtypes.Unknown
		}
	}
	return out
}

// addressesOnly reports whether a copied struct consists of addresses, as the types of the
// pointers to both of its places say: that of an iterator does. What is
// accessed in all elements of an array says so as well, and there may be integers beside the addresses.
func (t *types) addressesOnly(i *ir.Instr, l []memtypes.Piece) bool {
	size, _ := ir.IntValue(i.Arg(2))
	for k := range 2 {
		for _, a := range t.p.Pointees(i.Arg(k)) {
			for _, p := range again(l, sizeOf(l), size) {
				switch {
				case p.Class == memtypes.Integer:
				case p.Class != memtypes.Pointer:
					return false
				case !t.mem[a.Obj].PointerAt(a.Moved(p.Offset, 0)):
					return false
				}
			}
		}
	}
	return slices.ContainsFunc(l, func(p memtypes.Piece) bool { return p.Class == memtypes.Pointer })
}
