package interp

import (
	"math/bits"

	"github.com/llad-ad/llad/ir"
)

// lanes applies f to each lane of the first n (1 or 2) arguments, integers or
// pointers of at most 64 bits; f says whether the lane is poison.
func (c *call) lanes(n int, f intOp) error {
	if err := c.want(n); err != nil {
		return err
	}
	t := c.typ(0).Scalar()
	w := leafBits(t)
	if w > 64 {
		return faultf(Unsupported, "%s of %s", c.name(), t)
	}
	x, out := c.slots(0), c.result()
	y := x
	if n > 1 {
		y = c.slots(1)
	}
	for k := range out {
		if k >= len(x) || k >= len(y) {
			return faultf(BadCall, "%s called as %s", c.name(), c.in.x.fnType)
		}
		v, poison := f(x[k], y[k], w)
		out[k] = v & topMask(w)
		if poison {
			c.fr.setUndef(c.in.dst+int32(k), 1)
		}
	}
	return nil
}

// intOp computes one lane of w bits; the result may have bits above them, and
// poison says that it is undefined.
type intOp func(x, y uint64, w int) (v uint64, poison bool)

// binaryInts are the intrinsics of two integers that give one.
var binaryInts = map[string]intOp{
	"smax":     func(x, y uint64, w int) (uint64, bool) { return pick(signed(x, w) >= signed(y, w), x, y), false },
	"smin":     func(x, y uint64, w int) (uint64, bool) { return pick(signed(x, w) <= signed(y, w), x, y), false },
	"umax":     func(x, y uint64, w int) (uint64, bool) { return max(x, y), false },
	"umin":     func(x, y uint64, w int) (uint64, bool) { return min(x, y), false },
	"uadd.sat": func(x, y uint64, w int) (uint64, bool) { s, o := addU(x, y, w); return pick(o, topMask(w), s), false },
	"usub.sat": func(x, y uint64, w int) (uint64, bool) { return pick(x < y, 0, x-y), false },
	"sadd.sat": func(x, y uint64, w int) (uint64, bool) { s, o := addS(x, y, w); return pick(o, edgeS(x, w), s), false },
	"ssub.sat": func(x, y uint64, w int) (uint64, bool) { s, o := subS(x, y, w); return pick(o, edgeS(x, w), s), false },
	"ushl.sat": func(x, y uint64, w int) (uint64, bool) {
		r := x << y & topMask(w)
		return pick(r>>y != x, topMask(w), r), y >= uint64(w)
	},
	"scmp": func(x, y uint64, w int) (uint64, bool) { return order(signed(x, w) < signed(y, w), x == y), false },
	"ucmp": func(x, y uint64, w int) (uint64, bool) { return order(x < y, x == y), false },
	"pext": func(x, y uint64, w int) (uint64, bool) { return pext(x, y), false },
	"pdep": func(x, y uint64, w int) (uint64, bool) { return pdep(x, y), false },
}

// unaryInts are those of one integer.
var unaryInts = map[string]intOp{
	"ctpop":      func(x, _ uint64, w int) (uint64, bool) { return uint64(bits.OnesCount64(x)), false },
	"bswap":      func(x, _ uint64, w int) (uint64, bool) { return bits.ReverseBytes64(x) >> (64 - w), false },
	"bitreverse": func(x, _ uint64, w int) (uint64, bool) { return bits.Reverse64(x) >> (64 - w), false },
}

// specialInts are those with a special case, which is poison when the second
// argument, an i1, says so.
var specialInts = map[string]func(x uint64, w int) (v uint64, special bool){
	"abs": func(x uint64, w int) (uint64, bool) {
		if x == 1<<(w-1) {
			return x, true
		}
		s := signed(x, w)
		return uint64(max(s, -s)), false
	},
	"ctlz": func(x uint64, w int) (uint64, bool) { return uint64(bits.LeadingZeros64(x) - (64 - w)), x == 0 },
	"cttz": func(x uint64, w int) (uint64, bool) { return uint64(min(bits.TrailingZeros64(x), w)), x == 0 },
}

// overflowing are the operations of NAME.with.overflow, which give the result
// and whether it went over.
var overflowing = map[string]func(x, y uint64, w int) (uint64, bool){
	"uadd": addU, "sadd": addS, "ssub": subS, "smul": mulS, "umul": mulU,
	"usub": func(x, y uint64, w int) (uint64, bool) { return (x - y) & topMask(w), x < y },
}

func initIntIntrinsics() {
	for name, f := range binaryInts {
		addIntrinsic(name, "pure", func(c *call) error { return c.lanes(2, f) })
	}
	for name, f := range unaryInts {
		addIntrinsic(name, "pure", func(c *call) error { return c.lanes(1, f) })
	}
	for name, f := range specialInts {
		addIntrinsic(name, "pure", func(c *call) error {
			strict := c.nargs() > 1 && c.u(1) != 0
			return c.lanes(1, func(x, _ uint64, w int) (uint64, bool) {
				v, special := f(x, w)
				return v, special && strict
			})
		})
	}
	addIntrinsic("fshl", "pure", func(c *call) error { return c.funnelShift(true) })
	addIntrinsic("fshr", "pure", func(c *call) error { return c.funnelShift(false) })
	for name, f := range overflowing {
		addIntrinsic(name+".with.overflow", "pure", func(c *call) error { return c.overflow(name, f) })
	}
}

func (c *call) funnelShift(left bool) error {
	if err := c.want(3); err != nil {
		return err
	}
	k, amounts := 0, c.slots(2)
	return c.lanes(2, func(x, y uint64, w int) (uint64, bool) {
		n := amounts[k] % uint64(w)
		k++
		if !left {
			n = uint64(w) - n
		}
		// x:y shifted left by n, upper half
		if n == 0 {
			return x, false
		}
		return x<<n | y>>(uint64(w)-n), false
	})
}

func (c *call) overflow(name string, f func(x, y uint64, w int) (uint64, bool)) error {
	if err := c.want(2); err != nil {
		return err
	}
	x, y, out := c.slots(0), c.slots(1), c.result()
	w := leafBits(c.typ(0).Scalar())
	if w > 64 {
		return wideOverflow(name, x, y, out, w, c.typ(0))
	}
	if len(out) != 2*len(x) {
		return faultf(BadCall, "%s called as %s", c.name(), c.in.x.fnType)
	}
	for k := range x {
		v, over := f(x[k], y[k], w)
		out[k], out[len(x)+k] = v, b2u(over)
	}
	return nil
}

func pick(c bool, x, y uint64) uint64 {
	if c {
		return x
	}
	return y
}

func order(less, equal bool) uint64 {
	switch {
	case less:
		return ^uint64(0)
	case equal:
		return 0
	}
	return 1
}

// edgeS is the end of the signed range on x's side.
func edgeS(x uint64, w int) uint64 {
	if signed(x, w) < 0 {
		return 1 << (w - 1)
	}
	return topMask(w) >> 1
}

func addU(x, y uint64, w int) (uint64, bool) {
	s, carry := bits.Add64(x, y, 0)
	return s & topMask(w), carry != 0 || s&^topMask(w) != 0
}

func addS(x, y uint64, w int) (uint64, bool) {
	s := (x + y) & topMask(w)
	a, b, r := signed(x, w) < 0, signed(y, w) < 0, signed(s, w) < 0
	return s, a == b && r != a
}

func subS(x, y uint64, w int) (uint64, bool) {
	s := (x - y) & topMask(w)
	a, b, r := signed(x, w) < 0, signed(y, w) < 0, signed(s, w) < 0
	return s, a != b && r != a
}

func mulU(x, y uint64, w int) (uint64, bool) {
	hi, lo := bits.Mul64(x, y)
	return lo & topMask(w), hi != 0 || lo&^topMask(w) != 0
}

func mulS(x, y uint64, w int) (uint64, bool) {
	a, b := signed(x, w), signed(y, w)
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if a < 0 {
		hi -= uint64(b)
	}
	if b < 0 {
		hi -= uint64(a)
	}
	r := lo & topMask(w)
	s := signed(r, w)
	return r, uint64(s) != lo || hi != uint64(s>>63)
}

func pext(x, mask uint64) (r uint64) {
	for k := 0; mask != 0; k++ {
		if x&(mask&-mask) != 0 {
			r |= 1 << k
		}
		mask &= mask - 1
	}
	return r
}

func pdep(x, mask uint64) (r uint64) {
	for k := 0; mask != 0; k++ {
		if x>>k&1 != 0 {
			r |= mask & -mask
		}
		mask &= mask - 1
	}
	return r
}

// wideOverflow is NAME.with.overflow for integers of more than 64 bits.
func wideOverflow(name string, x, y, out []uint64, w int, t *ir.Type) error {
	if !t.IsInt() || len(out) != len(x)+1 {
		return faultf(Unsupported, "%s.with.overflow of %s", name, t)
	}
	a, b := wideBig(x), wideBig(y)
	isSigned := name[0] == 's'
	if isSigned {
		a, b = wideSigned(x, w), wideSigned(y, w)
	}
	switch name[1:] {
	case "add":
		a.Add(a, b)
	case "sub":
		a.Sub(a, b)
	default:
		a.Mul(a, b)
	}
	exact := a.String()
	putBig(a, w, out[:len(x)])
	back := wideBig(out[:len(x)])
	if isSigned {
		back = wideSigned(out[:len(x)], w)
	}
	out[len(x)] = b2u(back.String() != exact)
	return nil
}
