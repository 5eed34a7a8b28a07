package reverse

import (
	"math/big"

	"github.com/llad-ad/llad/ir"
)

// undoRem solves v = (a*x + c) % m for x, which is always in [0, m) itself: a
// congruential generator, or an index that goes around. Where a and m have no
// common divisor that has one solution.
func (z *inverter) undoRem(e equation, i *ir.Instr) (equation, bool) {
	m, ok := ir.IntValue(i.Arg(1))
	if !ok || m < 2 || m > 1<<31 || z.known(i.Arg(0)) {
		return e, false
	}
	x, a, c := linearIn(i.Arg(0))
	inverse := new(big.Int).ModInverse(big.NewInt(a), big.NewInt(m))
	if inverse == nil || !fits(a, c, m, i.Typ) || !below(x, m, map[ir.Value]bool{}) {
		return e, false
	}
	n := inverse.Int64()
	return e.then(x, func(b *ir.Builder, y ir.Value) ir.Value {
		if y.Type().Bits < 64 {
			y = b.Cast(ir.ZExt, y, ir.I64)
		}
		y = b.Add(y, i64(m-c%m))
		y = b.Binary(ir.URem, b.Mul(b.Binary(ir.URem, y, i64(m)), i64(n)), i64(m))
		if x.Type().Bits < 64 {
			y = b.Cast(ir.Trunc, y, x.Type())
		}
		return y
	}), true
}

// goesAround recognises x + 1, or 0 where that is n.
func goesAround(i *ir.Instr) (x ir.Value, n int64, ok bool) {
	cond, isCond := i.Arg(0).(*ir.Instr)
	next, isNext := i.Arg(2).(*ir.Instr)
	if !isCond || !isNext || cond.Op != ir.ICmp || cond.Pred != ir.EQ || next.Op != ir.Add || !ir.IsZero(i.Arg(1)) {
		return nil, 0, false
	}
	step, _ := ir.IntValue(next.Arg(1))
	n, ok = ir.IntValue(cond.Arg(1))
	switch {
	case !ok || step != 1:
		return nil, 0, false
	case cond.Arg(0) == next.Arg(0): // x was n - 1
		n++
	case cond.Arg(0) != ir.Value(next):
		return nil, 0, false
	}
	return next.Arg(0), n, n > 1 && narrow(i.Typ, n)
}

// linearIn takes v apart into a*x + c.
func linearIn(v ir.Value) (x ir.Value, a, c int64) {
	a = 1
	if i, ok := v.(*ir.Instr); ok && i.Op == ir.Add {
		if n, ok := ir.IntValue(i.Arg(1)); ok {
			v, c = i.Arg(0), n
		}
	}
	if i, ok := v.(*ir.Instr); ok && i.Op == ir.Mul {
		if n, ok := ir.IntValue(i.Arg(1)); ok {
			v, a = i.Arg(0), n
		}
	}
	return v, a, c
}

// fits reports whether a*x + c is neither negative nor too large for t, whatever
// x in [0, m) is.
func fits(a, c, m int64, t *ir.Type) bool {
	most := new(big.Int).Mul(big.NewInt(a), big.NewInt(m-1))
	return a > 0 && c >= 0 && most.Add(most, big.NewInt(c)).BitLen() < min(t.Bits, 64)
}

// below reports whether v is seen to be in [0, m). assumed has phis of which that
// is to be shown: they are if they begin so and every update leaves them so.
func below(v ir.Value, m int64, assumed map[ir.Value]bool) bool {
	if n, ok := ir.IntValue(v); ok {
		return n >= 0 && n < m
	}
	i, ok := v.(*ir.Instr)
	switch {
	case !ok:
		return false
	case assumed[v]:
		return true
	}
	switch i.Op {
	case ir.ZExt, ir.SExt:
		return narrow(i.Arg(0).Type(), m) && below(i.Arg(0), m, assumed)
	case ir.Trunc:
		return narrow(i.Typ, m) && below(i.Arg(0), m, assumed)
	case ir.URem, ir.SRem:
		n, ok := ir.IntValue(i.Arg(1))
		if !ok || n < 1 || n > m {
			return false
		}
		x, a, c := linearIn(i.Arg(0))
		return i.Op == ir.URem || fits(a, c, n, i.Typ) && below(x, n, assumed)
	case ir.Select:
		if x, n, ok := goesAround(i); ok && n <= m {
			return below(x, n, assumed)
		}
		return below(i.Arg(1), m, assumed) && below(i.Arg(2), m, assumed)
	case ir.Phi:
		assumed[v] = true
		for k := range i.NumArgs() {
			if !below(i.Arg(k), m, assumed) {
				return false
			}
		}
		return true
	}
	return false
}

// narrow reports whether [0, m) are the same numbers in t with a sign and without.
func narrow(t *ir.Type, m int64) bool { return t.Bits >= 64 || m <= 1<<(t.Bits-1) }
