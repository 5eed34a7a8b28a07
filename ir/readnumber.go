package ir

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// numberText is the extent of a number literal.
func (r *reader) numberText() string {
	i := r.pos
	if i < r.end && (r.s[i] == '-' || r.s[i] == '+') {
		i++
	}
	for i < r.end && (identChar[r.s[i]] || r.s[i] == '+') {
		if r.s[i] == '+' && r.s[i-1]|0x20 != 'e' {
			break
		}
		i++
	}
	t := r.s[r.pos:i]
	return t
}

func (r *reader) number(t *Type) Value {
	text := r.numberText()
	switch {
	case t.IsInt():
		c := &Const{Kind: ConstInt, Typ: t}
		if !c.setInt(text) {
			r.fail("%q is not an integer", text)
		}
		r.skip(len(text))
		return c
	case t.IsFloat():
		c := &Const{Kind: ConstFP, Typ: t, Text: text}
		if !c.setFloat(text) {
			r.fail("%q is not a floating-point number", text)
		}
		r.skip(len(text))
		return c
	}
	r.fail("a number cannot have type %s", t)
	return nil
}

// setInt gives an integer constant the value that text spells, reduced to the
// width of its type.
func (c *Const) setInt(text string) bool {
	if len(text) < 19 {
		v, err := strconv.ParseInt(text, 10, 64)
		if err == nil {
			c.Int = v
			if w := uint(c.Typ.Bits); w < 64 {
				c.Int = v << (64 - w) >> (64 - w)
			}
			return true
		}
	}
	v := new(big.Int)
	var ok bool
	if strings.HasPrefix(text, "u0x") {
		_, ok = v.SetString(text[3:], 16)
	} else {
		_, ok = v.SetString(text, 10)
	}
	if !ok || v.BitLen() > 1<<16 {
		return false
	}
	c.setBig(v)
	return true
}

// setBig reduces v to the type's width, as a signed number.
func (c *Const) setBig(v *big.Int) {
	w := uint(c.Typ.Bits)
	one := big.NewInt(1)
	mod := new(big.Int).Lsh(one, w)
	v.Mod(v, mod)
	if v.Bit(int(w-1)) == 1 {
		v.Sub(v, mod)
	}
	if v.IsInt64() {
		c.Int = v.Int64()
	} else {
		c.Big = v
	}
}

// setFloat gives a floating-point constant the value that text spells, where
// the type fits Float.
func (c *Const) setFloat(text string) bool {
	if !strings.HasPrefix(text, "0x") {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil && !math.IsInf(v, 0) || strings.ContainsAny(text, "_xXpPiInN") {
			return false
		}
		if c.Typ.Kind == FloatKind {
			v = float64(float32(v))
		}
		c.Float = v
		return true
	}
	digits, max := text[2:], 16
	var kind byte
	if len(digits) > 0 && strings.IndexByte("HRKLM", digits[0]) >= 0 {
		kind = digits[0]
		digits = digits[1:]
		max = map[byte]int{'H': 4, 'R': 4, 'K': 20, 'L': 32, 'M': 32}[kind]
	}
	if digits == "" || len(digits) > max {
		return false
	}
	for i := range digits {
		if _, ok := hexDigit(digits[i]); !ok {
			return false
		}
	}
	if max > 16 {
		if len(digits) == max {
			c.Float = wideValue(kind, digits)
		}
		return true
	}
	bits, _ := strconv.ParseUint(digits, 16, 64)
	switch kind {
	case 'H':
		c.Float = halfValue(uint16(bits))
	case 'R':
		c.Float = float64(math.Float32frombits(uint32(bits) << 16))
	default:
		c.Float = math.Float64frombits(bits)
	}
	return true
}

// wideValue is the double nearest to a literal of a wider format.
func wideValue(kind byte, digits string) float64 {
	word := func(from, to int) uint64 {
		n, _ := strconv.ParseUint(digits[from:to], 16, 64)
		return n
	}
	switch kind {
	case 'K':
		return scaled(word(0, 4), word(4, 20), 0)
	case 'L':
		lo, hi := word(0, 16), word(16, 32)
		man := 1<<63 | hi<<15&(1<<63-1) | lo>>49
		if hi>>48&0x7fff == 0 { // subnormal, far below a double's range
			man = 0
		}
		return scaled(hi>>48, man, lo<<15)
	}
	return math.Float64frombits(word(0, 16)) + math.Float64frombits(word(16, 32))
}

// scaled is the value of a sign and 15-bit exponent with a 64-bit mantissa
// whose top bit counts one; rest is what follows the mantissa.
func scaled(signExp, man, rest uint64) float64 {
	if rest != 0 { // keeps the rounding to nearest right
		man |= 1
	}
	v := new(big.Float).SetUint64(man)
	v.SetMantExp(v, int(signExp&0x7fff)-16383-63)
	f, _ := v.Float64()
	if signExp&0x7fff == 0x7fff {
		f = math.Inf(1)
		if man<<1 != 0 {
			f = math.NaN()
		}
	}
	if signExp>>15 == 1 {
		f = -f
	}
	return f
}

func halfValue(h uint16) float64 {
	exp, man := int(h>>10&31), float64(h&1023)
	var v float64
	switch exp {
	case 0:
		v = math.Ldexp(man, -24)
	case 31:
		v = math.Inf(1)
		if man != 0 {
			v = math.NaN()
		}
	default:
		v = math.Ldexp(1024+man, exp-25)
	}
	if h>>15 == 1 {
		v = -v
	}
	return v
}
