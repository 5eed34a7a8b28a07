package loopopt

import (
	"math/bits"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// counterRange is what is known of a loop's counter: it starts at start and stays below base + bound,
// where base is an integer between 0 and most, or nil.
type counterRange struct {
	start, bound int64
	base         ir.Value
	most         int64
	limited      bool // base is to be compared with fewest and most when the program runs
	unknown      bool // whether base is between 0 and most
}

// ends is a number of iterations at both ends of a loop.
type ends struct{ first, last int }

// affine is counter*i + base*n + c for the counter i and the base n of the loop's bound, which an integer is in all iterations
// but some at the ends.
type affine struct {
	ends
	counter, base, c int64
	signed, unsigned bool // the integer is that number as a signed one, as an unsigned one
}

const maxAffine = 1 << 40 // of constants

// Counters stay below this: no loop counts that far within years. The multiples of two such numbers that remainders and comparisons
// combine fit 64 bits.
const maxCounter = 1 << 57

// rangeOfCounter finds the range of the counter of loop x.
func rangeOfCounter(x *splitLoop, dt *ir.DomTree) (r counterRange, ok bool) {
	r.start, ok = ir.IntValue(x.phi.Incoming(x.pre))
	if !ok || r.start < 0 || r.start > maxAffine {
		return r, false
	}
	v := x.test.Arg(1)
	if c, ok := ir.IntValue(v); ok {
		r.bound = c
		return r, c > r.start && c < maxAffine
	}
	// A counter that does not wrap reaches its bound, unless a panic ends the loop before.
	g := newGuards(dt, x.pre, x.loop.Header)
	if (x.next.Flags&ir.NSW == 0 || len(x.loop.ExitEdges()) > 1) && !g.above(v, r.start) {
		return r, false
	}
	r.base, r.most = v, maxCounter
	if v.Type() == ir.I32 {
		r.most = 1<<31 - 1
	}
	for {
		i, ok := r.base.(*ir.Instr)
		if !ok {
			break
		}
		if i.Op == ir.Add && i.Flags&ir.NSW != 0 {
			if c, ok := ir.IntValue(i.Arg(1)); ok && c > -maxPeeled && c < maxPeeled {
				r.bound += c
				r.base = i.Arg(0)
				continue
			}
		}
		if r.most != maxCounter || i.Op != ir.ZExt && i.Op != ir.SExt || i.Arg(0).Type() != ir.I32 {
			break
		}
		r.most, r.base = 1<<31-1, i.Arg(0)
		if i.Op == ir.ZExt && i.Flags&ir.NNeg == 0 && !g.atLeast(r.base, 0) {
			r.most = 1<<32 - 1
		}
	}
	r.unknown = r.most == 1<<32-1 && r.bound != 0
	return r, true
}

// fewest is the least base for which the loop has an iteration.
func (r *counterRange) fewest() int64 { return r.start + 1 - r.bound }

// often reports whether the loop may run more than a few times.
func (p *peeling) often() bool {
	return p.base != nil || p.bound-p.start >= minPeeledTrips*p.step
}

// wholeSteps reports whether the loop runs a constant number of times.
func (p *peeling) wholeSteps() bool {
	return p.base == nil && (p.bound-p.start)%p.step == 0
}

// extremes gives the least and the greatest value of a where the iterations of its ends are left out; ok is false where no others may be.
func (p *peeling) extremes(a affine) (low, high int64, ok bool) {
	from, less := p.start+p.step*int64(a.first), p.bound-p.step*int64(a.last+1)
	if p.base == nil {
		if from > less {
			return 0, 0, false
		}
		x, y := a.counter*from+a.c, a.counter*less+a.c
		return min(x, y), max(x, y), true
	}
	fewest := from - less
	if fewest > p.most {
		return 0, 0, false
	}
	x, y, z := a.counter*from+a.base*fewest, a.counter*from+a.base*p.most, a.counter*(p.most+less)+a.base*p.most
	return min(x, y, z) + a.c, max(x, y, z) + a.c, true
}

// exact notes whether the integer of w bits that has the bits of a is a.
func (p *peeling) exact(a affine, w int) *affine {
	low, high, ok := p.extremes(a)
	most := int64(4)
	if p.base == nil {
		most = 1 << 16
	}
	if !ok || max(a.counter, -a.counter)+max(a.base, -a.base) > most || max(a.c, -a.c) > maxAffine {
		return nil
	}
	a.signed = a.signed || w >= 64 || low >= -1<<(w-1) && high < 1<<(w-1)
	a.unsigned = a.unsigned || low >= 0 && (w >= 64 || high < 1<<w)
	if !a.signed && !a.unsigned {
		return nil
	}
	return &a
}

// of gives the integer v as an affine form; nil where it has none.
func (p *peeling) of(v ir.Value) *affine {
	if !v.Type().IsInt() || v.Type().Bits > 64 {
		return nil
	}
	a, ok := p.forms[v]
	if !ok {
		p.forms[v] = nil
		a = p.find(v)
		p.forms[v] = a
	}
	return a
}

func (p *peeling) find(v ir.Value) *affine {
	w := v.Type().Bits
	if c, ok := ir.IntValue(v); ok {
		return p.exact(affine{c: c, signed: true}, w)
	}
	switch v {
	case p.base:
		return p.exact(affine{base: 1}, w)
	case ir.Value(p.phi):
		return p.exact(affine{counter: 1}, w)
	}
	i, ok := v.(*ir.Instr)
	if !ok {
		return nil
	}
	switch i.Op {
	case ir.Add, ir.Sub:
		factor := int64(1)
		if i.Op == ir.Sub {
			factor = -1
		}
		x, y := p.of(i.Arg(0)), p.of(i.Arg(1))
		if x == nil || y == nil {
			return nil
		}
		sum := combine(x, y, factor)
		sum.signed = i.Flags&ir.NSW != 0 && x.signed && y.signed
		return p.exact(sum, w)
	case ir.Mul, ir.Shl:
		factor, ok := ir.IntValue(i.Arg(1))
		if i.Op == ir.Shl && ok {
			ok = factor >= 0 && factor < 16
			factor = 1 << (factor & 15)
		}
		if x := p.of(i.Arg(0)); x != nil && ok && max(factor, -factor) <= 1<<16 && max(x.c, -x.c) < 1<<24 {
			return p.exact(affine{ends: x.ends, counter: x.counter * factor, base: x.base * factor, c: x.c * factor}, w)
		}
	case ir.Or:
		if i.Flags&ir.Disjoint != 0 {
			if x, y := p.of(i.Arg(0)), p.of(i.Arg(1)); x != nil && y != nil {
				return p.exact(combine(x, y, 1), w)
			}
		}
	case ir.Freeze:
		return p.of(i.Arg(0))
	case ir.Trunc, ir.SExt, ir.ZExt:
		x := p.of(i.Arg(0))
		if i.Op == ir.ZExt {
			x = p.asUnsigned(x)
		}
		if x == nil || i.Op == ir.SExt && !x.signed {
			return nil
		}
		a := *x
		a.signed, a.unsigned = false, false
		return p.exact(a, w)
	case ir.And:
		x := p.of(i.Arg(0))
		if c, ok := ir.IntValue(i.Arg(1)); ok && x != nil && c > 0 && c < maxAffine {
			if c |= 1<<p.zeros(x) - 1; c&(c+1) == 0 {
				return p.remainder(x, &affine{c: c + 1, unsigned: true}, false, w)
			}
		}
	case ir.URem, ir.SRem:
		return p.remainder(p.of(i.Arg(0)), p.of(i.Arg(1)), i.Op == ir.SRem, w)
	case ir.Select:
		return p.choice(i)
	case ir.Call:
		return p.extremum(i)
	}
	return nil
}

// combine is x + factor*y.
func combine(x, y *affine, factor int64) affine {
	return affine{ends: x.ends.and(y.ends), counter: x.counter + factor*y.counter, base: x.base + factor*y.base, c: x.c + factor*y.c}
}

func (e ends) and(o ends) ends { return ends{max(e.first, o.first), max(e.last, o.last)} }

// without finds the fewest iterations at the ends, those of e at least, without which holds is true of the extremes.
func (p *peeling) without(e ends, holds func(extremes func(affine) (low, high int64)) bool) (ends, bool) {
	for n := 0; n <= 2*maxPeeled; n++ {
		for first := max(0, n-maxPeeled); first <= min(n, maxPeeled); first++ {
			o := ends{first, n - first}
			if first < e.first || o.last < e.last {
				continue
			}
			empty := false
			ok := holds(func(a affine) (int64, int64) {
				a.ends = o
				low, high, ok := p.extremes(a)
				empty = empty || !ok
				return low, high
			})
			if ok && !empty {
				return o, true
			}
		}
	}
	return e, false
}

// asUnsigned is x where the integer is that number as an unsigned one: it is not negative.
func (p *peeling) asUnsigned(x *affine) *affine {
	if x == nil || x.unsigned {
		return x
	}
	e, ok := p.without(x.ends, func(extremes func(affine) (int64, int64)) bool {
		low, _ := extremes(*x)
		return low >= 0
	})
	if !ok {
		return nil
	}
	y := *x
	y.ends, y.unsigned = e, true
	return &y
}

// zeros is how many of the lowest bits of x are zero.
func (p *peeling) zeros(x *affine) int {
	if x.base != 0 {
		return 0
	}
	return min(bits.TrailingZeros64(uint64(x.counter*p.start+x.c)|uint64(x.counter*p.step)), 16)
}

// remainder is x modulo y, where x is not negative and below 2*y.
func (p *peeling) remainder(x, y *affine, signed bool, w int) *affine {
	if !signed {
		x, y = p.asUnsigned(x), p.asUnsigned(y)
	}
	if x == nil || y == nil || signed && !(x.signed && y.signed) {
		return nil
	}
	for times := range int64(2) {
		rest, over := combine(x, y, -times), combine(x, y, -times-1)
		e, ok := p.without(rest.ends, func(extremes func(affine) (int64, int64)) bool {
			low, _ := extremes(rest)
			_, high := extremes(over)
			return low >= 0 && high < 0
		})
		if ok {
			rest.ends = e
			return p.exact(rest, w)
		}
	}
	return nil
}

// compare decides whether x pred y holds.
func (p *peeling) compare(pred ir.Pred, x, y *affine) (holds bool, e ends, ok bool) {
	switch pred {
	case ir.ULT, ir.ULE, ir.UGT, ir.UGE:
		x, y = p.asUnsigned(x), p.asUnsigned(y)
		ok = true
	case ir.EQ, ir.NE:
		ok = x != nil && y != nil && (x.unsigned && y.unsigned || x.signed && y.signed)
	default:
		ok = x != nil && y != nil && x.signed && y.signed
	}
	if !ok || x == nil || y == nil {
		return false, e, false
	}
	d := combine(x, y, -1)
	e, ok = p.without(d.ends, func(extremes func(affine) (int64, int64)) bool {
		low, high := extremes(d)
		switch pred {
		case ir.EQ, ir.NE:
			holds = (low == 0) == (pred == ir.EQ)
			return low > 0 || high < 0 || low == 0 && high == 0
		case ir.SLT, ir.ULT, ir.SGE, ir.UGE:
			holds = (high < 0) == (pred == ir.SLT || pred == ir.ULT)
			return high < 0 || low >= 0
		default:
			holds = (low > 0) == (pred == ir.SGT || pred == ir.UGT)
			return low > 0 || high <= 0
		}
	})
	return holds, e, ok
}

// decide tells whether the condition v holds in all iterations but some at the ends; ok is false where that differs.
func (p *peeling) decide(v ir.Value) (holds bool, e ends, ok bool) {
	if c, ok := ir.IntValue(v); ok {
		return c != 0, e, true
	}
	c, ok := v.(*ir.Instr)
	if !ok || !p.loop.Contains(c.Parent) {
		return false, e, false
	}
	switch {
	case c.Op == ir.ICmp && c.Arg(0).Type().IsInt():
		return p.compare(c.Pred, p.of(c.Arg(0)), p.of(c.Arg(1)))
	case c.Typ == ir.I1 && (c.Op == ir.And || c.Op == ir.Or):
		return p.both(c.Arg(0), c.Arg(1), c.Op == ir.Or)
	case c.Typ == ir.I1 && c.Op == ir.Select && ir.IsZero(c.Arg(2)):
		return p.both(c.Arg(0), c.Arg(1), false)
	}
	return false, e, false
}

// both decides the conjunction of two conditions; where any is set, their disjunction.
func (p *peeling) both(a, b ir.Value, any bool) (holds bool, e ends, ok bool) {
	x, ex, okX := p.decide(a)
	y, ey, okY := p.decide(b)
	switch {
	case okX && x == any:
		return any, ex, true
	case okY && y == any:
		return any, ey, true
	}
	return !any, ex.and(ey), okX && okY
}

// choice is the operand that a select takes in all iterations but some at the ends.
func (p *peeling) choice(i *ir.Instr) *affine {
	c, ok := i.Arg(0).(*ir.Instr)
	if !ok {
		return nil
	}
	holds, e, ok := p.decide(c)
	if !ok {
		return nil
	}
	v := i.Arg(2)
	if holds {
		v = i.Arg(1)
	}
	return p.with(p.of(v), e)
}

// with is a where the iterations of e are left out as well.
func (p *peeling) with(a *affine, e ends) *affine {
	if a == nil {
		return nil
	}
	b := *a
	b.ends = b.ends.and(e)
	return &b
}

// extremum is the operand that is the minimum or maximum, or the difference that is not negative.
func (p *peeling) extremum(i *ir.Instr) *affine {
	pred, ok := edit.Extremum(i)
	difference := !ok && i.CalledFunc() != nil && edit.IsOverload(i.CalledFunc().Name, "llvm.usub.sat")
	if difference {
		pred = ir.UGE
	} else if !ok {
		return nil
	}
	x, y := p.of(i.CallArgs()[0]), p.of(i.CallArgs()[1])
	holds, e, ok := p.compare(pred, x, y)
	switch {
	case !ok:
		return nil
	case difference && holds:
		return p.exact(combine(p.with(x, e), y, -1), i.Typ.Bits)
	case difference:
		return p.exact(affine{ends: e, signed: true}, i.Typ.Bits)
	case holds:
		return p.with(x, e)
	}
	return p.with(y, e)
}
