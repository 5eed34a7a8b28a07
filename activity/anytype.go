package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// This file is about memory that holds one of several types, as a union does, or an object
// of any type: it is accessed as one of them in one place of a function and copied as another
// in another place.

// contested leaves undecided what is an address or an integer by better evidence than
// there is of floats in the same place. Where words tell at run time, so are floats of which
// anything tells that they may be addresses.
func (t *types) contested(list []Piece, places addrSet) []Piece {
	own, words := false, !t.env.module.rust && t.env.tellsWords()
	for _, a := range places {
		for k, p := range list {
			var other PieceClass
			structs := words
			switch {
			case p.Class == Pointer || p.Class == Integer:
				other = FloatData
			case p.Class == FloatData && (words || p.Type.Kind == ir.DoubleKind && !t.env.module.rust):
				other, structs = Pointer, true
			default:
				continue
			}
			m := &t.mem[a.obj]
			if m.within(a, p, other) || structs && m.amongStructs(a, p, other) {
				if !own {
					list, own = slices.Clone(list), true
				}
				list[k].Class = Mixed
			}
		}
	}
	return list
}

// eitherWord reports whether the words of a copied block of which it is not known what
// they are hold doubles or addresses, each of them somewhere, and nothing else, and no
// other floats stand beside them: each word then tells at run time.
func (t *types) eitherWord(i *ir.Instr, l []Piece) bool {
	if t.p.targetOf(i).kind != toCopy || t.env.module.rust || !t.env.wordsFit() {
		return false
	}
	for _, p := range l {
		if p.Class == FloatData && p.Type.Kind != ir.DoubleKind {
			return false
		}
	}
	size := sizeOf(l)
	for at := int64(0); at < size; {
		k := slices.IndexFunc(l, func(p Piece) bool { return p.Offset <= at && at < p.Offset+p.Size })
		if k < 0 {
			return false
		}
		if l[k].Class != Unknown && l[k].Class != Mixed {
			at = l[k].Offset + l[k].Size
			continue
		}
		var double, address bool
		for side := range 2 {
			for _, a := range t.p.pointees(i.Arg(side)) {
				d, p, other := t.mem[a.obj].wordAt(a, at)
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

// wordAt tells whether a double is accessed in a word that begins at an offset from an
// address, whether anything tells of an address there, and whether of anything else.
func (m *memTypes) wordAt(a addr, at int64) (double, address, other bool) {
	from := a.off + at
	note := func(start int64, r record) {
		switch {
		case r.class == Integer:
		case start != from || r.size != 8 || r.class == Mixed:
			other = true
		case r.class == Pointer:
			address = true
		case r.typ.Kind == ir.DoubleKind:
			double = double || r.rank > rankHint
		default:
			other = true
		}
	}
	for off := from - maxScalar + 1; off < from+8; off++ {
		for _, r := range m.exact[off] {
			if off+r.size > from {
				note(off, r)
			}
		}
	}
	for _, r := range m.strided {
		for b := from; b < from+8; b++ {
			if start, in := r.element(b); in {
				note(start, r)
			}
		}
	}
	return double, address, other || a.stride != 0
}

// within reports whether anything tells of a scalar of a class among the bytes of a piece
// at an address.
func (m *memTypes) within(a addr, p Piece, class PieceClass) bool {
	from, to := a.off+p.Offset, a.off+p.Offset+p.Size
	if a.stride != 0 || len(m.exact) == 0 {
		return false
	}
	for off := from - maxScalar + 1; off < to; off++ {
		if slices.ContainsFunc(m.exact[off], func(r record) bool { return r.class == class && off+r.size > from }) {
			return true
		}
	}
	return false
}

// amongStructs reports whether anything tells of a scalar of a class, a member of structs in an
// array, where a word is at an address.
func (m *memTypes) amongStructs(a addr, p Piece, class PieceClass) bool {
	at := a.off + p.Offset
	return a.stride == 0 && p.Size == 8 && slices.ContainsFunc(m.strided, func(r record) bool {
		start, in := r.element(at)
		return in && start == at && r.class == class && r.size == p.Size && r.stride > r.size
	})
}

// findLoose finds the words in registers, by representative, that are only copied, from
// where nothing but hints tells what stands there. What is known of where they are copied
// to does not tell of them. Shorter integers side by side in a vector are what they are alone.
func (t *types) findLoose() {
	t.loose = map[node]bool{}
	if t.env.module.rust || !t.env.mayTellWords() {
		return
	}
	for _, m := range t.move {
		if m.by != nil && shortLanes(m.by) {
			continue
		}
		if m.val != 0 && m.size%8 == 0 && t.sharesWords() && !t.memberNumber(m.by) {
			t.loose[m.val] = true
		}
		if m.val == 0 || m.size != 8 || m.by.Op != ir.Load || t.p.of.plainCode {
			continue
		}
		for _, a := range m.dst {
			if slices.ContainsFunc(t.elements(a, m.size), func(p Piece) bool { return p.Class == Unknown || p.rank <= rankHint }) {
				t.loose[m.val] = true
			}
		}
	}
}

// shortLanes reports whether an instruction reads or writes a vector of integers shorter than words.
func shortLanes(i *ir.Instr) bool {
	t := i.Typ
	if i.Op == ir.Store {
		t = i.Arg(0).Type()
	}
	return t.IsVector() && t.Elem.IsInt() && t.Elem.Bits < 64
}

// doubtful is a list of pieces of which those without floats are undecided, and doubles
// where the program shares words.
func (t *types) doubtful(l []Piece) []Piece {
	out := slices.Clone(l)
	for k, p := range out {
		if p.Class == Pointer || p.Class == Integer && p.Size == 8 || t.sharesWords() && p.Class == FloatData && p.Type.Kind == ir.DoubleKind {
			out[k].Class = Mixed
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
// declaration of a struct says that it is none. Rust's enums are looked after by weak.
func (t *types) unsure(i *ir.Instr, l []Piece) bool {
	if t.env.module.rust || !copiesStruct(i) {
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
			if in := at % unit; p.Offset <= in && in < p.Offset+p.Size && (p.Class == Pointer || p.Class == Integer && p.rank > 0) && !t.declaredAt(i, at) {
				run++
			}
		}
		if run == 8 {
			return true
		}
	}
	return false
}

// declaredAt reports whether the byte at an offset on one side of a copy belongs to an
// address or an integer that is a member of a declared struct.
func (t *types) declaredAt(i *ir.Instr, at int64) bool {
	for k := range 2 {
		for _, a := range t.p.pointees(i.Arg(k)) {
			b := a.off + at
			for off := b - maxScalar + 1; off <= b; off++ {
				if slices.ContainsFunc(t.mem[a.obj].exact[off], func(r record) bool { return r.rank == rankDeclared && r.class != FloatData && off+r.size > b }) {
					return true
				}
			}
		}
	}
	return false
}

// unhinted is a list of pieces of which those that hints alone tell of, or accesses to addresses
// at one of many offsets, are unknown. Integers that are read by an index are an array of such.
func unhinted(l []Piece) []Piece {
	out := slices.Clone(l)
	for k, p := range out {
		if p.Class != FloatData && (p.rank <= rankHint || p.rank == rankStrided && p.Class != Integer) {
			out[k].Class = Unknown
		}
	}
	return out
}

// addressesOnly reports whether a copied struct consists of addresses, as the types of the
// pointers to both of its places say: that of an iterator does. In programs without unions, what is
// accessed in all elements of an array says so as well, and there may be integers beside the addresses.
func (t *types) addressesOnly(i *ir.Instr, l []Piece) bool {
	size, _ := ir.IntValue(i.Arg(2))
	one := !t.env.module.rust && !t.sharesWords()
	for k := range 2 {
		for _, a := range t.p.pointees(i.Arg(k)) {
			for _, p := range again(l, sizeOf(l), size) {
				switch {
				case p.Class == Integer && one:
				case p.Class != Pointer:
					return false
				case !t.mem[a.obj].pointerAt(a.moved(p.Offset, 0), one):
					return false
				}
			}
		}
	}
	return slices.ContainsFunc(l, func(p Piece) bool { return p.Class == Pointer })
}

// pointerAt reports whether an address is known to stand at a place, or in all elements of an array.
func (m *memTypes) pointerAt(a addr, elements bool) bool {
	isPointer := func(r record) bool { return r.class == Pointer }
	if a.stride == 0 && slices.ContainsFunc(m.exact[a.off], isPointer) {
		return true
	}
	return elements && slices.ContainsFunc(m.strided, func(r record) bool {
		start, in := r.element(a.off)
		return in && start == a.off && isPointer(r) && r.rank >= rankStrided && !r.bounded() && a.stride%r.stride == 0
	})
}
