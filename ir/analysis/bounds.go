package analysis

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Bounds emits, in a block outside of loops, the ranges of integers and addresses that later
// code computes: interval arithmetic on 64-bit numbers, with induction variables between their
// start and their last value by the trip count. The conditions under which nothing wraps are
// collected, to be tested by the program.
type Bounds struct {
	b      *ir.Builder
	at     *ir.Block
	hand   map[*ir.Instr]bool // the instructions of at that stand before the place
	dt     *ir.DomTree
	li     *LoopInfo
	spans  map[ir.Value]*span // for the block of interest
	counts map[*Loop]*span
	leaves map[leafKey]*span
	block  *ir.Block // of interest
	base   ir.Value  // the pointer that addresses are measured from, nil while numbers of iterations are computed
	conds  []ir.Value
	preds  [][]*ir.Block // nil before somebody asks

	counting *Loop // whose number of iterations is being computed

	// Loaded gives what a load of the code of interest reads, known in front of it;
	// nil if that is not known, or for all loads.
	Loaded func(*ir.Instr) ir.Value

	left int // how many more instructions may be looked at
}

// NewBounds prepares bounds that are emitted after the instruction behind or, where that is
// nil, at the start of block at, which dominates the code of interest and is in no loop. At
// most most instructions are visited.
func NewBounds(f *ir.Function, at *ir.Block, behind *ir.Instr, dt *ir.DomTree, li *LoopInfo, most int) *Bounds {
	s := &Bounds{b: ir.NewBuilder(at), at: at, hand: map[*ir.Instr]bool{}, leaves: map[leafKey]*span{}, dt: dt, li: li, left: most}
	s.b.AtStart(at)
	for _, i := range at.Phis() {
		s.hand[i] = true
	}
	if behind != nil && behind.Op != ir.Phi {
		s.b.After(behind)
		for _, i := range at.Instrs[:at.Index(behind)+1] {
			s.hand[i] = true
		}
	}
	return s
}

// AtHand reports whether v is available where the bounds are emitted.
func (s *Bounds) AtHand(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if !ok {
		return true
	}
	if i.Parent == s.at {
		return s.hand[i]
	}
	return s.dt.Dominates(i.Parent, s.at)
}

// Address gives the range [lo, end), relative to base, of what accesses of bytes bytes at p in
// block b touch; nil where it is not known. p is based on base.
func (s *Bounds) Address(base, p, bytes ir.Value, b *ir.Block) (lo, end ir.Value) {
	if s.block != b || s.base != base {
		s.block, s.spans, s.counts = b, map[ir.Value]*span{}, map[*Loop]*span{}
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

// NonNegative reports whether the range of the integer v in block b can be computed. Under the
// conditions neither v nor an operation that it is computed with wraps, signed, and v is not
// negative.
func (s *Bounds) NonNegative(v ir.Value, b *ir.Block) bool {
	if s.block != b || s.base != nil {
		s.block, s.spans, s.counts = b, map[ir.Value]*span{}, map[*Loop]*span{}
		s.base = nil
	}
	return s.nonNegative(s.of(v)) != nil
}

// Trips is an upper bound for how often the backedge of l, a loop around the block that
// Address was asked about last, is taken before that block runs; nil where it is not known.
func (s *Bounds) Trips(l *Loop) ir.Value {
	if n := s.count(l); n != nil {
		return n.hi
	}
	return nil
}

// Builder is the builder with which the bounds are emitted.
func (s *Bounds) Builder() *ir.Builder { return s.b }

// Holds are the conditions under which the bounds are right.
func (s *Bounds) Holds() []ir.Value { return s.conds }

// of is the range of v, an integer (signed) or an address.
func (s *Bounds) of(v ir.Value) *span {
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

// leaf is the range of a value that is available: as signed or, where op is ZExt, as unsigned.
func (s *Bounds) leaf(v ir.Value, op ir.Op) *span {
	key := leafKey{v, op}
	x, ok := s.leaves[key]
	if !ok {
		x = s.makeLeaf(v, op)
		s.leaves[key] = x
	}
	return x
}

type leafKey struct {
	v  ir.Value
	op ir.Op
}

func (s *Bounds) makeLeaf(v ir.Value, op ir.Op) *span {
	switch t := v.Type(); {
	case t.IsPtr():
		x := s.b.Cast(ir.PtrToInt, v, ir.I64)
		return s.within(&span{x, x, 64}, addressBits)
	case t.Bits == 64:
		return s.within(&span{v, v, 64}, leafBits)
	default:
		x := s.b.Cast(op, v, ir.I64)
		return &span{x, x, t.Bits}
	}
}

func (s *Bounds) find(v ir.Value) *span {
	w := valueWidth(v)
	if w == 0 {
		return nil
	}
	if c, ok := ir.IntValue(v); ok {
		return constSpan(c)
	}
	if v == s.base {
		return constSpan(0)
	}
	i, _ := v.(*ir.Instr)
	if s.AtHand(v) && !(s.base != nil && i != nil && v.Type().IsPtr() && s.fromBase(i)) {
		if w == 1 {
			return nil
		}
		return s.leaf(v, ir.SExt)
	}
	switch i.Op {
	case ir.Phi:
		return s.phi(i, w)
	case ir.GetElementPtr:
		return s.address(i)
	case ir.BitCast, ir.Freeze, ir.PtrToInt:
		if valueWidth(i.Arg(0)) == w {
			return s.of(i.Arg(0))
		}
	case ir.SExt, ir.ZExt, ir.Trunc:
		return s.cast(i.Op, i.Arg(0), w, i.Flags&ir.NNeg != 0)
	case ir.AShr:
		return s.shiftedDown(i, w)
	case ir.Add, ir.Sub, ir.Mul, ir.And, ir.UDiv, ir.SDiv, ir.URem, ir.SRem, ir.LShr, ir.Shl, ir.Or:
		if i.Op == ir.Or && i.Flags&ir.Disjoint == 0 {
			return s.bitsSet(s.of(i.Arg(0)), i.Arg(1), w)
		}
		return s.arith(i.Op, s.of(i.Arg(0)), s.of(i.Arg(1)), w)
	case ir.Xor:
		if c, ok := ir.IntValue(i.Arg(1)); ok && c == -1 {
			return s.arith(ir.Sub, constSpan(-1), s.of(i.Arg(0)), w)
		}
	case ir.Select:
		return s.hull(s.of(i.Arg(1)), s.of(i.Arg(2)))
	case ir.Load:
		if s.Loaded != nil && w > 1 {
			if x := s.Loaded(i); x != nil {
				return s.leaf(x, ir.SExt)
			}
		}
		return s.table(i)
	case ir.Call:
		return s.extreme(i)
	}
	return nil
}

// extreme is the range of the maximum or minimum of two integers.
func (s *Bounds) extreme(i *ir.Instr) *span {
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

// fromBase reports whether p is based on base: its offset is computed though p itself is
// available.
func (s *Bounds) fromBase(p *ir.Instr) bool {
	for range 50 {
		if p.Op != ir.GetElementPtr && p.Op != ir.BitCast {
			return false
		}
		if p.Arg(0) == s.base {
			return true
		}
		next, ok := p.Arg(0).(*ir.Instr)
		if !ok {
			return false
		}
		p = next
	}
	return false
}

// known is v, or what it loads, where that is available.
func (s *Bounds) known(v ir.Value) ir.Value {
	if s.AtHand(v) {
		return v
	}
	if i, ok := v.(*ir.Instr); ok && i.Op == ir.Load && s.Loaded != nil {
		return s.Loaded(i)
	}
	return nil
}

// address is the range of a GEP.
func (s *Bounds) address(i *ir.Instr) *span {
	x := s.of(i.Arg(0))
	ok := x != nil && s.at.Parent.Module.Layout.Steps(i.Elem, i.Args()[1:], func(v ir.Value, bytes int64) bool {
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
