package raise

import (
	"math/bits"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// sample evaluates integers and addresses with random numbers for their leaves. Two
// expressions that agree on many samples are taken for the same function of the leaves: a
// compiler's trip counts are sums, products and masks, which differ at most points when they
// differ at all.
type sample struct {
	layout *ir.Layout
	values map[ir.Value]*sampled
	marked []*sampled // of instructions, by their marks, as far as nobody else has marked them since
	last   []uint64   // the numbers of leaves, in the order of first use
	ways   map[*ir.Block]*sampledWay
	turns  int // how many blocks have a way
	try    uint64
	align  int  // how many low bits of addresses are zero
	bad    bool // what was assumed of a value (flags) does not hold of these numbers
}

// sampled is the state of a value; its numbers are valid for one try.
type sampled struct {
	of             ir.Value
	leaf, done     uint64
	leafAt, doneAt uint64 // for which
	open           bool
}

// sampledWay is the predecessor from which a block is entered, in one try.
type sampledWay struct {
	from *ir.Block
	at   uint64
}

func (s *sample) value(v ir.Value) *sampled {
	i, ok := v.(*ir.Instr)
	if ok && int(i.Mark) < len(s.marked) && s.marked[i.Mark].of == v {
		return s.marked[i.Mark]
	}
	k := s.values[v]
	if k == nil {
		k = &sampled{of: v}
		s.values[v] = k
	}
	if ok {
		i.Mark = int32(len(s.marked))
		s.marked = append(s.marked, k)
	}
	return k
}

const (
	sampleDepth     = 40
	maxSampledAlign = 6
)

// samples is how many numbers are tried, enough how many of them must do; where some do,
// but not as many, up to moreSamples are tried.
const (
	samples     = 1000
	moreSamples = 10000
	enough      = 24
)

// always reports whether holds is true for all samples; its last result says whether the
// sample counts.
func always(m *ir.Module, holds func(s *sample) (ok, counts bool)) bool {
	n := 0
	s := &sample{layout: m.Layout, values: map[ir.Value]*sampled{}, ways: map[*ir.Block]*sampledWay{}}
	for try := uint64(1); try <= samples || try <= moreSamples && n > 0 && n < enough; try++ {
		s.next(try)
		ok, counts := holds(s)
		if s.bad || !counts {
			continue
		}
		if !ok {
			return false
		}
		n++
	}
	return n >= enough
}

// next starts a try with other numbers. Addresses of one try are aligned alike, so that their
// differences are numbers of elements, and every bit of a difference is set in some try.
func (s *sample) next(try uint64) {
	s.last, s.turns, s.try, s.bad = s.last[:0], 0, try, false
	s.align = int(try % (maxSampledAlign + 1))
}

func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// leaf is the number of a value that is not evaluated.
func (s *sample) leaf(v ir.Value, width int) uint64 {
	k := s.value(v)
	x := k.leaf
	if k.leafAt != s.try {
		h := mix(s.try*0x9e3779b97f4a7c15 + uint64(len(s.last))*0xd1342543de82ef95)
		switch kind := h & 15; {
		case kind > 10 && len(s.last) > 0: // near another one
			x = s.last[h>>8%uint64(len(s.last))] + h>>32%9 - 4
		case kind < 2:
			x = h >> 8 % 5
		case kind < 5:
			x = h >> 8 % 24
		case kind < 8:
			x = h >> 8 % 1000
		case kind == 8:
			x = 1<<(h>>8%uint64(width)) + h>>16%5 - 2
		case kind == 9:
			x = h >> 8 % (1 << 20)
		default:
			x = mix(h)
		}
		s.last = append(s.last, x)
		if v.Type().IsPtr() {
			x = x<<s.align&(1<<46-1) + 1<<20
		}
		k.leaf, k.leafAt = x, s.try
	}
	return x & mask(width)
}

func mask(width int) uint64 { return ^uint64(0) >> uint(64-width) }

func signed(x uint64, width int) int64 { return int64(x<<uint(64-width)) >> uint(64-width) }

// of is the number of v, in the width of v.
func (s *sample) of(v ir.Value) uint64 { return s.at(v, 0) }

func (s *sample) at(v ir.Value, depth int) uint64 {
	w := edit.IntWidth(v.Type())
	if w == 0 {
		s.bad = true
		return 0
	}
	if c, ok := ir.IntValue(v); ok {
		return uint64(c) & mask(w)
	}
	if ir.IsZero(v) {
		return 0
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth > sampleDepth {
		return s.leaf(v, w)
	}
	k := s.value(v)
	if k.doneAt == s.try {
		return k.done
	}
	x, ok := s.compute(i, w, depth+1)
	if !ok {
		return s.leaf(v, w)
	}
	x &= mask(w)
	k.done, k.doneAt = x, s.try
	return x
}

func (s *sample) compute(i *ir.Instr, w, depth int) (uint64, bool) {
	arg := func(k int) uint64 { return s.at(i.Arg(k), depth) }
	switch {
	case i.Op >= ir.Add && i.Op <= ir.Xor:
		if edit.IntWidth(i.Typ) == 0 {
			return 0, false
		}
		return s.binary(i, w, arg)
	case i.Op == ir.Phi:
		return s.merged(i, depth)
	case i.Op == ir.Select:
		if edit.IntWidth(i.Arg(0).Type()) != 1 {
			return 0, false
		}
		if arg(0) != 0 {
			return arg(1), true
		}
		return arg(2), true
	case i.Op == ir.ICmp:
		wa := edit.IntWidth(i.Arg(0).Type())
		if wa == 0 {
			return 0, false
		}
		return boolBit(edit.EvalICmp(i.Pred, signed(arg(0), wa), signed(arg(1), wa), wa)), true
	case i.Op == ir.Trunc, i.Op == ir.ZExt, i.Op == ir.SExt, i.Op == ir.PtrToInt, i.Op == ir.IntToPtr:
		from := edit.IntWidth(i.Arg(0).Type())
		if from == 0 {
			return 0, false
		}
		x := arg(0)
		if i.Op == ir.SExt {
			return uint64(signed(x, from)), true
		}
		s.bad = s.bad || i.Op == ir.ZExt && i.Flags&ir.NNeg != 0 && signed(x, from) < 0
		return x, true
	case i.Op == ir.GetElementPtr:
		return s.address(i, arg)
	case i.Op == ir.Call && i.NumCallArgs() == 2 && i.CalledFunc() != nil:
		return minMax(i.CalledFunc().Name, w, arg)
	}
	return 0, false
}

// merged follows one edge into the phi's block, the same for all phis of it. Along a backedge
// the previous value is any number.
func (s *sample) merged(phi *ir.Instr, depth int) (uint64, bool) {
	k := s.value(phi)
	if k.open || len(phi.Blocks) == 0 {
		return 0, false
	}
	entered := s.ways[phi.Parent]
	if entered == nil {
		entered = &sampledWay{}
		s.ways[phi.Parent] = entered
	}
	if entered.at != s.try {
		entered.from, entered.at = phi.Blocks[int(mix(s.try^uint64(s.turns)<<32)%uint64(len(phi.Blocks)))], s.try
		s.turns++
	}
	way := entered.from
	k.open = true
	defer func() { k.open = false }()
	if next, step, ok := grows(phi, way); ok {
		return s.counted(phi, way, next, step, depth), true
	}
	return s.at(phi.Incoming(way), depth), true
}

// grows matches a phi that grows by a constant along the edge from way.
func grows(phi *ir.Instr, way *ir.Block) (next *ir.Instr, step int64, ok bool) {
	next, ok = phi.Incoming(way).(*ir.Instr)
	if !ok || next.Op != ir.Add || next.Arg(0) != phi || len(phi.Blocks) != 2 {
		return nil, 0, false
	}
	step, ok = ir.IntValue(next.Arg(1))
	return next, step, ok
}

// counted is a phi that has grown a number of times, the same for all phis of its block.
func (s *sample) counted(phi *ir.Instr, way *ir.Block, next *ir.Instr, step int64, depth int) uint64 {
	w := edit.IntWidth(phi.Typ)
	start := phi.Arg(0)
	if phi.Blocks[0] == way {
		start = phi.Arg(1)
	}
	x, n := s.at(start, depth), s.leaf(way.Term(), w)+1
	hi, by := bits.Mul64(n, uint64(max(step, -step)))
	s.bad = s.bad || hi != 0 || by > mask(w)>>1
	if step < 0 {
		by = -by
	}
	r, before := x+by, signed(x, w)
	after := before + int64(by)
	s.bad = s.bad || next.Flags&ir.NSW != 0 && (after > before) != (step > 0)
	s.wraps(next, w, r, after, step < 0 || r&mask(w) < x)
	return r
}

func boolBit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (s *sample) binary(i *ir.Instr, w int, arg func(int) uint64) (uint64, bool) {
	x, y := arg(0), arg(1)
	a, b := signed(x, w), signed(y, w)
	var r uint64
	switch i.Op {
	case ir.Add:
		r = x + y
		s.wraps(i, w, r, a+b, r&mask(w) < x)
	case ir.Sub:
		r = x - y
		s.wraps(i, w, r, a-b, x < y)
	case ir.Mul:
		r = x * y
		hi, lo := bits.Mul64(x, y)
		s.wraps(i, w, r, a*b, hi != 0 || lo&^mask(w) != 0)
	case ir.Shl:
		if y >= uint64(w) {
			s.bad = true
			return 0, true
		}
		r = x << y
		s.wraps(i, w, r, a<<y, r&mask(w)>>y != x)
	case ir.LShr, ir.AShr:
		if y >= uint64(w) {
			s.bad = true
			return 0, true
		}
		s.bad = s.bad || i.Flags&ir.Exact != 0 && x>>y<<y != x
		if r = x >> y; i.Op == ir.AShr {
			r = uint64(a >> y)
		}
	case ir.And:
		r = x & y
	case ir.Or:
		s.bad = s.bad || i.Flags&ir.Disjoint != 0 && x&y != 0
		r = x | y
	case ir.Xor:
		r = x ^ y
	case ir.UDiv, ir.URem, ir.SDiv, ir.SRem:
		if y == 0 || b == -1 {
			s.bad = true
			return 0, true
		}
		switch i.Op {
		case ir.UDiv:
			r = x / y
		case ir.URem:
			r = x % y
		case ir.SDiv:
			r = uint64(a / b)
		default:
			r = uint64(a % b)
		}
	default:
		return 0, false
	}
	return r, true
}

// wraps rejects the sample where i would wrap against its flags.
func (s *sample) wraps(i *ir.Instr, w int, r uint64, exact int64, carry bool) {
	if i.Flags&ir.NUW != 0 && carry || i.Flags&ir.NSW != 0 && w < 64 && signed(r&mask(w), w) != exact {
		s.bad = true
	}
}

func (s *sample) address(i *ir.Instr, arg func(int) uint64) (uint64, bool) {
	if !i.Typ.IsPtr() || i.NumArgs() != 2 {
		return 0, false
	}
	w := edit.IntWidth(i.Arg(1).Type())
	if w == 0 {
		return 0, false
	}
	return arg(0) + uint64(signed(arg(1), w)*s.layout.AllocSize(i.Elem)), true
}

func minMax(name string, w int, arg func(int) uint64) (uint64, bool) {
	if len(name) < 10 {
		return 0, false
	}
	switch name[:10] {
	case "llvm.smax.":
		return uint64(max(signed(arg(0), w), signed(arg(1), w))), true
	case "llvm.smin.":
		return uint64(min(signed(arg(0), w), signed(arg(1), w))), true
	case "llvm.umax.":
		return max(arg(0), arg(1)), true
	case "llvm.umin.":
		return min(arg(0), arg(1)), true
	}
	return 0, false
}
