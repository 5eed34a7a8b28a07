package interp

import (
	"math"

	"github.com/llad-ad/llad/ir"
)

// toF64 is the number that the bits of a slot of the given kind stand for.
func toF64(k leafKind, b uint64) float64 {
	switch k {
	case f32Leaf:
		return float64(math.Float32frombits(uint32(b)))
	case f16Leaf:
		return halfToF64(uint16(b))
	case bf16Leaf:
		return float64(math.Float32frombits(uint32(b) << 16))
	}
	return math.Float64frombits(b)
}

// fromF64 rounds x to the kind. Rounding the double result of +, -, *, / and
// sqrt once more gives the correctly rounded narrow result, because double has
// more than twice the digits of the narrower formats.
func fromF64(k leafKind, x float64) uint64 {
	switch k {
	case f32Leaf:
		return uint64(math.Float32bits(float32(x)))
	case f16Leaf:
		return uint64(f64ToNarrow(x, 10, 15))
	case bf16Leaf:
		return uint64(f64ToNarrow(x, 7, 127))
	}
	return math.Float64bits(x)
}

func halfToF64(h uint16) float64 {
	sign := uint64(h>>15) << 63
	exp, man := int(h>>10&0x1f), uint64(h&0x3ff)
	switch exp {
	case 0:
		return math.Copysign(math.Ldexp(float64(man), -24), math.Float64frombits(sign|1))
	case 31:
		return math.Float64frombits(sign | 0x7ff<<52 | man<<42)
	}
	return math.Float64frombits(sign | uint64(exp-15+1023)<<52 | man<<42)
}

// f64ToNarrow rounds to nearest even into a 16-bit format of the given number
// of fraction bits and exponent bias.
func f64ToNarrow(x float64, frac uint, bias int) uint16 {
	b := math.Float64bits(x)
	sign := uint16(b >> 48 & 0x8000)
	top := uint16(2*bias+1) << frac
	exp, man := int(b>>52&0x7ff), b&(1<<52-1)
	if exp == 0x7ff {
		if man == 0 {
			return sign | top
		}
		return sign | top | 1<<(frac-1) | uint16(man>>(52-frac))
	}
	e := exp - 1023 + bias
	man |= 1 << 52
	if exp == 0 {
		return sign // far below the smallest subnormal of the narrow formats
	}
	shift := 52 - frac
	if e <= 0 {
		if e < -int(frac)-1 {
			return sign
		}
		shift += uint(1 - e)
		e = 0
	} else {
		e--
	}
	h := man >> shift
	if rem, half := man&(1<<shift-1), uint64(1)<<(shift-1); rem > half || rem == half && h&1 == 1 {
		h++
	}
	r := uint64(e)<<frac + h
	if r >= uint64(top) {
		r = uint64(top)
	}
	return sign | uint16(r)
}

func fp80ToBits(se uint16, man uint64) uint64 {
	sign := uint64(se&0x8000) << 48
	exp := int(se & 0x7fff)
	switch {
	case exp == 0x7fff && man<<1 == 0:
		return sign | 0x7ff<<52
	case exp == 0x7fff:
		return sign | 0x7ff<<52 | 1<<51 | man<<1>>12
	case man == 0:
		return sign
	}
	return math.Float64bits(wideToF64(man, false, exp-16383-63)) | sign
}

// wideToF64 is man*2^exp rounded to nearest even; sticky says that man stands
// for slightly more.
func wideToF64(man uint64, sticky bool, exp int) float64 {
	if sticky {
		man |= 1 // man has far more digits than double, so the last is free
	}
	switch top := math.Float64bits(float64(man))>>52 - 1023; {
	case int(top)+exp > -1022:
		return math.Ldexp(float64(man), exp)
	default: // subnormal: round once, at the right place
		drop := uint(-1074 - exp)
		if drop > 64 {
			return 0
		}
		if drop == 64 {
			if man > 1<<63 {
				return math.SmallestNonzeroFloat64
			}
			return 0
		}
		h := man >> drop
		if rem, half := man&(1<<drop-1), uint64(1)<<(drop-1); rem > half || rem == half && h&1 == 1 {
			h++
		}
		return math.Float64frombits(h)
	}
}

func bitsToFP80(b uint64) (uint16, uint64) {
	sign := uint16(b >> 48 & 0x8000)
	exp, frac := int(b>>52&0x7ff), b&(1<<52-1)
	switch {
	case exp == 0x7ff:
		return sign | 0x7fff, 1<<63 | frac<<11
	case exp == 0 && frac == 0:
		return sign, 0
	case exp == 0:
		exp = 1
		for frac&(1<<52) == 0 {
			frac <<= 1
			exp--
		}
		frac &^= 1 << 52
	}
	return sign | uint16(exp-1023+16383), 1<<63 | frac<<11
}

func fp128ToBits(hi, lo uint64) uint64 {
	sign := hi & (1 << 63)
	exp := int(hi >> 48 & 0x7fff)
	top := hi << 16 >> 1 // 48 fraction bits below a free leading bit
	man := top | lo>>49
	sticky := lo<<15 != 0
	switch {
	case exp == 0x7fff && hi<<16 == 0 && lo == 0:
		return sign | 0x7ff<<52
	case exp == 0x7fff:
		return sign | 0x7ff<<52 | 1<<51 | man<<1>>12
	case exp == 0:
		return sign // far below double's smallest
	}
	return sign | math.Float64bits(wideToF64(man|1<<63, sticky, exp-16383-63))
}

func bitsToFP128(b uint64) (hi, lo uint64) {
	e, m := bitsToFP80(b)
	frac := m << 1
	return uint64(e)<<48 | frac>>16, frac << 48
}

// fcmp decides a floating-point predicate.
func fcmp(p ir.Pred, x, y float64) bool {
	unordered := x != x || y != y
	switch p {
	case ir.OEQ:
		return x == y
	case ir.OGT:
		return x > y
	case ir.OGE:
		return x >= y
	case ir.OLT:
		return x < y
	case ir.OLE:
		return x <= y
	case ir.ONE:
		return x < y || x > y
	case ir.ORD:
		return !unordered
	case ir.UNO:
		return unordered
	case ir.UEQ:
		return unordered || x == y
	case ir.FUGT:
		return !(x <= y)
	case ir.FUGE:
		return !(x < y)
	case ir.FULT:
		return !(x >= y)
	case ir.FULE:
		return !(x > y)
	case ir.UNE:
		return x != y
	case ir.FTrue:
		return true
	}
	return false
}

// floatToInt truncates x to a w-bit integer (w at most 64); ok is false when
// it does not fit, which makes poison.
func floatToInt(x float64, w int, isSigned bool) (v uint64, ok bool) {
	if x != x {
		return 0, false
	}
	x = math.Trunc(x)
	if isSigned {
		lim := math.Ldexp(1, w-1)
		if x < -lim || x >= lim {
			return 0, false
		}
		return uint64(int64(x)) & topMask(w), true
	}
	if x < 0 || x >= math.Ldexp(1, w) {
		return 0, false
	}
	if x >= 1<<63 {
		return uint64(int64(x-1<<63)) + 1<<63, true
	}
	return uint64(int64(x)), true
}

// intToF32 converts with one rounding; going through double would round twice.
func intToFloat(k leafKind, v uint64, w int, isSigned bool) uint64 {
	neg := false
	if isSigned {
		if s := signed(v, w); s < 0 {
			neg, v = true, uint64(-s)
		}
	}
	// To odd: a double with its last bit set when digits were lost rounds on to
	// a narrower format as the exact integer would.
	f := float64(v)
	if k == f32Leaf || k == f16Leaf || k == bf16Leaf {
		if v >= 1<<53 {
			shift := uint(0)
			for v>>shift >= 1<<53 {
				shift++
			}
			odd := v >> shift
			if v&(1<<shift-1) != 0 {
				odd |= 1
			}
			f = math.Ldexp(float64(odd), int(shift))
		}
	}
	if neg {
		f = -f
	}
	return fromF64(k, f)
}

// minNum and maxNum, of atomic operations and reductions, prefer the number to a
// NaN; of equal zeros either is right, -0 is taken as the smaller.
func minNum(x, y float64) float64 {
	switch {
	case x != x:
		return y
	case y != y:
		return x
	}
	return math.Min(x, y)
}

func maxNum(x, y float64) float64 {
	switch {
	case x != x:
		return y
	case y != y:
		return x
	}
	return math.Max(x, y)
}
