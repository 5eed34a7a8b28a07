package activity

import (
	"math"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// decided reports whether every piece has a class.
func decided(l []Piece) bool {
	for _, p := range l {
		if p.Class == Unknown || p.Class == Mixed {
			return false
		}
	}
	return true
}

// undecided reports whether nothing but the type of a pointer tells of any byte.
func undecided(l []Piece) bool {
	return !slices.ContainsFunc(l, func(p Piece) bool { return p.Class != Unknown && p.rank > rankHint })
}

// kind gives one period of what all objects on all sides hold, undecided when
// they differ.
func (t *types) kind(sides []addrSet) []Piece {
	undecided := []Piece{{Size: 1}}
	room := t.room(sides)
	var list []Piece
	single := func(a addr) bool {
		// Single members say nothing about what follows, but must not differ.
		m := &t.mem[a.obj]
		if !slices.ContainsFunc(m.sorted(), a.within(room).has) {
			return true
		}
		p, ok := m.uniform(a.within(room))
		return ok && len(list) == 1 && sameKind(p, list[0])
	}
	for _, s := range sides {
		for _, a := range s {
			m := &t.mem[a.obj]
			l, ok := m.perElement(a, room)
			switch {
			case ok:
			case len(m.strided) == 0 || a.obj == foreign && len(s) > 1:
				continue
			default:
				l, ok = m.periodic(a, room)
			}
			switch {
			case ok && list != nil && t.env.module.rust: // enums hold other things where others have integers
				ok = slices.EqualFunc(list, l, sameBytes)
			case ok && list != nil:
				l, ok = commonPeriod(list, l)
			}
			if !ok {
				return undecided
			}
			list = l
		}
	}
	if list == nil {
		return undecided
	}
	for _, s := range sides {
		for _, a := range s {
			m := &t.mem[a.obj]
			if _, ok := m.perElement(a, room); !ok && len(m.strided) == 0 && !single(a) {
				return undecided
			}
		}
	}
	return slices.Clone(list)
}

// room bounds the bytes that may be moved between the sides: no more than one of them has
// from its addresses on. It is math.MaxInt64 where that is not known.
func (t *types) room(sides []addrSet) int64 {
	room := int64(math.MaxInt64)
	for _, s := range sides {
		most := int64(0)
		for _, a := range s {
			size := t.p.objs[a.obj].size
			if size == 0 {
				most = math.MaxInt64
				break
			}
			most = max(most, size-a.off)
		}
		if len(s) > 0 {
			room = min(room, most)
		}
	}
	return room
}

// within is where room bytes from an address on may be.
func (a addr) within(room int64) span {
	e := span{a.least(), math.MaxInt64}
	if a.stride == 0 && room != math.MaxInt64 {
		e.to = a.off + room
	}
	return e
}

func (e span) has(off int64) bool { return off >= e.from && off < e.to }

// commonPeriod is what two lists of repeating pieces have in common, over a period of both:
// integers in one give way to floats in the other.
func commonPeriod(a, b []Piece) ([]Piece, bool) {
	if slices.EqualFunc(a, b, sameBytes) {
		return a, true
	}
	length := func(l []Piece) int64 { return l[len(l)-1].Offset + l[len(l)-1].Size }
	n, k := length(a), length(b)
	all := n / gcd(n, k) * k
	if all > maxPeriod {
		return nil, false
	}
	a, b = equallySure(again(a, n, all)), equallySure(again(b, k, all))
	list := joinPieces(yielding(a, b), yielding(b, a), all)
	return list, decided(list)
}

// again is a list of a length again and again.
func again(l []Piece, length, all int64) []Piece {
	var list []Piece
	for at := int64(0); at < all; at += length {
		list = append(list, moved(l, at)...)
	}
	return list
}

func sameBytes(a, b Piece) bool {
	return a.Offset == b.Offset && a.Size == b.Size && a.Class == b.Class && a.Type == b.Type
}

// periodic gives the repeating pieces of an object from an address on, of which no more
// than room bytes matter. The list is not the caller's to change.
func (m *memTypes) periodic(a addr, room int64) ([]Piece, bool) {
	key := extent{off: a.off, stride: a.stride, size: room}
	p, ok := m.periods[key]
	if !ok {
		p.list, p.ok = m.findPeriod(a, room)
		if m.periods == nil {
			m.periods = map[extent]repeated{}
		}
		m.periods[key] = p
	}
	return p.list, p.ok
}

// findPeriod is periodic, not known yet.
func (m *memTypes) findPeriod(a addr, room int64) ([]Piece, bool) {
	within := a.within(room)
	if p, ok := m.uniform(within); ok {
		if p.Class == Integer {
			return []Piece{p}, true
		}
		for r := range m.seen { // the address must be at an element's begin
			if r.end == 0 && !within.has(r.off) {
				continue
			}
			if r.rank >= p.rank && ((r.off-a.off)%p.Size != 0 || r.stride%p.Size != 0) {
				return nil, false
			}
		}
		if a.stride%p.Size != 0 {
			return nil, false
		}
		return []Piece{p}, true
	}
	all := int64(1)
	for _, r := range m.strided {
		all = all / gcd(all, r.stride) * r.stride
		if all > maxPeriod {
			return nil, false
		}
	}
	// The access may begin at any of the addresses, and goes on over all that follows:
	// everything must look alike, however sure one is of single places.
	last := a.off
	for _, off := range m.sorted() {
		last = max(last, off)
	}
	for _, r := range m.strided {
		if r.bounded() {
			last = max(last, r.end-1)
		}
	}
	base := func(off int64) int64 { return off - ((off-a.off)%all+all)%all }
	list := equallySure(m.window(base(last+maxScalar+all), all)) // where nothing is known of single places
	step := gcd(a.stride, all)
	for off := int64(0); off < all; off += step {
		list = joinAlike(list, m.window(a.off+off, all), all)
	}
	useless := map[int64]bool{} // where nothing new for this list stands
	join := func(base int64) {
		if !within.has(base) || useless[base] {
			return
		}
		next := joinAlike(list, m.window(base, all), all)
		if slices.Equal(next, list) {
			useless[base] = true
			return
		}
		clear(useless)
		list = next
	}
	for _, off := range m.sorted() {
		join(base(off))
	}
	for _, r := range m.strided {
		if r.bounded() {
			join(base(r.off))
		}
	}
	if !decided(list) {
		return nil, false
	}
	for n := int64(1); n < all; n++ {
		if all%n == 0 && repeats(list, n, all) {
			return cut(list, 0, n), true
		}
	}
	return list, true
}

// joinAlike joins to what is known of a period what is at one place.
func joinAlike(list, at []Piece, size int64) []Piece {
	return joinPieces(list, yielding(equallySure(at), list), size)
}

// yielding is a list without the integers that stand where others have floats, as the
// count in front of an array does: the shadow of an integer is nobody's concern and may
// be moved as if it were a float's.
func yielding(list, others []Piece) []Piece {
	float := func(b int64) bool {
		return slices.ContainsFunc(others, func(p Piece) bool { return p.Class == FloatData && p.Offset <= b && b < p.Offset+p.Size })
	}
	var kept []Piece
	for _, p := range list {
		if p.Class != Integer {
			kept = append(kept, p)
			continue
		}
		for b := p.Offset; b < p.Offset+p.Size; b++ {
			if !float(b) {
				kept = append(kept, Piece{Offset: b, Size: 1, Class: Integer, rank: p.rank})
			}
		}
	}
	return kept
}

// equallySure is a list without what makes one source better than another.
func equallySure(l []Piece) []Piece {
	for k := range l {
		l[k].rank = min(l[k].rank, rankHint)
	}
	return l
}

// maxPeriod bounds the structs in arrays that block operations of variable
// size are understood for.
const maxPeriod = 1 << 10

// repeats reports whether a list of pieces of a length has period n.
func repeats(l []Piece, n, length int64) bool {
	if !decided(cut(l, 0, n)) {
		return false
	}
	for at := n; at < length; at += n {
		if !slices.EqualFunc(cut(l, 0, n), cut(l, at, n), sameBytes) {
			return false
		}
	}
	return true
}

// period shortens a list that repeats itself.
func period(l []Piece) []Piece {
	if len(l) < 2 {
		return l
	}
	for k := range l {
		if l[k].Class != l[0].Class || l[k].Type != l[0].Type || l[k].Size != l[0].Size {
			return l
		}
	}
	return l[:1]
}

// movesFloats reports whether a memcpy or memmove may move floats.
func (t *types) movesFloats(i *ir.Instr) bool {
	list := t.blockPieces(i)
	for _, p := range list {
		if p.Class != Integer && p.Class != Pointer {
			return true
		}
	}
	return t.openNumbers(i, list) || t.env.mayTellWords() && t.p.targetOf(i).kind == toCopy && (weak(i, list, t.env.module.rust) || t.oneVariant(i, list) || t.unsure(i, list) || t.shared(i, list))
}

// Pieces gives what the bytes hold that a load, store, memcpy, memmove or
// memset moves: of a block operation one period. Bytes that nobody reads as
// floats or pointers count as Integer.
func (a *Info) Pieces(i *ir.Instr) []Piece {
	var list []Piece
	for _, p := range a.pieces(i) {
		p.rank = 0
		if k := len(list) - 1; k >= 0 && p.Class == list[k].Class && p.Class != FloatData && p.Class != Pointer {
			list[k].Size += p.Size
			continue
		}
		list = append(list, p)
	}
	return list
}

func (a *Info) pieces(i *ir.Instr) []Piece {
	if i.Flags&ir.Part != 0 {
		return []Piece{{Size: 1, Class: Integer}}
	}
	t := a.sol.g.ty
	var v ir.Value
	switch i.Op {
	case ir.Load:
		v = i
	case ir.Store:
		v = i.Arg(0)
	case ir.AtomicRMW, ir.CmpXchg:
		v = i.Arg(i.NumArgs() - 1)
	case ir.Call, ir.Invoke, ir.CallBr:
		switch t.p.targetOf(i).kind {
		case toCopy, toSet, toRealloc:
			return a.moved[i]
		case toLoad:
			v = i
		case toStore:
			v = i.Arg(0)
		default:
			return nil
		}
	default:
		return nil
	}
	if v.Type().Scalar().IsInt() {
		if l, ok := a.moved[i]; ok {
			return l
		}
		if !ir.IsConstant(v) {
			return t.valuePieces(v)
		}
	}
	var m memTypes
	m.scalars(t.p.layout, v.Type(), 0)
	return m.window(0, t.p.layout.StoreSize(v.Type()))
}

// SignOp recognises an and, or, xor on the bits of floats (FloatLanes of the
// result) that only changes their signs.
func (a *Info) SignOp(i *ir.Instr) SignOp { return a.sol.g.ty.signOp(i) }

// Undecided reports whether nothing tells if an integer value holds floats.
func (a *Info) Undecided(v ir.Value) bool {
	return !ir.IsConstant(v) && v.Type().Scalar().IsInt() && !decided(a.sol.g.ty.valuePieces(v))
}

// FloatLanes gives, for an integer value that carries floats (a double copied
// as i64, two floats in an i64), the scalar types from the low bits up, integer
// types for what is none; nil for any other value.
func (a *Info) FloatLanes(v ir.Value) []*ir.Type {
	if ir.IsConstant(v) || !v.Type().Scalar().IsInt() {
		return nil
	}
	return a.sol.g.ty.lanes(v)
}

func (t *types) lanes(v ir.Value) []*ir.Type {
	var list []*ir.Type
	if t.word(v) {
		kind := t.env.wordFloat()
		for range t.p.layout.StoreSize(v.Type()) / t.p.layout.StoreSize(kind) {
			list = append(list, kind)
		}
		return list
	}
	floats, rest := false, int64(0)
	flush := func() {
		if rest > 0 {
			list = append(list, t.env.M.Types.Int(int(8*rest)))
			rest = 0
		}
	}
	for _, p := range t.valuePieces(v) {
		if p.Class != FloatData {
			rest += p.Size
			continue
		}
		flush()
		floats = true
		list = append(list, p.Type)
	}
	flush()
	if !floats {
		return nil
	}
	return list
}
