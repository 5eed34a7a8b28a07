package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// types is the type analysis of one function: what the bytes of its objects
// and of the integers that are only copied hold.
type types struct {
	env       *Env
	p         *pointsto.Analysis
	mem       []memtypes.Memory                  // by object
	val       map[pointsto.Node][]memtypes.Piece // integers that are copies, by representative
	ops       []*ir.Instr                        // bit operations of undecided result
	move      []move                             // copies whose two sides inform each other
	taint     map[ir.Value]bool                  // see findTaint
	hash      map[ir.Value]bool                  // see findHashes
	numbers   map[*ir.Instr]bool                 // see findNumbers
	anchors   map[*ir.Instr][]*ir.Instr          // see CheckNumbers
	asNumbers map[*ir.Instr][]operand            // see findAsNumbers
	dom       *ir.DomTree                        // of the function, when it was asked for

	element map[*ir.Instr]bool // see findElements
	kept    []move             // that are none because of these
	punned  map[int32]bool     // see findPunned

	smalls map[ir.Value]bool      // see small
	loose  map[pointsto.Node]bool // see findLoose

	reaches map[reach]bool    // what floatReaches gave
	blocks  map[int32][]block // by the object written or read

	settled bool // the copies have nothing more to say
	final   bool // and nothing more is found out
}

// move is a copy between memory and a register, or within memory.
type move struct {
	val      pointsto.Node    // a representative of an integer value, 0 for block operations
	dst, src pointsto.AddrSet // val != 0: only dst is used
	size     int64            // -1 when not constant
	by       *ir.Instr        // the load or store, where there is one
}

// maxRounds bounds the iteration between copies; every round decides bytes
// that were undecided, and what is left then stays undecided. Debug builds copy
// from slot to slot dozens of times: rounds go forth and back.
const maxRounds = 60

func newTypes(e *Env, p *pointsto.Analysis) *types {
	t := &types{env: e, p: p, mem: make([]memtypes.Memory, len(p.Objs)), val: map[pointsto.Node][]memtypes.Piece{}}
	for k := range p.Objs {
		t.declare(int32(k))
	}
	t.findHashes()
	for _, visit := range []func(*ir.Instr){t.visitLane, t.visit} {
		for _, b := range p.Func.Blocks {
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
	if isBitOp(i) && t.p.Class.Of(i) == 0 || t.p.Class.Union[i] {
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
		if elem, slice := sliceElem(i.Elem); (elem.Kind != ir.IntKind || t.plainInt(elem)) && !pointsto.IsOpaque(elem) {
			_, fixed := pointsto.ConstIndex(i.Arg(1))
			for _, a := range t.p.Pointees(i.Arg(0)) {
				if slice || !fixed { // an array of these
					a = a.Moved(0, t.p.Layout.AllocSize(elem))
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
	case i.Op == ir.Trunc && t.p.Class.Of(i)&(pointsto.IsFP|pointsto.IsInt) != 0:
		v, off := upperPart(i.Arg(0))
		t.lane(v, off, i)
	case i.Op == ir.LShr && t.p.Class.Of(i)&pointsto.IsInt != 0:
		if v, off := upperPart(i); off > 0 {
			t.lane(v, off, i)
		}
	case pointsto.UpperHalf(i) && t.p.Class.Of(i) == 0:
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
	n, ok := t.p.Index.Of(v)
	if !ok || t.p.Class.Of(v)&(pointsto.IsFP|pointsto.IsPtr) != 0 || !v.Type().IsInt() {
		return
	}
	rep, size := t.p.Class.Find(n), t.p.Layout.StoreSize(v.Type())
	var m memtypes.Memory
	typ := i.Typ
	if r := t.p.Class.Find(t.p.Index.At(i)); t.p.Class.Bits[r]&pointsto.IsFP != 0 {
		typ = t.p.Class.Fp[r]
		t.p.Class.Bits[rep] &^= pointsto.IsInt // arithmetic was on other parts
	} else if t.p.Class.Bits[rep] != 0 {
		return
	}
	if i.Op != ir.Trunc {
		typ = t.env.M.Types.Int(int(8 * (size - off)))
	}
	m.Scalars(t.p.Layout, typ, off)
	t.val[rep] = memtypes.JoinPieces(t.val[rep], m.Window(0, size), size)
}

// compute brings the pieces of a bit operation's result up to date.
func (t *types) compute(i *ir.Instr) bool {
	rep := t.p.Class.Find(t.p.Index.At(i))
	old, known := t.val[rep]
	now := t.transfer(i)
	if known {
		now = memtypes.JoinPieces(old, now, t.p.Layout.StoreSize(i.Typ))
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
	if i.Op != ir.ZExt && i.Op != ir.Trunc || t.p.Class.Of(i.Arg(0)) != 0 {
		return false
	}
	n, ok := t.p.Index.Of(i.Arg(0))
	if !ok {
		return false
	}
	word := t.p.Layout.StoreSize(i.Arg(0).Type())
	size, rep := min(word, t.p.Layout.StoreSize(i.Typ)), t.p.Class.Find(n)
	for _, p := range t.val[t.p.Class.Find(t.p.Index.At(i))] {
		if p.Class == memtypes.FloatData && p.Offset == 0 && p.Size == size && undecided(t.val[rep]) {
			t.val[rep] = []memtypes.Piece{p}
			if size < word {
				t.val[rep] = append(t.val[rep], memtypes.Piece{Offset: size, Size: word - size})
			}
			return true
		}
	}
	return false
}

// hint notes that an address leads to something of type typ. Optimisers move structs of two floats of 32 bits as
// integers, through pointers to such: where words do not tell at run time, those say nothing.
func (t *types) hint(a memtypes.Addr, typ *ir.Type) {
	if typ == ir.I64 && !t.env.mayTellWords() {
		return
	}
	m := &t.mem[a.Obj]
	l := t.p.Layout
	if a.Stride == 0 {
		one := memtypes.Memory{}
		one.Declared(l, typ, a.Off, memtypes.RankHint)
		m.Take(&one)
	} else if a.Stride%max(l.AllocSize(typ), 1) == 0 {
		one := memtypes.Memory{}
		one.Declared(l, typ, 0, memtypes.RankHint)
		for _, o := range one.Sorted() {
			for _, r := range one.Exact[o] {
				r.Off, r.Stride = r.Off+a.Off, a.Stride
				if a.Stride != l.AllocSize(typ) {
					r.Stride = memtypes.Gcd(a.Stride, l.AllocSize(typ))
				}
				m.Add(r)
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
		n, ok := t.p.Index.Of(v)
		if !ok {
			return
		}
		if t.plainInt(typ) && typ.Bits <= 32 && i.Op != ir.AtomicRMW && i.Op != ir.CmpXchg {
			for _, a := range t.p.Pointees(ptr) {
				t.hint(a, typ)
			}
		}
		rep := t.p.Class.Find(n)
		switch e := t.p.Class.Bits[rep]; {
		case e&pointsto.IsFP != 0:
			typ = t.p.Class.Fp[rep]
		case e&pointsto.IsPtr != 0:
			typ = t.env.M.Ptr()
		case e&pointsto.IsInt != 0:
		default:
			t.move = append(t.move, move{val: rep, dst: t.p.Pointees(ptr), size: t.p.Layout.StoreSize(typ), by: i})
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
	return t.p.Study.PlainCode && typ.IsInt() && typ.Bits >= 16 && typ.Bits <= 64
}

// note records an access of type typ.
func (t *types) note(a memtypes.Addr, typ *ir.Type) bool {
	var one memtypes.Memory
	one.Scalars(t.p.Layout, typ, 0)
	grown := false
	for _, o := range one.Sorted() {
		for _, r := range one.Exact[o] {
			if typ.IsAggregate() && r.Class == memtypes.Integer && r.Size >= 4 {
				continue // moved as a whole; it may be anything
			}
			grown = t.mem[a.Obj].Add(r.Moved(a)) || grown
		}
	}
	return grown
}

func (t *types) visitCall(i *ir.Instr) {
	switch g := t.p.TargetOf(i); g.Kind {
	case pointsto.ToCopy:
		m := move{dst: t.p.AlignedPointees(i, 0), src: t.p.AlignedPointees(i, 1), size: -1}
		if n, ok := ir.IntValue(i.Arg(2)); ok {
			m.size = n
		}
		t.taggedCopy(i, &m)
		if r, ok := t.copiedScalar(i); ok {
			for _, s := range []pointsto.AddrSet{m.dst, m.src} {
				for _, a := range s {
					t.mem[a.Obj].Add(r.MovedAs(a, memtypes.RankAccess))
				}
			}
		}
		t.move = append(t.move, m)
	case pointsto.ToLoad:
		t.access(i, i, i.Arg(0))
	case pointsto.ToStore:
		t.access(i, i.Arg(0), i.Arg(1))
	case pointsto.ToDefined:
		t.arguments(i, t.env.Summary(g.Fn))
		for _, pt := range t.env.Summary(g.Fn).Types {
			if k := -1 - pt.Arg; k >= 0 && k < len(g.Made) && g.Made[k] != 0 {
				t.mem[t.p.Find(g.Made[k])].Add(pt.Rec)
			}
			if pt.Arg < 0 || pt.Arg >= i.NumCallArgs() {
				continue
			}
			for _, a := range t.p.FollowPath(t.p.Pointees(i.Arg(pt.Arg)), pt.Path) {
				t.mem[a.Obj].Add(pt.Rec.SeenFrom(a))
			}
		}
	}
}

// valuePieces gives what an integer value holds.
func (t *types) valuePieces(v ir.Value) []memtypes.Piece {
	l := t.singleValue(v, t.pieces(v))
	for k := range l {
		if l[k].Class == memtypes.Zeros {
			l = slices.Clone(l)
			for k := range l {
				if l[k].Class == memtypes.Zeros {
					l[k].Class = memtypes.Integer
				}
			}
			return l
		}
	}
	return l
}

// pieces is valuePieces with cleared bytes told apart.
func (t *types) pieces(v ir.Value) []memtypes.Piece {
	n, ok := t.p.Index.Of(v)
	if !ok || !v.Type().Scalar().IsInt() {
		return nil
	}
	rep := t.p.Class.Find(n)
	size := t.p.Layout.StoreSize(v.Type())
	if t.env.asked[v] && t.env.mayTellWords() {
		return []memtypes.Piece{{Size: size, Class: memtypes.Mixed}}
	}
	switch e := t.p.Class.Bits[rep]; {
	case t.hash[v]:
		return []memtypes.Piece{{Size: size, Class: memtypes.Integer, Rank: memtypes.RankAccess}}
	case e&pointsto.IsFP != 0:
		var m memtypes.Memory
		m.Scalars(t.p.Layout, t.p.Class.Fp[rep], 0)
		return m.Window(0, size)
	case e&pointsto.IsPtr != 0:
		return []memtypes.Piece{{Size: size, Class: memtypes.Pointer, Rank: memtypes.RankAccess}}
	case e&pointsto.IsInt != 0:
		return []memtypes.Piece{{Size: size, Class: memtypes.Integer, Rank: memtypes.RankAccess}}
	}
	if l, ok := t.val[rep]; ok {
		return l
	}
	if size <= 1 {
		return []memtypes.Piece{{Size: size, Class: memtypes.Integer}}
	}
	return []memtypes.Piece{{Size: size}}
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
		if p.Class == memtypes.Pointer || (p.Class == memtypes.Unknown || p.Class == memtypes.Mixed) && p.Size >= 8 && !computed {
			return true
		}
	}
	return !computed && t.p.Class.Of(v) != 0
}
