package canon

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// SROA (scalar replacement of aggregates) splits stack slots that are accessed at constant
// offsets into one slot for each part that is accessed together. Loads and stores of structs,
// arrays and, where their elements are accessed separately, vectors become those of members;
// memcpy and memset of constant length become copies of the parts. A part that is always
// accessed whole gets one type, with bitcasts where needed: bits are never shifted, so that a
// float stays recognisable. It reports whether anything changed; Mem2Reg promotes the parts.
//
// A slot stays whole where its address escapes, is indexed by a variable, meets another
// address in a phi or select, or is accessed out of bounds.
func SROA(f *ir.Function) bool {
	edit.RemoveUnreachable(f)
	StripDebug(f)
	changed := false
	// A copy between two slots is split by the parts of one first, then by those
	// of the other; chains of copies need more rounds.
	settled := map[*ir.Instr]bool{}
	for round := 0; round < 10; round++ {
		s := &splitter{f: f, layout: f.Module.Layout, ins: edit.NewInserter(f), whole: newWholeWords(f), settled: settled}
		again := false
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if i.Op == ir.Alloca && i.Parent != nil && !settled[i] {
					again = s.split(i) || again
				}
			}
		}
		if !again {
			break
		}
		s.ins.Flush()
		changed = true
	}
	return changed
}

type accessKind uint8

const (
	loadAccess accessKind = iota
	storeAccess
	setAccess // memset
	copyTo    // memcpy or memmove into the slot
	copyFrom  // out of the slot
	selfCopy  // both
	noAccess  // lifetime marker
)

// access is one use of a slot: bytes [off, off+size).
type access struct {
	kind      accessKind
	i         *ir.Instr
	off, size int64
}

// typ is the type of a load or store.
func (a *access) typ() *ir.Type {
	if a.kind == loadAccess {
		return a.i.Typ
	}
	return a.i.Arg(0).Type()
}

func (a *access) isMem() bool { return a.kind == loadAccess || a.kind == storeAccess }

// part is a piece of a slot that becomes a slot.
type part struct {
	off, end int64
	typ      *ir.Type // all accesses are of this type or cast to it; nil: raw bytes
	mem      bool     // some load or store touches it
	align    int64
	slot     *ir.Instr
}

type splitter struct {
	f      *ir.Function
	layout *ir.Layout
	ins    *edit.Inserter
	whole  *wholeWords

	// The slots that are only loaded from and stored to, and need nothing: what becomes of
	// others does not change that.
	settled map[*ir.Instr]bool

	slot  *ir.Instr          // what collect looks at
	joins map[*ir.Instr]bool // phis and selects between equal addresses that it has met
}

// split splits one slot.
func (s *splitter) split(a *ir.Instr) bool {
	n, ok := ir.IntValue(a.Arg(0))
	if !ok || n != 1 || a.Flags&(ir.InAlloca|ir.SwiftError) != 0 || a.Typ.AddrSpace != 0 || !s.sized(a.Elem) {
		return false
	}
	size := s.layout.AllocSize(a.Elem)
	if size <= 0 {
		return false
	}
	var acc []access
	var addrs []*ir.Instr
	s.slot, s.joins = a, map[*ir.Instr]bool{}
	if !s.collect(a, 0, 0, size, &acc, &addrs) {
		return false
	}
	if s.expand(acc) {
		return true // the next round sees the members
	}
	all := len(acc)
	acc = s.dropOverwritten(acc)
	dropped := len(acc) < all
	parts := s.whole.join(a, partition(acc, size, a.Align >= 8))
	if len(parts) == 0 {
		return dropped
	}
	work := len(parts) > 1
	for _, p := range parts {
		work = s.choose(a, p, acc) || work
	}
	if !work {
		s.settled[a] = !dropped && !slices.ContainsFunc(acc, func(x access) bool { return !x.isMem() && x.kind != noAccess })
		return dropped
	}
	s.rewrite(a, acc, parts)
	for _, d := range addrs {
		if !ir.HasUses(d) {
			edit.Kill(d)
		}
	}
	if !ir.HasUses(a) {
		edit.Kill(a)
	}
	return true
}

// sized reports whether a type has a fixed size.
func (s *splitter) sized(t *ir.Type) bool {
	switch t.Kind {
	case ir.VectorKind:
		return !t.Scalable && s.sized(t.Elem)
	case ir.ArrayKind:
		return s.sized(t.Elem)
	case ir.StructKind:
		for _, f := range t.Fields {
			if !s.sized(f) {
				return false
			}
		}
		return !t.Opaque
	case ir.IntKind, ir.PtrKind:
		return true
	}
	return t.IsFloat()
}

// collect finds all accesses through addr, which is off bytes into the slot. Casts and GEPs
// are appended to addrs after those that use them.
func (s *splitter) collect(addr *ir.Instr, off int64, depth int, size int64, acc *[]access, addrs *[]*ir.Instr) bool {
	put := func(kind accessKind, i *ir.Instr, n int64) bool {
		*acc = append(*acc, access{kind, i, off, n})
		return off >= 0 && n >= 0 && off+n <= size
	}
	for u := range ir.Uses(addr) {
		i := u.User
		switch i.Op {
		case ir.Load:
			if i.Flags&(ir.Volatile|ir.Atomic) != 0 || !s.sized(i.Typ) || !put(loadAccess, i, s.layout.StoreSize(i.Typ)) {
				return false
			}
		case ir.Store:
			if u.Index() != 1 || i.Flags&(ir.Volatile|ir.Atomic) != 0 || !s.sized(i.Arg(0).Type()) ||
				!put(storeAccess, i, s.layout.StoreSize(i.Arg(0).Type())) {
				return false
			}
		case ir.BitCast, ir.GetElementPtr:
			d, ok := int64(0), i.Typ.IsPtr() && u.Index() == 0
			if ok && i.Op == ir.GetElementPtr {
				d, ok = edit.ConstOffset(s.layout, i)
			}
			if !ok || depth > 30 || !s.collect(i, off+d, depth+1, size, acc, addrs) {
				return false
			}
			*addrs = append(*addrs, i)
		case ir.Phi, ir.Select:
			base, d, ok := s.baseOf(i)
			if !ok || base != s.slot || d != off || depth > 30 {
				return false
			}
			if s.joins[i] {
				continue
			}
			s.joins[i] = true
			if !s.collect(i, off, depth+1, size, acc, addrs) {
				return false
			}
			*addrs = append(*addrs, i)
		case ir.Call:
			if !s.collectCall(i, u.Index(), put, *acc) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (s *splitter) collectCall(i *ir.Instr, arg int, put func(accessKind, *ir.Instr, int64) bool, acc []access) bool {
	if ir.IsLifetime(i) {
		return put(noAccess, i, 0)
	}
	kind := edit.MemIntrinsic(i)
	if kind == "" || arg > 1 || !edit.IsFalse(i.Arg(3)) {
		return false
	}
	n, ok := ir.IntValue(i.Arg(2))
	if !ok {
		return false
	}
	if kind == "memset" {
		return arg == 0 && put(setAccess, i, n)
	}
	for k := range acc {
		if acc[k].i == i {
			acc[k].kind = selfCopy
			return put(selfCopy, i, n)
		}
	}
	if arg == 0 {
		return put(copyTo, i, n)
	}
	return put(copyFrom, i, n)
}

// partition groups the bytes of a slot such that no load or store touches two groups. Copies
// and memsets are cut at the borders. Bytes that only copies and memsets touch are a group of
// their own, which begins at a word where the slot has words.
func partition(acc []access, size int64, words bool) []*part {
	fixed := make([]*part, 0, len(acc))
	covered := false
	for _, a := range acc {
		switch {
		case a.kind == noAccess || a.size == 0:
		case a.isMem() || a.kind == selfCopy:
			fixed = append(fixed, &part{off: a.off, end: a.off + a.size, mem: true})
		default:
			covered = true
		}
	}
	slices.SortStableFunc(fixed, func(a, b *part) int {
		if a.off != b.off {
			return int(a.off - b.off)
		}
		return int(b.end - a.end)
	})
	var parts []*part
	for _, p := range fixed {
		if n := len(parts); n > 0 && p.off < parts[n-1].end {
			parts[n-1].end = max(parts[n-1].end, p.end)
			continue
		}
		parts = append(parts, p)
	}
	if !covered {
		return parts
	}
	// The gaps that a copy or memset touches.
	var gaps []*part
	at := int64(0)
	for _, p := range append(slices.Clone(parts), &part{off: size, end: size}) {
		if p.off > at {
			g := &part{off: p.off, end: at}
			for _, a := range acc {
				if a.kind == copyTo || a.kind == copyFrom || a.kind == setAccess {
					g.off = min(g.off, max(at, a.off))
					g.end = max(g.end, min(p.off, a.off+a.size))
				}
			}
			if word := (g.off + 7) &^ 7; words && word > g.off && word < g.end {
				gaps = append(gaps, &part{off: g.off, end: word})
				g.off = word
			}
			if g.off < g.end {
				gaps = append(gaps, g)
			}
		}
		at = p.end
	}
	parts = append(parts, gaps...)
	slices.SortFunc(parts, func(a, b *part) int { return int(a.off - b.off) })
	return parts
}

// choose finds the type of a part that is always accessed whole, and reports whether an access
// has to be rewritten for it.
func (s *splitter) choose(a *ir.Instr, p *part, acc []access) bool {
	var types []*ir.Type
	copies := false
	for k := range acc {
		o := &acc[k]
		if o.kind == noAccess || o.size == 0 || o.off >= p.end || o.off+o.size <= p.off {
			continue
		}
		if !o.isMem() {
			if o.kind == selfCopy {
				return false
			}
			copies = true
			continue
		}
		if o.off != p.off || o.off+o.size != p.end {
			return false
		}
		if t := o.typ(); !slices.ContainsFunc(types, func(u *ir.Type) bool { return ir.Same(t, u) }) {
			types = append(types, t)
		}
	}
	if len(types) == 0 {
		return false
	}
	best := types[0]
	for _, t := range types {
		// A copy or another type must find all its bits in a value of this one.
		whole := s.bitSize(t) == 8*(p.end-p.off) || t.IsPtr() && len(types) == 1
		if !whole && (copies || len(types) > 1) {
			return false
		}
		if rank(t) < rank(best) {
			best = t
		}
	}
	if best.IsPtr() && copies && s.copiesOther(a, p, acc) {
		return false
	}
	if best == ir.Double && copies && s.whole.holdsAddress(a, p.off) {
		return false // as a double, an address that a copy brings would lose where it leads
	}
	p.typ = best
	return copies || len(types) > 1
}

// rank prefers the types that say most about the content.
func rank(t *ir.Type) int {
	switch {
	case t.IsFloat():
		return 0
	case t.IsFP():
		return 1
	}
	return 2
}

// bitSize is the number of bits of a scalar or vector type.
func (s *splitter) bitSize(t *ir.Type) int64 {
	switch t.Kind {
	case ir.IntKind:
		return int64(t.Bits)
	case ir.HalfKind, ir.BFloatKind:
		return 16
	case ir.FloatKind:
		return 32
	case ir.DoubleKind:
		return 64
	case ir.X86FP80Kind:
		return 80
	case ir.FP128Kind, ir.PPCFP128Kind:
		return 128
	case ir.VectorKind:
		return t.Len * s.bitSize(t.Elem)
	}
	return -1
}

// lowAlign is the largest power of two that divides both.
func lowAlign(align, off int64) int64 {
	if align <= 0 {
		align = 1
	}
	if off != 0 {
		if low := off & -off; low < align {
			return low
		}
	}
	return align
}
