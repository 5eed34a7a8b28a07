package activity

import (
	"math"
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// blockPieces gives what a memcpy, memmove or memset moves: one period, and
// whether anything in it is undecided.
func (t *types) blockPieces(i *ir.Instr) []Piece {
	if r, ok := t.copiedScalar(i); ok {
		return []Piece{{Size: r.size, Class: r.class, Type: r.typ, rank: rankAccess}}
	}
	size := int64(-1)
	if n, ok := ir.IntValue(i.Arg(2)); ok {
		size = n
	}
	sides := []addrSet{t.p.alignedPointees(i, 0)}
	if t.p.targetOf(i).kind == toCopy {
		sides = append(sides, t.p.alignedPointees(i, 1))
	}
	if size >= 0 && size <= maxWindow {
		for k := range sides {
			sides[k] = t.roomy(sides[k], size)
		}
		list := []Piece{{Size: size}}
		for _, s := range sides {
			for _, a := range s {
				list = joinPieces(list, t.elements(a, size), size)
			}
		}
		list = t.torn(t.members(list, sides), sides, size)
		if t.p.targetOf(i).kind == toCopy || t.p.env.tellsWords() {
			for _, s := range sides {
				list = t.contested(list, s)
			}
		}
		if t.packed(list, sides, size) {
			return []Piece{{Size: 1}}
		}
		return period(list)
	}
	list := t.kind(sides)
	if t.packed(list, sides, -1) {
		return []Piece{{Size: 1}}
	}
	if decided(list) || !t.text(i, sides) {
		return list
	}
	return []Piece{{Size: 1, Class: Integer}}
}

// roomy leaves out the addresses of objects that do not have size bytes there, unless all are
// such: nothing is moved to or from them.
func (t *types) roomy(places addrSet, size int64) addrSet {
	var list addrSet
	for k, a := range places {
		room := t.p.objs[a.obj].size
		if a.stride == 0 && room > 0 {
			room -= a.off
		}
		switch small := t.p.objs[a.obj].size > 0 && room < size; {
		case small && list == nil:
			list = append(addrSet{}, places[:k]...)
		case !small && list != nil:
			list = append(list, a)
		}
	}
	if len(list) == 0 {
		return places
	}
	return list
}

// torn leaves undecided what only some of the objects say are addresses where addresses closer
// together than size lead to another one that has floats among other things: nothing tells
// which of them stand there. Where words do not tell at run time, the others are believed.
func (t *types) torn(list []Piece, sides []addrSet, size int64) []Piece {
	if !t.p.env.tellsWords() || !slices.ContainsFunc(list, func(p Piece) bool { return p.Class == Pointer }) {
		return list
	}
	any := func(s addrSet) bool {
		return slices.ContainsFunc(s, func(a addr) bool { return a.stride > 0 && a.stride < size && t.mem[a.obj].hasFloats() })
	}
	if !slices.ContainsFunc(sides, any) {
		return list
	}
	list = slices.Clone(list)
	for k := range list {
		if list[k].Class == Pointer {
			list[k].Class = Mixed
		}
	}
	return list
}

// hasFloats reports whether floats are known to stand anywhere in the object.
func (m *memTypes) hasFloats() bool {
	isFloat := func(r record) bool { return r.class == FloatData }
	for _, l := range m.exact {
		if slices.ContainsFunc(l, isFloat) {
			return true
		}
	}
	return slices.ContainsFunc(m.strided, isFloat)
}

// declaredSo reports whether the type of a struct at one of the places, whatever tells of
// it, has a member of that class there; integers side by side are one piece.
func (t *types) declaredSo(p *Piece, sides []addrSet) bool {
	for _, s := range sides {
		for _, a := range s {
			at, m := a.off+p.Offset, &t.mem[a.obj]
			end := at + p.Size
			for at < end {
				size := m.declaredAt(at, p.Class)
				if size == 0 || p.Class == Pointer && size != p.Size {
					break
				}
				at += size
			}
			if at == end {
				return true
			}
		}
	}
	return false
}

// declaredAt is the size of the member of a class that the type of a struct, whatever
// tells of it, has at an offset; 0 for none.
func (m *memTypes) declaredAt(at int64, c PieceClass) int64 {
	size := int64(0)
	look := func(r record) {
		start, in := r.off, true
		if r.stride > 0 {
			start, in = r.element(at)
		}
		if in && start == at && r.stride != r.size && r.class == c && (r.rank == rankHint || r.rank == rankDeclared) {
			size = max(size, r.size)
		}
	}
	for _, r := range m.exact[at] {
		look(r)
	}
	for _, r := range m.strided {
		look(r)
	}
	return size
}

// members leaves undecided what only accesses at one of many offsets tell of the
// members of a struct: nodes that are linked at several offsets do not consist of
// links. Rust's headers of vectors are known by such accesses, and moved often.
func (t *types) members(list []Piece, sides []addrSet) []Piece {
	structs := false
	if t.p.env.rust {
		return list
	}
	for _, s := range sides {
		for _, a := range s {
			structs = structs || len(t.mem[a.obj].offsets) > 1
		}
	}
	if !structs {
		return list
	}
	out := slices.Clone(list)
	for k := range out {
		if p := &out[k]; p.rank == rankStrided && (p.Class == Pointer || p.Class == Integer) && !t.inArray(p, sides) && !t.declaredSo(p, sides) {
			*p = Piece{Offset: p.Offset, Size: p.Size}
		}
	}
	return out
}

// inArray reports whether a piece belongs to an array of its class in an object,
// which accesses at many offsets belong to.
func (t *types) inArray(p *Piece, sides []addrSet) bool {
	for _, s := range sides {
		for _, a := range s {
			for _, r := range t.mem[a.obj].strided {
				if r.bounded() && r.class == p.Class && a.off+p.Offset >= r.off && a.off+p.Offset+p.Size <= r.end {
					return true
				}
			}
		}
	}
	return false
}

// decided reports whether every piece has a class.
func decided(l []Piece) bool {
	for _, p := range l {
		if p.Class == Unknown || p.Class == Mixed {
			return false
		}
	}
	return true
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
			case ok && list != nil && t.p.env.rust: // enums hold other things where others have integers
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
	return list
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
// than room bytes matter.
func (m *memTypes) periodic(a addr, room int64) ([]Piece, bool) {
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
	for _, off := range m.sorted() {
		if within.has(base(off)) {
			list = joinAlike(list, m.window(base(off), all), all)
		}
	}
	for _, r := range m.strided {
		if r.bounded() && within.has(base(r.off)) {
			list = joinAlike(list, m.window(base(r.off), all), all)
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
	return t.p.env.mayTellWords() && t.p.targetOf(i).kind == toCopy && (weak(i, list, t.p.env.rust) || t.p.env.rust && oneVariant(i, list) || t.unsure(i, list) || t.shared(i, list))
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

// findMoved fills moved. Synthesis asks for it when it has already put other
// values in the place of addresses.
func (a *Info) findMoved() {
	t := a.sol.g.ty
	a.moved = map[*ir.Instr][]Piece{}
	a.spread = nil
	for _, b := range a.F.Blocks {
		for _, i := range b.Instrs {
			if i.IsCall() && t.p.targetOf(i).kind == toCopy {
				if _, fixed := ir.IntValue(i.Arg(2)); !fixed {
					a.spread = append(a.spread, i)
				}
			}
		}
	}
	for _, b := range a.F.Blocks {
		for _, i := range b.Instrs {
			switch last := i.NumArgs() - 1; {
			case i.Op == ir.Store && a.inert(i.Arg(0)):
				a.moved[i] = t.stored(i, i.Arg(0), i.Arg(1))
			case (i.Op == ir.CmpXchg || i.Op == ir.AtomicRMW && i.X.RMWOp == "xchg") && a.inert(i.Arg(last)):
				a.moved[i] = t.stored(i, i.Arg(last), i.Arg(0))
			}
			if !i.IsCall() {
				continue
			}
			switch g := t.p.targetOf(i); g.kind {
			case toCopy, toSet:
				a.moved[i] = a.inBytes(i, a.settle(i, t.blockPieces(i)))
			case toRealloc:
				a.moved[i] = a.inBytes(i, a.reallocPieces(i, g.known))
			}
		}
	}
}

// reallocPieces gives what a reallocation moves. Where the new size is a known
// number, what is known of each byte on one side or the other is enough, and
// bytes that nobody reads, of memory private to the function, are integers.
func (a *Info) reallocPieces(i *ir.Instr, k *rules.Known) []Piece {
	t := a.sol.g.ty
	sides := []addrSet{t.p.pointees(i), t.p.pointees(i.Arg(k.PtrArg))}
	list := t.kind(sides)
	if t.packed(list, sides, -1) {
		return []Piece{{Size: 1}}
	}
	if decided(list) {
		return list
	}
	size := int64(1)
	for _, n := range k.SizeArgs {
		v, ok := ir.IntValue(i.Arg(n))
		if !ok || v <= 0 || v > maxWindow || size*v > maxWindow {
			return list
		}
		size *= v
	}
	all, private := []Piece{{Size: size}}, true
	for _, s := range sides {
		for _, at := range s {
			all = joinPieces(all, t.lookup(at, size), size)
			private = private && a.sol.private(at.obj)
		}
	}
	all = slices.Clone(all)
	for n := range all {
		if all[n].Class == Unknown && private {
			all[n].Class = Integer
		}
	}
	if !decided(all) {
		return list
	}
	return period(all)
}

// inert reports whether an integer to be stored carries nothing active.
func (a *Info) inert(v ir.Value) bool {
	return v.Type().Scalar().IsInt() && (ir.IsConstant(v) || !a.Active(v) && !a.Shadow(v))
}

// settle turns undecided bytes into integers where the memory written is
// private to the function: then every access to it is known, and none reads
// them as anything else.
func (a *Info) settle(i *ir.Instr, l []Piece) []Piece {
	t := a.sol.g.ty
	size, fixed := ir.IntValue(i.Arg(2))
	fixed = fixed && size <= maxWindow
	dst := a.sol.p.pointees(i.Arg(0))
	if len(dst) == 0 || !t.settled {
		return l
	}
	if t.p.targetOf(i).kind == toCopy && !decided(l) && a.plainSource(i) {
		return []Piece{{Size: 1, Class: Integer}}
	}
	if t.p.targetOf(i).kind == toCopy && !decided(l) && a.inertSource(i) {
		return []Piece{{Size: 4, Class: FloatData, Type: ir.Float}}
	}
	blank := !slices.ContainsFunc(l, func(p Piece) bool { return p.Class != Unknown })
	for _, d := range dst {
		if blank && a.sol.varied[a.sol.g.obj[d.obj]] {
			return l // copies brought floats
		}
		if !a.sol.private(d.obj) || !(fixed && d.wholeFor(size)) && t.mem[d.obj].moreThanInts() || a.copiedOn(d.obj, i) {
			return l
		}
	}
	out := make([]Piece, len(l))
	for k, p := range l {
		if p.Class == Unknown {
			p.Class = Integer
		}
		out[k] = p
	}
	return out
}

// inertSource reports whether a copy takes its bytes from where nothing active and
// no addresses stand: what they become is a constant, whatever it is, so that they
// may as well be floats.
func (a *Info) inertSource(i *ir.Instr) bool {
	src := a.sol.p.pointees(i.Arg(1))
	for _, s := range src {
		switch a.sol.p.objs[s.obj].kind {
		case objAlloca, objHeap, objGlobal, objParam:
		default:
			return false
		}
		if a.sol.shadow[s.obj] || a.sol.varied[a.sol.g.obj[s.obj]] || len(a.sol.p.contained(s.obj)) > 0 {
			return false
		}
		for r := range a.sol.g.ty.mem[s.obj].seen {
			if r.class != Integer && r.class != FloatData {
				return false
			}
		}
	}
	return len(src) > 0
}

// plainSource reports whether a copy of variable size takes its bytes from where
// no floats and no addresses stand: the characters of a string, be it a short one
// in an object of its own or memory of the library's.
func (a *Info) plainSource(i *ir.Instr) bool {
	t := a.sol.g.ty
	if _, fixed := ir.IntValue(i.Arg(2)); fixed {
		return false
	}
	src := a.sol.p.pointees(i.Arg(1))
	for _, s := range src {
		o := &t.p.objs[s.obj]
		if o.kind == objForeign {
			continue
		}
		if s.stride != 0 || o.size <= 0 || s.off < 0 || s.off >= o.size || o.size > maxWindow || t.p.merged[s.obj] != nil || !a.sol.private(s.obj) {
			return false
		}
		for _, p := range t.lookup(s, o.size-s.off) {
			if p.Class != Integer && p.Class != Unknown {
				return false
			}
		}
		if a.sol.varied[a.sol.g.obj[s.obj]] && (!t.mem[s.obj].characters() || t.mem[s.obj].astray) {
			return false // copies brought floats, whatever they are taken for here
		}
	}
	return len(src) > 0
}

// copiedOn reports whether floats or addresses are copied out of an object, in
// another copy than i: of those of unknown extent the object need not know.
func (a *Info) copiedOn(o int32, i *ir.Instr) bool {
	t := a.sol.g.ty
	for _, c := range a.spread {
		if c == i || !slices.ContainsFunc(t.p.pointees(c.Arg(1)), func(s addr) bool { return s.obj == o }) {
			continue
		}
		list := t.blockPieces(c)
		if slices.ContainsFunc(list, func(p Piece) bool { return p.Class == FloatData || p.Class == Pointer || p.Class == Mixed }) {
			return true
		}
		if !decided(list) && slices.ContainsFunc(t.p.pointees(c.Arg(0)), t.floatArray) {
			return true
		}
	}
	return false
}

// floatArray reports whether an address leads to an object with floats at many offsets.
func (t *types) floatArray(a addr) bool {
	return slices.ContainsFunc(t.mem[a.obj].strided, func(r record) bool { return r.class == FloatData })
}

// moreThanInts reports whether an object holds anything but integers.
func (m *memTypes) moreThanInts() bool {
	for r := range m.seen {
		if r.class != Integer {
			return true
		}
	}
	return m.astray
}

// private reports whether only this function's code takes anything out of an
// object, and knows what.
func (s *solution) private(o int32) bool {
	if s.shared == nil {
		s.findShared()
	}
	return !s.shared[o]
}

// findShared fills shared: the objects that others see, that callees take
// floats from which they need not know for floats, and those from which bytes
// of which nothing is known get to a shared one.
func (s *solution) findShared() {
	p := s.p
	s.shared = make([]bool, len(p.objs))
	for k := range s.always {
		kind := p.objs[k].kind
		s.shared[k] = kind != objAlloca && kind != objHeap && kind != objForeign || s.always[k] || p.leaked[k] || s.g.handed[k]
	}
	share := func(ptr ir.Value) (grown bool) {
		for _, a := range p.pointees(ptr) {
			grown = grown || !s.shared[a.obj]
			s.shared[a.obj] = true
		}
		return grown
	}
	var copies []*ir.Instr
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Op == ir.Load && s.g.carries(i) && !decided(s.g.ty.valuePieces(i)):
				share(i.Arg(0))
			case i.IsCall() && p.targetOf(i).kind == toCopy:
				if l := s.g.ty.blockPieces(i); !decided(l) || !p.env.tellsWords() && weak(i, l, p.env.rust) {
					copies = append(copies, i)
				}
			}
		}
	}
	for grown := true; grown; {
		grown = false
		for _, i := range copies {
			for _, d := range p.pointees(i.Arg(0)) {
				if s.shared[d.obj] {
					grown = share(i.Arg(1)) || grown
					break
				}
			}
		}
	}
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
		for range t.p.layout.StoreSize(v.Type()) / 8 {
			list = append(list, ir.Double)
		}
		return list
	}
	floats, rest := false, int64(0)
	flush := func() {
		if rest > 0 {
			list = append(list, t.p.env.M.Types.Int(int(8*rest)))
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
