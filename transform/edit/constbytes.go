package edit

import (
	"math"

	"github.com/llad-ad/llad/ir"
)

// RepeatPattern repeats a pattern of some bytes for each lane of t.
func RepeatPattern(t *ir.Type, bits uint64, bytes int) []byte {
	var out []byte
	for range NumLanes(t) {
		for k := range bytes {
			out = append(out, byte(bits>>(8*k)))
		}
	}
	return out
}

// ConstBytes are the bytes of a constant of integers or floats; nil where a lane is not known.
func ConstBytes(c *ir.Const) []byte {
	if c.Typ.IsVector() {
		var out []byte
		for _, e := range ConstLanes(c) {
			x, ok := e.(*ir.Const)
			if !ok {
				return nil
			}
			b := ConstBytes(x)
			if b == nil {
				return nil
			}
			out = append(out, b...)
		}
		return out
	}
	var bits uint64
	n, isInt := ir.IntValue(c)
	switch {
	case isInt && c.Typ.Bits <= 64 && c.Typ.Bits%8 == 0:
		return RepeatPattern(c.Typ, uint64(n), c.Typ.Bits/8)
	case c.Kind != ir.ConstFP && c.Kind != ir.ConstZero:
		return nil
	case c.Typ == ir.Double:
		bits = math.Float64bits(c.Float)
		return RepeatPattern(c.Typ, bits, 8)
	case c.Typ == ir.Float:
		bits = uint64(math.Float32bits(float32(c.Float)))
		return RepeatPattern(c.Typ, bits, 4)
	}
	return nil
}

// LittleEndian is the number with up to eight bytes, the low one first.
func LittleEndian(b []byte) (bits uint64) {
	for k, x := range b {
		bits |= uint64(x) << (8 * k)
	}
	return bits
}
