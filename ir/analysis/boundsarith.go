package analysis

import "github.com/llad-ad/llad/ir"

// span is a range, both ends included; one number where both ends are the same value. Its ends
// are between -2^bits and 2^bits.
type span struct {
	lo, hi ir.Value
	bits   int
}

func constSpan(v int64) *span {
	c := ir.NewInt(ir.I64, v)
	bits := 0
	for u := absInt(v); u > 0; u >>= 1 {
		bits++
	}
	return &span{c, c, bits}
}

func (x *span) exact() bool { return x.lo == x.hi }

// constant is the number where x is a constant.
func (x *span) constant() (int64, bool) {
	if !x.exact() {
		return 0, false
	}
	return ir.IntValue(x.lo)
}

func (s *Bounds) min(a, b ir.Value) ir.Value { return s.pick(ir.SLT, a, b) }
func (s *Bounds) max(a, b ir.Value) ir.Value { return s.pick(ir.SGT, a, b) }

func (s *Bounds) pick(p ir.Pred, a, b ir.Value) ir.Value {
	x, ok := ir.IntValue(a)
	y, ok2 := ir.IntValue(b)
	if ok && ok2 {
		if (x < y) == (p == ir.SLT) {
			return a
		}
		return b
	}
	if a == b {
		return a
	}
	return s.b.Select(s.b.ICmp(p, a, b), a, b)
}

// hull is the smallest range that contains x and y.
func (s *Bounds) hull(x, y *span) *span {
	if x == nil || y == nil {
		return nil
	}
	return &span{s.min(x.lo, y.lo), s.max(x.hi, y.hi), max(x.bits, y.bits)}
}

// within is x with the condition that it is between -2^bits and 2^bits.
func (s *Bounds) within(x *span, bits int) *span {
	if x == nil || x.bits <= bits {
		return x
	}
	s.require(ir.SGE, x.lo, -1<<bits)
	if !x.exact() {
		s.require(ir.SLT, x.hi, 1<<bits)
	} else {
		s.require(ir.SLT, x.lo, 1<<bits)
	}
	return &span{x.lo, x.hi, bits}
}

func (s *Bounds) require(p ir.Pred, v ir.Value, c int64) {
	s.conds = append(s.conds, s.b.ICmp(p, v, ir.NewInt(ir.I64, c)))
}

// nonNegative is x with the condition that it is not negative.
func (s *Bounds) nonNegative(x *span) *span {
	if x == nil {
		return nil
	}
	if c, ok := ir.IntValue(x.lo); !ok || c < 0 {
		s.require(ir.SGE, x.lo, 0)
	}
	return x
}

// atLeast0 is x without its negative part.
func (s *Bounds) atLeast0(x *span) *span {
	zero := ir.NewInt(ir.I64, 0)
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

func (s *Bounds) add(x, y *span) *span { return s.sum(ir.Add, x, y) }
func (s *Bounds) sub(x, y *span) *span { return s.sum(ir.Sub, x, y) }

func (s *Bounds) sum(op ir.Op, x, y *span) *span {
	if x == nil || y == nil {
		return nil
	}
	x, y = s.within(x, maxBits), s.within(y, maxBits)
	bits := max(x.bits, y.bits) + 1
	low, high := y.lo, y.hi
	if op == ir.Sub {
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
		if c, ok := ir.IntValue(y.lo); ok {
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

// narrow is x as a number of w bits that has not wrapped.
func (s *Bounds) narrow(x *span, w int) *span {
	if w >= 64 {
		return x
	}
	return s.within(x, w-1)
}

// bitsSet is the range of x with the bits of a non-negative constant set.
func (s *Bounds) bitsSet(x *span, bits ir.Value, w int) *span {
	c, ok := ir.IntValue(bits)
	if x == nil || !ok || c < 0 {
		return nil
	}
	sum := s.narrow(s.add(x, constSpan(c)), w)
	if sum == nil {
		return nil
	}
	return &span{x.lo, sum.hi, sum.bits}
}

func (s *Bounds) cast(op ir.Op, arg ir.Value, w int, nneg bool) *span {
	from := valueWidth(arg)
	switch {
	case from == 0:
		return nil
	case op == ir.ZExt && from == 1:
		return &span{ir.NewInt(ir.I64, 0), ir.NewInt(ir.I64, 1), 1}
	case op == ir.ZExt && s.known(arg) != nil:
		return s.leaf(s.known(arg), ir.ZExt)
	case op == ir.ZExt && nneg:
		if x := s.of(arg); x != nil {
			return s.atLeast0(x)
		}
		return nil
	}
	x := s.of(arg)
	switch op {
	case ir.ZExt:
		return s.nonNegative(x)
	case ir.Trunc:
		return s.narrow(x, w)
	}
	return x
}

// arith is the range of an operation of w bits.
func (s *Bounds) arith(op ir.Op, x, y *span, w int) *span {
	if x == nil || y == nil {
		return nil
	}
	c, isConst := y.constant()
	switch op {
	case ir.Add, ir.Or:
		return s.narrow(s.add(x, y), w)
	case ir.Sub:
		return s.narrow(s.sub(x, y), w)
	case ir.Mul:
		return s.narrow(s.mul(x, y), w)
	case ir.Shl:
		if !isConst || c < 0 || c > 40 {
			return nil
		}
		return s.narrow(s.mul(x, constSpan(1<<c)), w)
	case ir.LShr, ir.UDiv:
		if !isConst || c <= 0 || op == ir.LShr && c > 60 {
			return nil
		}
		return s.each(op, s.nonNegative(x), y.lo)
	case ir.AShr, ir.SDiv:
		if !isConst || c <= 0 || op == ir.AShr && c > 60 {
			return nil
		}
		return s.each(op, x, y.lo)
	case ir.SRem, ir.URem:
		return s.remainder(op, x, y)
	case ir.And:
		if !isConst {
			return nil
		}
		if x.exact() {
			v := s.b.Binary(ir.And, x.lo, y.lo)
			return &span{v, v, x.bits + 1}
		}
		if c >= 0 {
			return &span{ir.NewInt(ir.I64, 0), y.lo, y.bits}
		}
		if c&-c == -c { // clears the lowest bits
			return &span{s.b.Add(x.lo, ir.NewInt(ir.I64, c+1)), x.hi, x.bits + 1}
		}
	}
	return nil
}

// each is the range of an operation that does not decrease in its left operand, which x is.
func (s *Bounds) each(op ir.Op, x *span, y ir.Value) *span {
	p := s.b.Binary(op, x.lo, y)
	if x.exact() {
		return &span{p, p, x.bits}
	}
	return &span{p, s.b.Binary(op, x.hi, y), x.bits}
}

// remainder is the range of the remainder of x divided by y, which is positive under the
// conditions: it is less than y, no larger than x, and has the sign of x.
func (s *Bounds) remainder(op ir.Op, x, y *span) *span {
	if op == ir.URem {
		x = s.nonNegative(x)
	}
	y = s.within(s.nonNegative(y), maxBits)
	zero := ir.NewInt(ir.I64, 0)
	most := s.b.Sub(y.hi, ir.NewInt(ir.I64, 1))
	hi := s.min(s.max(x.hi, zero), most)
	if op == ir.URem {
		return &span{zero, hi, min(x.bits, y.bits)}
	}
	return &span{s.max(s.min(x.lo, zero), s.b.Sub(zero, most)), hi, min(x.bits, y.bits)}
}

// shiftedDown is the range of an arithmetic shift: what was shifted up as far is extended from
// fewer bits, and stays as it is under the condition that it fits.
func (s *Bounds) shiftedDown(i *ir.Instr, w int) *span {
	c, ok := ir.IntValue(i.Arg(1))
	if up, isInstr := i.Arg(0).(*ir.Instr); ok && isInstr && up.Op == ir.Shl && c >= 0 && c < int64(w) {
		if n, ok := ir.IntValue(up.Arg(1)); ok && n == c {
			if x := s.of(up.Arg(0)); x != nil {
				return s.narrow(x, w-int(c))
			}
			return nil
		}
	}
	return s.arith(ir.AShr, s.of(i.Arg(0)), s.of(i.Arg(1)), w)
}
