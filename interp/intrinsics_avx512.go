package interp

import (
	"math"
	"strings"
)

// avx512Functions are the operations of AVX-512 that work on exponents and mantissas, and its conversions to
// integers of 64 bits or without a sign.
var avx512Functions = []struct {
	names string // behind avx512.mask., each in vectors of 128, 256 and 512 bits
	other int    // the argument whose lanes stand where the mask leaves one out
	mask  int
	run   func(c *call) error
}{
	{"scalef.pd scalef.ps", 2, 3, scaleX86},
	{"getexp.pd getexp.ps", 1, 2, eachX86(exponentX86)},
	{"getmant.pd getmant.ps", 2, 3, mantissaX86},
	{"reduce.pd reduce.ps", 2, 3, reduceX86},
	{"fixupimm.pd fixupimm.ps", 0, 4, fixUpX86},
	{"cvtpd2qq cvtps2qq", 1, 2, toIntX86(math.RoundToEven)},
	{"cvttpd2qq cvttps2qq", 1, 2, toIntX86(math.Trunc)},
	{"cvtpd2uqq cvtps2uqq cvtpd2udq cvtps2udq", 1, 2, toUnsignedX86(math.RoundToEven)},
	{"cvttpd2uqq cvttps2uqq cvttpd2udq cvttps2udq", 1, 2, toUnsignedX86(math.Trunc)},
}

func init() {
	for _, row := range avx512Functions {
		flags := "pure"
		if strings.Contains(row.names, "cvt") {
			flags = "lenient" // they say themselves which lanes are undefined
		}
		for _, n := range strings.Fields(row.names) {
			for _, size := range []string{".128", ".256", ".512"} {
				addIntrinsic("x86.avx512.mask."+n+size, flags, maskedX86(row.run, row.other, row.mask))
			}
		}
	}
	for _, of := range []string{"dpd", "dps", "qpd", "qps"} {
		addIntrinsic("x86.avx512.mask.gather."+of+".512", "lenient", gatherX86)
		addIntrinsic("x86.avx512.mask.scatter."+of+".512", "lenient", scatterX86)
	}
}

// maskedX86 computes all lanes, and has those of another argument where the mask leaves one out.
func maskedX86(run func(c *call) error, other, mask int) func(c *call) error {
	return func(c *call) error {
		if err := c.want(mask + 1); err != nil {
			return err
		}
		if err := c.defined(mask); err != nil {
			return err
		}
		if err := run(c); err != nil {
			return err
		}
		for j := range c.result() {
			if c.u(mask)>>j&1 == 0 {
				c.result()[j] = c.slots(other)[j]
				c.undLane(j, other, j)
			}
		}
		return nil
	}
}

// scatterX86 stores the lanes that the mask takes to a base and signed indices in units of the scale.
func scatterX86(c *call) error {
	if err := c.want(5); err != nil {
		return err
	}
	if err := c.defined(0, 2, 4); err != nil {
		return err
	}
	c.m.count.Stores++
	n, w := uint64(leafBits(c.typ(3).Scalar())/8), leafBits(c.typ(2).Scalar())
	for j, v := range c.slots(3) {
		on, err := c.laneOn(1, j)
		if err != nil {
			return err
		}
		und := uint64(0)
		if u := c.und(3); u != nil {
			und = u[j]
		}
		if on {
			if err := c.m.mem.storeWord(c.u(0)+uint64(signed(c.slots(2)[j], w))*c.u(4), n, v, und); err != nil {
				return err
			}
		}
	}
	return nil
}

// scaleX86 multiplies by a power of two, whose exponent is rounded down.
func scaleX86(c *call) error {
	if err := c.want(2); err != nil {
		return err
	}
	k := leafKindOf(c.typ(0).Scalar())
	for j, x := range c.slots(0) {
		by := math.Floor(toF64(k, c.slots(1)[j]))
		c.result()[j] = fromF64(k, math.Ldexp(toF64(k, x), int(max(-1e4, min(by, 1e4)))))
	}
	return nil
}

func exponentX86(x float64) float64 {
	if x == 0 {
		return math.Inf(-1)
	}
	return math.Logb(x)
}

// mantissaX86 gives x without its exponent, which the second argument says how to choose, and with a sign that it says.
func mantissaX86(c *call) error {
	if err := c.want(2); err != nil {
		return err
	}
	k, how := leafKindOf(c.typ(0).Scalar()), c.u(1)
	for j, b := range c.slots(0) {
		x := toF64(k, b)
		m, _ := math.Frexp(math.Abs(x))
		switch m *= 2; { // from 1 to 2
		case x == 0 || math.IsInf(x, 0):
			m = 1
		case how&3 == 1 && int(math.Logb(x))%2 != 0, how&3 == 2, how&3 == 3 && m >= 1.5:
			m /= 2
		}
		if how>>2&1 == 0 {
			m = math.Copysign(m, x)
		}
		c.result()[j] = fromF64(k, m)
	}
	return nil
}

// reduceX86 leaves what rounding to some binary digits takes away.
func reduceX86(c *call) error {
	if err := c.want(2); err != nil {
		return err
	}
	k, how := leafKindOf(c.typ(0).Scalar()), c.u(1)
	f := map[uint64]func(float64) float64{0: math.RoundToEven, 1: math.Floor, 2: math.Ceil, 3: math.Trunc}[how&7]
	if f == nil {
		return faultf(Unsupported, "%s with mode %d", c.name(), how)
	}
	for j, b := range c.slots(0) {
		x, digits := toF64(k, b), int(how>>4)
		c.result()[j] = fromF64(k, x-math.Ldexp(f(math.Ldexp(x, digits)), -digits))
	}
	return nil
}

// fixUpX86 replaces elements of the first operand by what a table of four bits for each kind of number has for that of the second.
func fixUpX86(c *call) error {
	if err := c.want(3); err != nil {
		return err
	}
	k := leafKindOf(c.typ(0).Scalar())
	for j, b := range c.slots(1) {
		x, kind := toF64(k, b), 7
		switch {
		case math.IsNaN(x):
			kind = 0
		case x == 0:
			kind = 2
		case x == 1:
			kind = 3
		case math.IsInf(x, -1):
			kind = 4
		case math.IsInf(x, 1):
			kind = 5
		case x < 0:
			kind = 6
		}
		switch what := c.slots(2)[j] >> (4 * kind) & 15; what {
		case 0:
			c.result()[j] = c.slots(0)[j]
		case 1:
			c.result()[j] = b
		case 2, 3, 14, 15:
			return faultf(Unsupported, "%s with response %d", c.name(), what)
		case 6:
			c.result()[j] = fromF64(k, math.Copysign(math.Inf(1), x))
		default:
			c.result()[j] = fromF64(k, fixedUpX86[what])
		}
	}
	return nil
}

// fixedUpX86 are the constants of a table for fixUpX86.
var fixedUpX86 = map[uint64]float64{4: math.Inf(-1), 5: math.Inf(1), 7: math.Copysign(0, -1), 8: 0, 9: -1, 10: 1,
	11: 0.5, 12: 90, 13: math.Pi / 2}

// toUnsignedX86 converts; what does not fit gives the largest integer.
func toUnsignedX86(round func(float64) float64) func(c *call) error {
	return func(c *call) error {
		if err := c.want(1); err != nil {
			return err
		}
		k, w := leafKindOf(c.typ(0).Scalar()), leafBits(c.retType().Scalar())
		for j := range min(len(c.result()), len(c.slots(0))) {
			v, ok := floatToInt(round(toF64(k, c.slots(0)[j])), w, false)
			if !ok {
				v = uint64(1)<<(w-1)<<1 - 1
			}
			c.result()[j] = v
			c.undLane(j, 0, j)
		}
		return nil
	}
}
