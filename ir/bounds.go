package ir

import "strings"

// Bounds writes, in a block outside of loops, between which numbers the integers
// and addresses lie that code behind it will compute: interval arithmetic on
// 64-bit numbers, with the inductions of loops taken from their first value and
// number of iterations. What has to hold so that nothing wraps is collected in a
// condition, which the program tests.
type Bounds struct {
	b      *Builder
	at     *Block
	hand   map[*Instr]bool // the instructions of at that stand before the place
	dt     *DomTree
	li     *LoopInfo
	spans  map[Value]*span // for the block of interest
	counts map[*Loop]*span
	leaves map[leafKey]*span
	block  *Block // of interest
	base   Value  // the pointer that addresses are measured from, nil while numbers of iterations are computed
	conds  []Value
	preds  [][]*Block // nil before somebody asks

	counting *Loop // whose number of iterations is being computed

	// Loaded gives what a load of the code of interest reads, known in front of it;
	// nil if that is not known, or for all loads.
	Loaded func(*Instr) Value

	left int // how many more instructions may be looked at
}

// span is what a value lies between, both ends included. It is one number when
// both are the same value. Its ends lie between -2^bits and 2^bits.
type span struct {
	lo, hi Value
	bits   int
}

// NewBounds prepares bounds that are written behind the instruction `behind`, or
// where that is nil at the head of block at, which dominates the code of interest
// and is in no loop. At most `most` instructions are looked at.
func NewBounds(f *Function, at *Block, behind *Instr, dt *DomTree, li *LoopInfo, most int) *Bounds {
	s := &Bounds{b: NewBuilder(at), at: at, hand: map[*Instr]bool{}, leaves: map[leafKey]*span{}, dt: dt, li: li, left: most}
	s.b.AtStart(at)
	for _, i := range at.Phis() {
		s.hand[i] = true
	}
	if behind != nil && behind.Op != Phi {
		s.b.After(behind)
		for _, i := range at.Instrs[:at.Index(behind)+1] {
			s.hand[i] = true
		}
	}
	return s
}

// AtHand reports whether v is known where the bounds are written.
func (s *Bounds) AtHand(v Value) bool {
	i, ok := v.(*Instr)
	if !ok {
		return true
	}
	if i.Parent == s.at {
		return s.hand[i]
	}
	return s.dt.Dominates(i.Parent, s.at)
}

// Address gives the first byte and the byte behind the last one that accesses of
// some bytes at p in block b touch, as distances from the pointer base, which p is
// computed from; nil when they cannot be told.
func (s *Bounds) Address(base, p, bytes Value, b *Block) (lo, end Value) {
	if s.block != b || s.base != base {
		s.block, s.spans, s.counts = b, map[Value]*span{}, map[*Loop]*span{}
		s.base = base
	}
	x, n := s.of(p), s.of(bytes)
	if x == nil || n == nil {
		return nil, nil
	}
	sum := s.add(x, s.atLeast0(n))
	if sum == nil {
		return nil, nil
	}
	return x.lo, sum.hi
}

// NonNegative reports whether it can be told between which numbers the integer v lies
// in block b, the operations that it is computed with included. Under the conditions none
// of them wraps, signed, and v is not negative.
func (s *Bounds) NonNegative(v Value, b *Block) bool {
	if s.block != b || s.base != nil {
		s.block, s.spans, s.counts = b, map[Value]*span{}, map[*Loop]*span{}
		s.base = nil
	}
	return s.nonNegative(s.of(v)) != nil
}

// Trips gives how often the backedge of l, a loop around the block that Address was
// asked of last, is taken before that block runs, at most; nil when it cannot be told.
func (s *Bounds) Trips(l *Loop) Value {
	if n := s.count(l); n != nil {
		return n.hi
	}
	return nil
}

// Builder is where the bounds are written.
func (s *Bounds) Builder() *Builder { return s.b }

// Holds gives the conditions under which the bounds are right.
func (s *Bounds) Holds() []Value { return s.conds }

func constSpan(v int64) *span {
	c := NewInt(I64, v)
	bits := 0
	for u := absInt(v); u > 0; u >>= 1 {
		bits++
	}
	return &span{c, c, bits}
}

func (x *span) exact() bool { return x.lo == x.hi }

// constant gives the number where x is a known one.
func (x *span) constant() (int64, bool) {
	if !x.exact() {
		return 0, false
	}
	return IntValue(x.lo)
}

func (s *Bounds) min(a, b Value) Value { return s.pick(SLT, a, b) }
func (s *Bounds) max(a, b Value) Value { return s.pick(SGT, a, b) }

func (s *Bounds) pick(p Pred, a, b Value) Value {
	x, ok := IntValue(a)
	y, ok2 := IntValue(b)
	if ok && ok2 {
		if (x < y) == (p == SLT) {
			return a
		}
		return b
	}
	if a == b {
		return a
	}
	return s.b.Select(s.b.ICmp(p, a, b), a, b)
}

// hull lies around x and y.
func (s *Bounds) hull(x, y *span) *span {
	if x == nil || y == nil {
		return nil
	}
	return &span{s.min(x.lo, y.lo), s.max(x.hi, y.hi), max(x.bits, y.bits)}
}

// within gives x knowing that it lies between -2^bits and 2^bits, which the
// program tests.
func (s *Bounds) within(x *span, bits int) *span {
	if x == nil || x.bits <= bits {
		return x
	}
	s.require(SGE, x.lo, -1<<bits)
	if !x.exact() {
		s.require(SLT, x.hi, 1<<bits)
	} else {
		s.require(SLT, x.lo, 1<<bits)
	}
	return &span{x.lo, x.hi, bits}
}

func (s *Bounds) require(p Pred, v Value, c int64) {
	s.conds = append(s.conds, s.b.ICmp(p, v, NewInt(I64, c)))
}

// nonNegative gives x knowing that it is not negative, which the program tests.
func (s *Bounds) nonNegative(x *span) *span {
	if x == nil {
		return nil
	}
	if c, ok := IntValue(x.lo); !ok || c < 0 {
		s.require(SGE, x.lo, 0)
	}
	return x
}

// atLeast0 takes off what lies below 0.
func (s *Bounds) atLeast0(x *span) *span {
	zero := NewInt(I64, 0)
	if x.exact() {
		v := s.max(x.lo, zero)
		return &span{v, v, x.bits}
	}
	return &span{s.max(x.lo, zero), s.max(x.hi, zero), x.bits}
}

const (
	maxBits     = 60 // what operands of sums keep below
	productBits = 52 // what products keep below
	addressBits = 57
	leafBits    = 48 // what a 64-bit number must keep below
)

func (s *Bounds) add(x, y *span) *span { return s.sum(Add, x, y) }
func (s *Bounds) sub(x, y *span) *span { return s.sum(Sub, x, y) }

func (s *Bounds) sum(op Op, x, y *span) *span {
	if x == nil || y == nil {
		return nil
	}
	x, y = s.within(x, maxBits), s.within(y, maxBits)
	bits := max(x.bits, y.bits) + 1
	low, high := y.lo, y.hi
	if op == Sub {
		low, high = high, low
	}
	v := s.b.Binary(op, x.lo, low)
	if x.exact() && y.exact() {
		return &span{v, v, bits}
	}
	return &span{v, s.b.Binary(op, x.hi, high), bits}
}

func (s *Bounds) mul(x, y *span) *span {
	if x == nil || y == nil {
		return nil
	}
	if x.exact() {
		x, y = y, x
	}
	if x.bits+y.bits > productBits {
		y = s.within(y, productBits/2)
		x = s.within(x, productBits-y.bits)
	}
	bits := x.bits + y.bits
	if y.exact() {
		if x.exact() {
			v := s.b.Mul(x.lo, y.lo)
			return &span{v, v, bits}
		}
		p, q := s.b.Mul(x.lo, y.lo), s.b.Mul(x.hi, y.lo)
		if c, ok := IntValue(y.lo); ok {
			if c < 0 {
				p, q = q, p
			}
			return &span{p, q, bits}
		}
		return &span{s.min(p, q), s.max(p, q), bits}
	}
	p, q := s.b.Mul(x.lo, y.lo), s.b.Mul(x.lo, y.hi)
	t, u := s.b.Mul(x.hi, y.lo), s.b.Mul(x.hi, y.hi)
	return &span{s.min(s.min(p, q), s.min(t, u)), s.max(s.max(p, q), s.max(t, u)), bits}
}

// narrow gives x as a number of w bits that has not wrapped.
func (s *Bounds) narrow(x *span, w int) *span {
	if w >= 64 {
		return x
	}
	return s.within(x, w-1)
}

// of gives the bounds of v, an integer (as signed) or an address.
func (s *Bounds) of(v Value) *span {
	if x, ok := s.spans[v]; ok {
		return x
	}
	s.spans[v] = nil // a cycle that is no induction finds this
	if s.left--; s.left < 0 {
		return nil
	}
	x := s.find(v)
	s.spans[v] = x
	return x
}

// leaf is a number that is at hand, as signed or, where op is ZExt, as unsigned.
func (s *Bounds) leaf(v Value, op Op) *span {
	key := leafKey{v, op}
	x, ok := s.leaves[key]
	if !ok {
		x = s.makeLeaf(v, op)
		s.leaves[key] = x
	}
	return x
}

type leafKey struct {
	v  Value
	op Op
}

func (s *Bounds) makeLeaf(v Value, op Op) *span {
	switch t := v.Type(); {
	case t.IsPtr():
		x := s.b.Cast(PtrToInt, v, I64)
		return s.within(&span{x, x, 64}, addressBits)
	case t.Bits == 64:
		return s.within(&span{v, v, 64}, leafBits)
	default:
		x := s.b.Cast(op, v, I64)
		return &span{x, x, t.Bits}
	}
}

func (s *Bounds) find(v Value) *span {
	w := valueWidth(v)
	if w == 0 {
		return nil
	}
	if c, ok := IntValue(v); ok {
		return constSpan(c)
	}
	if v == s.base {
		return constSpan(0)
	}
	i, _ := v.(*Instr)
	if s.AtHand(v) && !(s.base != nil && i != nil && v.Type().IsPtr() && s.fromBase(i)) {
		if w == 1 {
			return nil
		}
		return s.leaf(v, SExt)
	}
	switch i.Op {
	case Phi:
		return s.phi(i, w)
	case GetElementPtr:
		return s.address(i)
	case BitCast, Freeze, PtrToInt:
		if valueWidth(i.Arg(0)) == w {
			return s.of(i.Arg(0))
		}
	case SExt, ZExt, Trunc:
		return s.cast(i.Op, i.Arg(0), w, i.Flags&NNeg != 0)
	case Add, Sub, Mul, And, UDiv, LShr, Shl, Or:
		if i.Op == Or && i.Flags&Disjoint == 0 {
			return s.bitsSet(s.of(i.Arg(0)), i.Arg(1), w)
		}
		return s.arith(i.Op, s.of(i.Arg(0)), s.of(i.Arg(1)), w)
	case Xor:
		if c, ok := IntValue(i.Arg(1)); ok && c == -1 {
			return s.arith(Sub, constSpan(-1), s.of(i.Arg(0)), w)
		}
	case Select:
		return s.hull(s.of(i.Arg(1)), s.of(i.Arg(2)))
	case Load:
		if s.Loaded != nil && w > 1 {
			if x := s.Loaded(i); x != nil {
				return s.leaf(x, SExt)
			}
		}
	case Call:
		return s.extreme(i)
	}
	return nil
}

// bitsSet gives the bounds of x with the bits of a constant set that is not negative: what
// that adds is one of its parts.
func (s *Bounds) bitsSet(x *span, bits Value, w int) *span {
	c, ok := IntValue(bits)
	if x == nil || !ok || c < 0 {
		return nil
	}
	sum := s.narrow(s.add(x, constSpan(c)), w)
	if sum == nil {
		return nil
	}
	return &span{x.lo, sum.hi, sum.bits}
}

// extreme gives the bounds of the larger or the smaller of two integers.
func (s *Bounds) extreme(i *Instr) *span {
	f := i.CalledFunc()
	if f == nil || !strings.HasPrefix(f.Name, "llvm.") || i.NumArgs() != 3 {
		return nil
	}
	kind, _, _ := strings.Cut(f.Name[len("llvm."):], ".")
	pick := s.max
	switch kind {
	case "smin", "umin":
		pick = s.min
	case "smax", "umax":
	default:
		return nil
	}
	x, y := s.of(i.Arg(0)), s.of(i.Arg(1))
	if x == nil || y == nil {
		return nil
	}
	if kind[0] == 'u' {
		x, y = s.nonNegative(x), s.nonNegative(y)
	}
	bits := max(x.bits, y.bits)
	v := pick(x.lo, y.lo)
	if x.exact() && y.exact() {
		return &span{v, v, bits}
	}
	return &span{v, pick(x.hi, y.hi), bits}
}

// fromBase reports whether p is computed from the base, which its distance is told from
// though it is at hand.
func (s *Bounds) fromBase(p *Instr) bool {
	for range 50 {
		if p.Op != GetElementPtr && p.Op != BitCast {
			return false
		}
		if p.Arg(0) == s.base {
			return true
		}
		next, ok := p.Arg(0).(*Instr)
		if !ok {
			return false
		}
		p = next
	}
	return false
}

func (s *Bounds) cast(op Op, arg Value, w int, nneg bool) *span {
	from := valueWidth(arg)
	switch {
	case from == 0:
		return nil
	case op == ZExt && from == 1:
		return &span{NewInt(I64, 0), NewInt(I64, 1), 1}
	case op == ZExt && s.known(arg) != nil:
		return s.leaf(s.known(arg), ZExt)
	case op == ZExt && nneg:
		if x := s.of(arg); x != nil {
			return s.atLeast0(x)
		}
		return nil
	}
	x := s.of(arg)
	switch op {
	case ZExt:
		return s.nonNegative(x)
	case Trunc:
		return s.narrow(x, w)
	}
	return x
}

// known gives v, or what it loads, where that is known in front of the code.
func (s *Bounds) known(v Value) Value {
	if s.AtHand(v) {
		return v
	}
	if i, ok := v.(*Instr); ok && i.Op == Load && s.Loaded != nil {
		return s.Loaded(i)
	}
	return nil
}

// arith gives the bounds of an operation of w bits.
func (s *Bounds) arith(op Op, x, y *span, w int) *span {
	if x == nil || y == nil {
		return nil
	}
	c, isConst := y.constant()
	switch op {
	case Add, Or:
		return s.narrow(s.add(x, y), w)
	case Sub:
		return s.narrow(s.sub(x, y), w)
	case Mul:
		return s.narrow(s.mul(x, y), w)
	case Shl:
		if !isConst || c < 0 || c > 40 {
			return nil
		}
		return s.narrow(s.mul(x, constSpan(1<<c)), w)
	case LShr, UDiv:
		if !isConst || c <= 0 || op == LShr && c > 60 {
			return nil
		}
		x = s.nonNegative(x)
		p := s.b.Binary(op, x.lo, y.lo)
		if x.exact() {
			return &span{p, p, x.bits}
		}
		return &span{p, s.b.Binary(op, x.hi, y.lo), x.bits}
	case And:
		if !isConst {
			return nil
		}
		if x.exact() {
			v := s.b.Binary(And, x.lo, y.lo)
			return &span{v, v, x.bits + 1}
		}
		if c >= 0 {
			return &span{NewInt(I64, 0), y.lo, y.bits}
		}
		if c&-c == -c { // clears the lowest bits
			return &span{s.b.Add(x.lo, NewInt(I64, c+1)), x.hi, x.bits + 1}
		}
	}
	return nil
}

// address gives the bounds of a getelementptr.
func (s *Bounds) address(i *Instr) *span {
	x := s.of(i.Arg(0))
	ok := x != nil && s.at.Parent.Module.Layout.Steps(i.Elem, i.Args()[1:], func(v Value, bytes int64) bool {
		if v == nil {
			x = s.add(x, constSpan(bytes))
		} else {
			x = s.add(x, s.mul(s.of(v), constSpan(bytes)))
		}
		return x != nil
	})
	if !ok {
		return nil
	}
	return x
}

func (s *Bounds) phi(i *Instr, w int) *span {
	l := s.li.Of(i.Parent)
	if l == nil || l.Header != i.Parent {
		var x *span
		for k := range i.Blocks {
			if IsUndef(i.Arg(k)) {
				continue
			}
			y := s.of(i.Arg(k))
			if y == nil {
				return nil
			}
			if x == nil {
				x = y
			} else {
				x = s.hull(x, y)
			}
		}
		return x
	}
	r := l.Recurrence(i)
	if r == nil {
		return nil
	}
	start, step := s.expr(r.start), s.expr(r.step)
	if start == nil || step == nil {
		return nil
	}
	n := s.count(l)
	if n == nil {
		return nil
	}
	far := s.mul(step, n)
	if far == nil {
		return nil
	}
	zero := NewInt(I64, 0)
	way := &span{s.min(far.lo, zero), s.max(far.hi, zero), far.bits}
	if i.Typ.IsPtr() {
		return s.add(start, way)
	}
	return s.narrow(s.add(start, way), w)
}

// count is how often the backedge of l is taken before the block of interest
// runs, at most: from 0 to a number.
func (s *Bounds) count(l *Loop) *span {
	if n, ok := s.counts[l]; ok {
		return n
	}
	s.counts[l] = nil
	base, spans := s.base, s.spans
	s.base, s.spans = nil, map[Value]*span{}
	defer func() { s.base, s.spans = base, spans }()
	exact := true
	t := BackedgeCount(l)
	if t == nil {
		t, exact = MaxBackedgeCount(l), false
	}
	if t == nil {
		return nil
	}
	outer := s.counting
	s.counting = l
	n := s.expr(t.e)
	s.counting = outer
	if n == nil {
		return nil
	}
	if !exact {
		// Where the tests that are counted never end the loop, the count is negative.
		n = s.nonNegative(n)
	}
	hi := n.hi
	if s.behindExit(l) {
		hi = s.b.Sub(hi, NewInt(I64, 1))
	}
	// A loop that is entered with a negative count would run for centuries.
	hi = s.max(hi, NewInt(I64, 0))
	n = &span{NewInt(I64, 0), hi, n.bits + 1}
	s.counts[l] = n
	return n
}

// behindExit reports whether the block of interest stands, in an iteration of l,
// behind the only test that ends the loop: the last time it does not run.
func (s *Bounds) behindExit(l *Loop) bool {
	edges := l.ExitEdges()
	return len(edges) == 1 && l.Contains(s.block) && edges[0].From != s.block && s.dt.Dominates(edges[0].From, s.block)
}

// expr gives the bounds of an expression over values known before a loop.
func (s *Bounds) expr(e *expr) *span {
	if c, ok := e.isInt(); ok {
		return constSpan(c)
	}
	if s.left--; s.left < 0 {
		return nil
	}
	if e.op == BadOp {
		return s.of(e.leaf)
	}
	switch e.op {
	case SExt:
		return s.expr(e.args[0])
	case ZExt:
		if a := e.args[0]; a.op == BadOp && a.leaf != nil {
			return s.cast(ZExt, a.leaf, e.width, false)
		}
		x := s.expr(e.args[0])
		if x != nil && s.counting != nil && s.testedBefore(s.counting, e.args[0]) {
			return s.atLeast0(x)
		}
		return s.nonNegative(x)
	case Trunc:
		return s.narrow(s.expr(e.args[0]), e.width)
	case Select:
		return s.choice(e)
	case Add, Sub, Mul, And, UDiv, LShr, Shl:
		return s.arith(e.op, s.expr(e.args[0]), s.expr(e.args[1]), e.width)
	}
	return nil
}

// choice gives the bounds of a selection: exactly where what it compares is known.
func (s *Bounds) choice(e *expr) *span {
	x, y := s.expr(e.args[1]), s.expr(e.args[2])
	if x == nil || y == nil {
		return nil
	}
	if c := e.args[0]; c.op == ICmp && x.exact() && y.exact() {
		before := len(s.conds)
		p, q := s.expr(c.args[0]), s.expr(c.args[1])
		if p != nil && q != nil && p.exact() && q.exact() {
			v := s.b.Select(s.b.ICmp(c.pred, p.lo, q.lo), x.lo, y.lo)
			return &span{v, v, max(x.bits, y.bits)}
		}
		s.conds = s.conds[:before]
	}
	return s.hull(x, y)
}
