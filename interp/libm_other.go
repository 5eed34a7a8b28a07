package interp

import (
	"math"

	"github.com/llad-ad/llad/ir"
)

// mathOther holds the functions of math.h that take or give something else
// than numbers of one type, by their name for double.
var mathOther = map[string]func(c *call) error{
	"ldexp": scaleBy, "scalbn": scaleBy, "scalbln": scaleBy,
	"scalb": func(c *call) error {
		if err := c.want(2); err != nil {
			return err
		}
		c.retF(c.f(0) * math.Exp2(c.f(1)))
		return nil
	},
	"frexp": frexp, "modf": modf, "remquo": remquo, "lgamma_r": lgammaR,
	"nextafter": nextAfter, "nexttoward": nextAfter,
	"nan": func(c *call) error { c.retF(math.NaN()); return nil },
	"ilogb": func(c *call) error {
		if err := c.want(1); err != nil {
			return err
		}
		c.ret(uint64(int64(ilogb(c.f(0)))))
		return nil
	},
	"jn":     func(c *call) error { return bessel(c, math.Jn) },
	"yn":     func(c *call) error { return bessel(c, math.Yn) },
	"lround": toInt(math.Round), "llround": toInt(math.Round),
	"lrint": toInt(math.RoundToEven), "llrint": toInt(math.RoundToEven),
	"__isnan": class(func(x float64) uint64 { return b2u(x != x) }), "isnan": class(func(x float64) uint64 { return b2u(x != x) }),
	"__finite": class(func(x float64) uint64 { return b2u(x-x == 0) }), "finite": class(func(x float64) uint64 { return b2u(x-x == 0) }),
	"__signbit": class(func(x float64) uint64 { return b2u(math.Signbit(x)) }),
	"__isinf":   class(infinite), "isinf": class(infinite),
}

func frexp(c *call) error {
	if err := c.want(2); err != nil {
		return err
	}
	f, e := math.Frexp(c.f(0))
	c.retF(f)
	return c.m.mem.storeWord(c.u(1), 4, uint64(uint32(e)), 0)
}

func modf(c *call) error {
	if err := c.want(2); err != nil {
		return err
	}
	x := c.f(0)
	whole, frac := math.Trunc(x), math.Copysign(x-math.Trunc(x), x)
	if math.IsInf(x, 0) {
		whole, frac = x, math.Copysign(0, x)
	}
	c.retF(frac)
	return c.storeF(1, whole, c.typ(0))
}

func remquo(c *call) error {
	if err := c.want(3); err != nil {
		return err
	}
	x, y := c.f(0), c.f(1)
	r := math.Remainder(x, y)
	c.retF(r)
	// The low bits of the quotient: (x-r)/y is an integer; its value modulo
	// 8 comes from the remainder by 8y, which is exact.
	q := int64(0)
	if !math.IsInf(y, 0) && y != 0 && x == x {
		m8 := math.Mod(x, 8*y)
		if math.IsInf(8*y, 0) {
			m8 = x
		}
		q = int64(math.RoundToEven((m8 - r) / y))
		if q < 0 {
			q = -(-q % 8)
		} else {
			q %= 8
		}
	}
	return c.m.mem.storeWord(c.u(2), 4, uint64(uint32(q)), 0)
}

func lgammaR(c *call) error {
	if err := c.want(2); err != nil {
		return err
	}
	r, sign := math.Lgamma(c.f(0))
	c.retF(r)
	return c.m.mem.storeWord(c.u(1), 4, uint64(uint32(int32(sign))), 0)
}

// toInt is lround and its kin. What does not fit gives what glibc gives; C
// leaves it open.
func toInt(round func(float64) float64) func(c *call) error {
	return func(c *call) error {
		if err := c.want(1); err != nil {
			return err
		}
		v, ok := floatToInt(round(c.f(0)), 64, true)
		if !ok {
			v = 1 << 63
		}
		c.ret(v)
		return nil
	}
}

// class is a function that says of which kind a number is.
func class(f func(x float64) uint64) func(c *call) error {
	return func(c *call) error {
		if err := c.want(1); err != nil {
			return err
		}
		c.ret(f(c.f(0)))
		return nil
	}
}

func infinite(x float64) uint64 {
	switch {
	case math.IsInf(x, 1):
		return 1
	case math.IsInf(x, -1):
		return ^uint64(0)
	}
	return 0
}

// storeF stores a number of type t at the address in argument k.
func (c *call) storeF(k int, x float64, t *ir.Type) error {
	sh, err := c.m.types.shape(t)
	if err != nil {
		return err
	}
	return c.m.mem.storeShape(sh, c.u(k), []uint64{fromF64(leafKindOf(t), x)}, nil)
}

func scaleBy(c *call) error {
	if err := c.want(2); err != nil {
		return err
	}
	e := max(min(c.s(1), 1<<20), -1<<20)
	c.retF(ldexpOnce(c.f(0), int(e), leafKindOf(c.typ(0))))
	return nil
}

// ldexpOnce is x*2^e rounded once to the kind.
func ldexpOnce(x float64, e int, k leafKind) float64 {
	if k != f32Leaf {
		return math.Ldexp(x, e)
	}
	return math.Ldexp(x, max(min(e, 400), -400)) // exact in double where float can tell
}

func nextAfter(c *call) error {
	if err := c.want(2); err != nil {
		return err
	}
	if c.f(0) == c.f(1) { // of two zeros the second
		c.retF(c.f(1))
		return nil
	}
	if c.typ(0) == ir.Float {
		y := c.f(1)
		if f := float32(y); float64(f) != y && y == y {
			// Only the direction counts; keep it when y lies between two floats.
			switch {
			case y > c.f(0):
				y = math.Inf(1)
			case y < c.f(0):
				y = math.Inf(-1)
			}
		}
		c.retF(float64(math.Nextafter32(float32(c.f(0)), float32(y))))
		return nil
	}
	c.retF(math.Nextafter(c.f(0), c.f(1)))
	return nil
}

func ilogb(x float64) int {
	switch {
	case x == 0 || x != x:
		return math.MinInt32
	case math.IsInf(x, 0):
		return math.MaxInt32
	}
	return math.Ilogb(x)
}

func bessel(c *call, f func(int, float64) float64) error {
	if err := c.want(2); err != nil {
		return err
	}
	c.retF(f(int(c.s(0)), c.f(1)))
	return nil
}
