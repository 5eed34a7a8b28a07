package raise

import (
	"math/bits"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// A counter that runs to a constant has a range, in which masks, remainders and comparisons that wrap around at the
// ends of a row, as (i + n - 1) % n, are sums in all parts of an unrolled body but one.

// interval is a range of integers that are not negative.
type interval struct{ low, high int64 }

// maxInterval bounds ranges, so that sums of few terms stay in 64 bits.
const maxInterval = 1 << 40

// counters notes the ranges of the counters of loop l and of those around it. The terms of the counters
// of l are those at the start of an iteration.
func (u *unrolled) counters(l *analysis.Loop) {
	for ; l != nil; l = l.Parent {
		n := analysis.BackedgeCount(l)
		if n == nil {
			continue
		}
		count, ok := n.Const()
		if !ok || count > maxInterval {
			continue
		}
		for _, p := range l.Header.Phis() {
			rec := l.Recurrence(p)
			if rec == nil || !p.Typ.IsInt() {
				continue
			}
			from, known := rec.Start()
			step, known2 := rec.Step()
			if !known || !known2 || step <= 0 || step > 1<<16 || from < 0 || from > maxInterval {
				continue
			}
			t, inner := u.first[p]
			if !inner {
				t = u.sym.open(p)
			}
			if s := u.sym.sums[t]; len(s.terms) == 1 && s.terms[0].factor == 1 {
				off := signed(s.c, s.width)
				u.sym.ranges[s.terms[0].t] = interval{from - off, from + count*step - off}
				clear(u.sym.opens)
			}
		}
	}
}

// rangeOf is the range of t, where it is known.
func (y *symbols) rangeOf(t term) (interval, bool) {
	s := y.sums[t]
	if s.width == 0 {
		return interval{}, false
	}
	out := interval{signed(s.c, s.width), signed(s.c, s.width)}
	if max(out.low, -out.low) > maxInterval {
		return out, false
	}
	for _, x := range s.terms {
		r, ok := y.ranges[x.t]
		f := signed(x.factor, s.width)
		if !ok || max(f, -f) > 1<<16 {
			return out, false
		}
		a, b := f*r.low, f*r.high
		out = interval{out.low + min(a, b), out.high + max(a, b)}
		if max(out.high, -out.low) > maxInterval {
			return out, false
		}
	}
	return out, out.low >= 0 && (s.width >= 64 || out.high < 1<<(s.width-1))
}

// ranged computes what the ranges of its operands decide.
func (r *symbolicRun) ranged(i *ir.Instr) (term, bool) {
	if len(r.ranges) == 0 {
		return 0, false
	}
	switch i.Op {
	case ir.And, ir.URem, ir.SRem:
		return r.remainder(i.Op, r.val(i.Arg(0)), r.sums[r.val(i.Arg(1))])
	case ir.ICmp:
		return r.compared(i.Pred, r.val(i.Arg(0)), r.val(i.Arg(1)))
	case ir.Select:
		if c := r.sums[r.val(i.Arg(0))]; c.width == 1 && len(c.terms) == 0 {
			return r.val(i.Arg(2 - int(c.c))), true
		}
	case ir.Call:
		return r.extremum(i)
	}
	return 0, false
}

// remainder is x modulo a constant, or with the bits of a constant.
func (y *symbols) remainder(op ir.Op, x term, by sum) (term, bool) {
	in, ok := y.rangeOf(x)
	if !ok || len(by.terms) > 0 || by.c == 0 {
		return 0, false
	}
	n := by.c
	if op == ir.And {
		if may := uint64(1)<<bits.Len64(uint64(in.high)) - uint64(1)<<min(y.zeros(x), bits.Len64(uint64(in.high))); may&^by.c == 0 {
			return x, true
		}
		if n++; n&(n-1) != 0 {
			return 0, false
		}
	}
	times := uint64(in.low) / n
	if n > maxInterval || uint64(in.high)/n != times {
		return 0, false
	}
	return y.plus(x, y.sum(sum{width: by.width, c: times * n}), ^uint64(0)), true
}

// compared is the constant that a comparison is.
func (y *symbols) compared(p ir.Pred, a, b term) (term, bool) {
	x, ok := y.rangeOf(a)
	z, ok2 := y.rangeOf(b)
	if !ok || !ok2 {
		return 0, false
	}
	less, more := x.high < z.low, x.low > z.high
	d, always := y.difference(a, b)
	less, more = less || always && d < 0, more || always && d > 0
	same := always && d == 0
	var holds bool
	switch p {
	case ir.EQ, ir.NE:
		holds, ok = same == (p == ir.EQ), less || more || same
	case ir.SLT, ir.ULT:
		holds, ok = less, less || x.low >= z.high || same || more
	case ir.SGT, ir.UGT:
		holds, ok = more, more || x.high <= z.low || same || less
	case ir.SLE, ir.ULE:
		holds, ok = !more, more || x.high <= z.low || same || less
	default:
		holds, ok = !less, less || x.low >= z.high || same || more
	}
	c := uint64(0)
	if holds {
		c = 1
	}
	return y.sum(sum{width: 1, c: c}), ok
}

// extremum is the operand that is the minimum or maximum.
func (r *symbolicRun) extremum(i *ir.Instr) (term, bool) {
	p, ok := edit.Extremum(i)
	if !ok {
		return 0, false
	}
	a, b := r.val(i.CallArgs()[0]), r.val(i.CallArgs()[1])
	c, ok := r.compared(p, a, b)
	if !ok {
		return 0, false
	}
	if r.sums[c].c == 1 {
		return a, true
	}
	return b, true
}
