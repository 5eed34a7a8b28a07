package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// types is the type analysis of one function: what the bytes of its objects
// and of the integers that are only copied hold.
type types struct {
	env       *Env
	p         *points
	mem       []memTypes                // by object
	val       map[node][]Piece          // integers that are copies, by representative
	ops       []*ir.Instr               // bit operations of undecided result
	move      []move                    // copies whose two sides inform each other
	taint     map[ir.Value]bool         // see findTaint
	hash      map[ir.Value]bool         // see findHashes
	numbers   map[*ir.Instr]bool        // see findNumbers
	anchors   map[*ir.Instr][]*ir.Instr // see CheckNumbers
	asNumbers map[*ir.Instr][]operand   // see findAsNumbers
	dom       *ir.DomTree               // of the function, when it was asked for

	element map[*ir.Instr]bool // see findElements
	kept    []move             // that are none because of these
	punned  map[int32]bool     // see findPunned

	smalls    map[ir.Value]bool // see small
	fragments map[ir.Value]bool // see fragment
	doubts    map[node]bool     // see findDoubts
	loose     map[node]bool     // see findLoose

	reaches map[reach]bool    // what floatReaches gave
	blocks  map[int32][]block // by the object written or read

	settled bool // the copies have nothing more to say
	final   bool // and nothing more is found out
}

// move is a copy between memory and a register, or within memory.
type move struct {
	val      node      // a representative of an integer value, 0 for block operations
	dst, src addrSet   // val != 0: only dst is used
	size     int64     // -1 when not constant
	by       *ir.Instr // the load or store, where there is one
}

// maxWindow bounds the block operations that are looked at byte for byte.
const maxWindow = 1 << 13

// maxRounds bounds the iteration between copies; every round decides bytes
// that were undecided, and what is left then stays undecided. Debug builds copy
// from slot to slot dozens of times: rounds go forth and back.
const maxRounds = 60

func newTypes(e *Env, p *points) *types {
	t := &types{env: e, p: p, mem: make([]memTypes, len(p.objs)), val: map[node][]Piece{}}
	for k := range p.objs {
		t.mem[k].rust = e.module.rust
		t.declare(int32(k))
	}
	t.findHashes()
	for _, visit := range []func(*ir.Instr){t.visitLane, t.visit} {
		for _, b := range p.f.Blocks {
			for _, i := range b.Instrs {
				visit(i)
			}
		}
	}
	t.findElements()
	t.findLoose()
	for t.settle(); t.loseElements(); {
		t.settle()
	}
	t.findDoubts()
	t.findNumbers()
	t.findTaint()
	t.findAsNumbers()
	t.final = true
	return t
}

// settle lets copies and bit operations inform each other until nothing changes.
func (t *types) settle() {
	t.settled = false
	for round := 0; round < maxRounds && !t.settled; round++ {
		changed := false
		for _, i := range t.ops {
			changed = t.compute(i) || changed
			changed = t.extended(i) || changed
		}
		for k := range t.move {
			if round%2 == 1 {
				k = len(t.move) - 1 - k
			}
			if m := &t.move[k]; m.val != 0 {
				changed = t.register(m) || changed
			} else {
				changed = t.block(m) || changed
			}
		}
		t.settled = !changed
	}
}

func (t *types) visit(i *ir.Instr) {
	if i.Flags&ir.Part != 0 {
		return
	}
	if isBitOp(i) && t.p.class.of(i) == 0 || t.p.class.union[i] {
		t.ops = append(t.ops, i)
	}
	switch i.Op {
	case ir.Load:
		t.access(i, i, i.Arg(0))
		t.tagged(i, i, i.Arg(0))
	case ir.Store:
		t.access(i, i.Arg(0), i.Arg(1))
		t.tagged(i, i.Arg(0), i.Arg(1))
	case ir.AtomicRMW, ir.CmpXchg:
		t.access(i, i.Arg(i.NumArgs()-1), i.Arg(0))
	case ir.GetElementPtr:
		if elem, slice := sliceElem(i.Elem); (elem.Kind != ir.IntKind || t.plainInt(elem)) && !isOpaque(elem) {
			_, fixed := constIndex(i.Arg(1))
			for _, a := range t.p.pointees(i.Arg(0)) {
				if slice || !fixed { // an array of these
					a = a.moved(0, t.p.layout.AllocSize(elem))
				}
				t.hint(a, elem)
			}
		}
		t.hintArrays(i)
	case ir.Call, ir.Invoke, ir.CallBr:
		t.visitCall(i)
	}
}

// visitLane looks for parts of wide integers of which something is known.
func (t *types) visitLane(i *ir.Instr) {
	switch {
	case i.Flags&ir.Part != 0:
	case i.Op == ir.Trunc && t.p.class.of(i)&(isFP|isInt) != 0:
		v, off := upperPart(i.Arg(0))
		t.lane(v, off, i)
	case i.Op == ir.LShr && t.p.class.of(i)&isInt != 0:
		if v, off := upperPart(i); off > 0 {
			t.lane(v, off, i)
		}
	case upperHalf(i) && t.p.class.of(i) == 0:
		v := i.Arg(0)
		if m, ok := v.(*ir.Instr); ok && m.Op == ir.And {
			v = m.Arg(0)
		}
		if _, ok := v.(*ir.Param); ok {
			t.lane(v, 4, i)
		}
	}
}

// upperPart gives, of a word that is another without its lowest bytes, that
// other and how many are missing; v and 0 of any other value.
func upperPart(v ir.Value) (ir.Value, int64) {
	if s, ok := v.(*ir.Instr); ok && s.Op == ir.LShr {
		if n, ok := ir.IntValue(s.Arg(1)); ok && n%8 == 0 {
			return s.Arg(0), n / 8
		}
	}
	return v, 0
}

// lane notes on a wide integer v what the part from off on is that i cuts out,
// or works on.
func (t *types) lane(v ir.Value, off int64, i *ir.Instr) {
	n, ok := t.p.index.of(v)
	if !ok || t.p.class.of(v)&(isFP|isPtr) != 0 || !v.Type().IsInt() {
		return
	}
	rep, size := t.p.class.find(n), t.p.layout.StoreSize(v.Type())
	var m memTypes
	typ := i.Typ
	if r := t.p.class.find(t.p.index.at(i)); t.p.class.bits[r]&isFP != 0 {
		typ = t.p.class.fp[r]
		t.p.class.bits[rep] &^= isInt // arithmetic was on other parts
	} else if t.p.class.bits[rep] != 0 {
		return
	}
	if i.Op != ir.Trunc {
		typ = t.env.M.Types.Int(int(8 * (size - off)))
	}
	m.scalars(t.p.layout, typ, off)
	t.val[rep] = joinPieces(t.val[rep], m.window(0, size), size)
}

// compute brings the pieces of a bit operation's result up to date.
func (t *types) compute(i *ir.Instr) bool {
	rep := t.p.class.find(t.p.index.at(i))
	old, known := t.val[rep]
	now := t.transfer(i)
	if known {
		now = joinPieces(old, now, t.p.layout.StoreSize(i.Typ))
	}
	if known && slices.Equal(old, now) {
		return false
	}
	t.val[rep] = now
	return true
}

// extended hands on, to the word that i makes wider or cuts, that the lower part
// is taken for a float, where nothing else is known of it.
func (t *types) extended(i *ir.Instr) bool {
	if i.Op != ir.ZExt && i.Op != ir.Trunc || t.p.class.of(i.Arg(0)) != 0 {
		return false
	}
	n, ok := t.p.index.of(i.Arg(0))
	if !ok {
		return false
	}
	word := t.p.layout.StoreSize(i.Arg(0).Type())
	size, rep := min(word, t.p.layout.StoreSize(i.Typ)), t.p.class.find(n)
	for _, p := range t.val[t.p.class.find(t.p.index.at(i))] {
		if p.Class == FloatData && p.Offset == 0 && p.Size == size && undecided(t.val[rep]) {
			t.val[rep] = []Piece{p}
			if size < word {
				t.val[rep] = append(t.val[rep], Piece{Offset: size, Size: word - size})
			}
			return true
		}
	}
	return false
}

// hint notes that an address leads to something of type typ. Optimisers move structs of two floats of 32 bits as
// integers, through pointers to such: where words do not tell at run time, those say nothing.
func (t *types) hint(a addr, typ *ir.Type) {
	if typ == ir.I64 && t.bareSingles() {
		return
	}
	m := &t.mem[a.obj]
	l := t.p.layout
	if a.stride == 0 {
		one := memTypes{noInts: t.env.module.rust}
		one.declared(l, typ, a.off, rankHint)
		m.take(&one)
	} else if a.stride%max(l.AllocSize(typ), 1) == 0 {
		one := memTypes{noInts: t.env.module.rust}
		one.declared(l, typ, 0, rankHint)
		for _, o := range one.sorted() {
			for _, r := range one.exact[o] {
				r.off, r.stride = r.off+a.off, a.stride
				if a.stride != l.AllocSize(typ) {
					r.stride = gcd(a.stride, l.AllocSize(typ))
				}
				m.add(r)
			}
		}
	}
}

// access notes what a load or store of v at ptr tells about memory.
func (t *types) access(i *ir.Instr, v, ptr ir.Value) {
	typ := v.Type()
	if ir.IsConstant(v) && !typ.IsFP() && !typ.IsPtrOrVec() {
		return // zero fits every type, and other integers tell little
	}
	switch {
	case typ.Scalar().IsInt():
		n, ok := t.p.index.of(v)
		if !ok {
			return
		}
		if t.plainInt(typ) && typ.Bits <= 32 && i.Op != ir.AtomicRMW && i.Op != ir.CmpXchg {
			for _, a := range t.p.pointees(ptr) {
				t.hint(a, typ)
			}
		}
		rep := t.p.class.find(n)
		switch e := t.p.class.bits[rep]; {
		case e&isFP != 0:
			typ = t.p.class.fp[rep]
		case e&isPtr != 0:
			typ = t.env.M.Ptr()
		case e&isInt != 0:
		default:
			t.move = append(t.move, move{val: rep, dst: t.p.pointees(ptr), size: t.p.layout.StoreSize(typ), by: i})
			return
		}
	}
	for _, a := range t.floatPlaces(i, ptr, typ) {
		t.note(a, typ)
	}
}

// plainInt reports whether a type of elements or of an access is that of an integer in
// the source: the compiler did not optimise the function, and what C and C++ copy as
// bytes is moved as bytes.
func (t *types) plainInt(typ *ir.Type) bool {
	return t.p.of.plainCode && !t.env.module.rust && typ.IsInt() && typ.Bits >= 16 && typ.Bits <= 64
}

// note records an access of type typ.
func (t *types) note(a addr, typ *ir.Type) bool {
	var one memTypes
	one.scalars(t.p.layout, typ, 0)
	grown := false
	for _, o := range one.sorted() {
		for _, r := range one.exact[o] {
			if typ.IsAggregate() && r.class == Integer && r.size >= 4 {
				continue // moved as a whole; it may be anything
			}
			grown = t.mem[a.obj].add(r.moved(a)) || grown
		}
	}
	return grown
}

// moved is an exact record of offsets relative to a, seen from a's object.
func (r record) moved(a addr) record {
	r.off += a.off
	r.rank = rankAccess
	if a.stride != 0 {
		r.stride, r.rank = a.stride, rankStrided
		r.off = addr{off: r.off, stride: r.stride}.norm().off
	}
	return r
}

// scalars notes the scalars of a first-class value, vectors and arrays element
// by element.
func (m *memTypes) scalars(l *ir.Layout, t *ir.Type, off int64) {
	switch t.Kind {
	case ir.VectorKind, ir.ArrayKind:
		for k := range min(t.Len, maxWindow) {
			m.scalars(l, t.Elem, off+k*l.AllocSize(t.Elem))
		}
	case ir.StructKind:
		for k, f := range t.Fields {
			m.scalars(l, f, off+l.FieldOffset(t, k))
		}
	case ir.IntKind:
		for s := l.StoreSize(t); s > 0; s -= 8 { // wide integers in words
			n := min(s, 8)
			m.add(record{off: off, size: n, class: Integer, rank: rankAccess})
			off += n
		}
	case ir.PtrKind:
		m.add(record{off: off, size: l.StoreSize(t), class: Pointer, rank: rankAccess})
	default:
		if t.IsFloat() {
			m.add(record{off: off, size: l.StoreSize(t), class: FloatData, typ: t, rank: rankAccess})
		}
	}
}

func (t *types) visitCall(i *ir.Instr) {
	switch g := t.p.targetOf(i); g.kind {
	case toCopy:
		m := move{dst: t.p.alignedPointees(i, 0), src: t.p.alignedPointees(i, 1), size: -1}
		if n, ok := ir.IntValue(i.Arg(2)); ok {
			m.size = n
		}
		t.taggedCopy(i, &m)
		if r, ok := t.copiedScalar(i); ok {
			for _, s := range []addrSet{m.dst, m.src} {
				for _, a := range s {
					t.mem[a.obj].add(r.movedAs(a, rankAccess))
				}
			}
		}
		t.move = append(t.move, m)
	case toLoad:
		t.access(i, i, i.Arg(0))
	case toStore:
		t.access(i, i.Arg(0), i.Arg(1))
	case toDefined:
		t.arguments(i, t.env.summary(g.fn))
		for _, pt := range t.env.summary(g.fn).types {
			if k := -1 - pt.arg; k >= 0 && k < len(g.made) && g.made[k] != 0 {
				t.mem[t.p.find(g.made[k])].add(pt.rec)
			}
			if pt.arg < 0 || pt.arg >= i.NumCallArgs() {
				continue
			}
			for _, a := range t.p.followPath(t.p.pointees(i.Arg(pt.arg)), pt.path) {
				t.mem[a.obj].add(pt.rec.seenFrom(a))
			}
		}
	}
}

// valuePieces gives what an integer value holds.
func (t *types) valuePieces(v ir.Value) []Piece {
	l := t.singleValue(v, t.pieces(v))
	for k := range l {
		if l[k].Class == zeroBytes {
			l = slices.Clone(l)
			for k := range l {
				if l[k].Class == zeroBytes {
					l[k].Class = Integer
				}
			}
			return l
		}
	}
	return l
}

// pieces is valuePieces with cleared bytes told apart.
func (t *types) pieces(v ir.Value) []Piece {
	n, ok := t.p.index.of(v)
	if !ok || !v.Type().Scalar().IsInt() {
		return nil
	}
	rep := t.p.class.find(n)
	size := t.p.layout.StoreSize(v.Type())
	if t.env.asked[v] && t.env.mayTellWords() {
		return []Piece{{Size: size, Class: Mixed}}
	}
	switch e := t.p.class.bits[rep]; {
	case t.hash[v]:
		return []Piece{{Size: size, Class: Integer, rank: rankAccess}}
	case e&isFP != 0:
		var m memTypes
		m.scalars(t.p.layout, t.p.class.fp[rep], 0)
		return m.window(0, size)
	case e&isPtr != 0:
		return []Piece{{Size: size, Class: Pointer, rank: rankAccess}}
	case e&isInt != 0:
		return []Piece{{Size: size, Class: Integer, rank: rankAccess}}
	}
	if l, ok := t.val[rep]; ok {
		if t.doubts[rep] && t.env.tellsNumbers() {
			return []Piece{{Size: size, Class: Mixed}}
		}
		return l
	}
	if size <= 1 {
		return []Piece{{Size: size, Class: Integer}}
	}
	return []Piece{{Size: size}}
}

// mayHoldPointer reports whether an integer is an address, or has one as a part,
// or nothing that is known of what it holds excludes that.
func (t *types) mayHoldPointer(v ir.Value) bool {
	computed := false
	if i, ok := v.(*ir.Instr); ok {
		switch i.Op {
		case ir.LShr, ir.AShr, ir.Shl, ir.Xor, ir.Trunc, ir.ZExt, ir.SExt:
			computed = true
		}
	}
	for _, p := range t.valuePieces(v) {
		if p.Class == Pointer || (p.Class == Unknown || p.Class == Mixed) && p.Size >= 8 && !computed {
			return true
		}
	}
	return !computed && t.p.class.of(v) != 0 || (t.env.module.rust || t.env.tellsPairs()) && movesWord(v) && t.word(v)
}
