package typerecovery

import (
	"math"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// wordBits says of each bit of an integer, low byte first, lane by lane: whether it may be
// set, whether it may depend on the mantissa of a known float, on any bit of one, and on an
// unknown integer.
type wordBits struct {
	set, man, float, other []byte
}

// maxBitDepth bounds the instructions through which bits are followed.
const maxBitDepth = 10

// bitsOf computes it for a value of integers, or for the bits of floats; nil for types that
// are no whole bytes.
func bitsOf(l *ir.Layout, v ir.Value, depth int) *wordBits {
	t := v.Type()
	size := l.BitSize(t)
	if size%8 != 0 || size > 512 || t.Scalable || !t.Scalar().IsInt() && !t.Scalar().IsFloat() || t.Scalar().Bits%8 != 0 {
		return nil
	}
	n := int(size / 8)
	unknown := &wordBits{filled(n, 0xff), make([]byte, n), make([]byte, n), filled(n, 0xff)}
	if c, ok := v.(*ir.Const); ok {
		set := edit.ConstBytes(c)
		if set == nil {
			set = filled(n, 0xff)
		}
		return &wordBits{set, make([]byte, n), make([]byte, n), make([]byte, n)}
	}
	i, ok := v.(*ir.Instr)
	if chosen := chosenBytes(i); chosen != nil {
		return &wordBits{chosen, make([]byte, n), make([]byte, n), make([]byte, n)}
	}
	switch {
	case ok && i.Op == ir.BitCast:
		if b := bitsOf(l, i.Arg(0), depth); b != nil { // bitcasts are no steps
			return b
		}
	case t.Scalar().IsFloat():
		if m := mantissa(t); m != nil {
			return &wordBits{filled(n, 0xff), m, filled(n, 0xff), make([]byte, n)}
		}
	case ok && depth > 0:
		if b := instrBits(l, i, n, depth-1); b != nil {
			return b
		}
	}
	return unknown
}

// chosenBytes are the bits of both constants between which i chooses, such as 0 and -0; nil where it is no choice, or one
// between others.
func chosenBytes(i *ir.Instr) []byte {
	if i == nil || i.Op != ir.Select {
		return nil
	}
	x, isConst := i.Arg(1).(*ir.Const)
	y, both := i.Arg(2).(*ir.Const)
	if !isConst || !both {
		return nil
	}
	xs, ys := edit.ConstBytes(x), edit.ConstBytes(y)
	if xs == nil || ys == nil {
		return nil
	}
	return joined(xs, ys)
}

// instrBits computes it for an integer instruction of n bytes; nil where it is not known.
func instrBits(l *ir.Layout, i *ir.Instr, n, depth int) *wordBits {
	lane := i.Typ.Scalar().Bits / 8
	plain := &wordBits{filled(n, 0xff), make([]byte, n), make([]byte, n), make([]byte, n)}
	switch i.Op {
	case ir.FPToSI, ir.FPToUI:
		return plain
	case ir.Load:
		if g, ok := analysis.StripAddress(i.Arg(0)).(*ir.Global); ok && g.IsConst() {
			return plain
		}
	case ir.ZExt, ir.SExt:
		if i.Arg(0).Type().Scalar().Bits == 1 {
			return plain
		}
	case ir.Call:
		if givesBits(i) {
			return plain
		}
	}
	switch i.Op {
	case ir.Select:
		a, b := bitsOf(l, i.Arg(1), depth), bitsOf(l, i.Arg(2), depth)
		if a == nil || b == nil {
			return nil
		}
		return &wordBits{joined(a.set, b.set), joined(a.man, b.man), joined(a.float, b.float), joined(a.other, b.other)}
	case ir.And, ir.Or, ir.Xor, ir.Add, ir.Sub:
		a, b := bitsOf(l, i.Arg(0), depth), bitsOf(l, i.Arg(1), depth)
		if a == nil || b == nil {
			return nil
		}
		if i.Op == ir.And {
			under := func(a, m, b, n []byte) []byte { return joined(both(a, n), both(b, m)) }
			return &wordBits{both(a.set, b.set), under(a.man, a.set, b.man, b.set), under(a.float, a.set, b.float, b.set), under(a.other, a.set, b.other, b.set)}
		}
		w := &wordBits{joined(a.set, b.set), joined(a.man, b.man), joined(a.float, b.float), joined(a.other, b.other)}
		if i.Op == ir.Add || i.Op == ir.Sub {
			w.each(func(b []byte) []byte { return carryUp(b, lane) })
		}
		return w
	case ir.Shl, ir.LShr, ir.AShr, ir.Trunc, ir.ZExt:
		w := bitsOf(l, i.Arg(0), depth)
		if w == nil {
			return nil
		}
		if i.Op.IsCast() {
			from := i.Arg(0).Type().Scalar().Bits / 8
			w.each(func(b []byte) []byte { return resized(b, from, lane) })
			return w
		}
		by, ok := sameShift(i.Arg(1))
		if !ok || by >= 8*lane {
			return nil
		}
		w.each(func(b []byte) []byte { return shiftedLanes(i.Op, b, lane, by) })
		return w
	}
	return nil
}

// each applies a function to all four masks.
func (w *wordBits) each(do func(b []byte) []byte) {
	w.set, w.man, w.float, w.other = do(w.set), do(w.man), do(w.float), do(w.other)
}

func both(a, b []byte) []byte {
	out := make([]byte, len(a))
	for k := range a {
		out[k] = a[k] & b[k]
	}
	return out
}

// sameShift is the constant in all lanes of v.
func sameShift(v ir.Value) (int, bool) {
	list := []ir.Value{v}
	if v.Type().IsVector() {
		list = edit.ConstLanes(v)
	}
	if len(list) == 0 {
		return 0, false
	}
	n, ok := ir.IntValue(list[0])
	for _, x := range list {
		m, isInt := ir.IntValue(x)
		ok = ok && isInt && m == n
	}
	return int(n), ok && n >= 0 && n < 64
}

// shiftedLanes shifts lanes by n bits; an arithmetic shift repeats the top bit.
func shiftedLanes(op ir.Op, b []byte, lane, n int) []byte {
	out := make([]byte, len(b))
	for at := 0; at < len(b); at += lane {
		for k := range 8 * lane {
			from := k + n
			if op == ir.Shl {
				from = k - n
			}
			if op == ir.AShr {
				from = min(from, 8*lane-1)
			}
			if from >= 0 && from < 8*lane && b[at+from/8]>>(from%8)&1 != 0 {
				out[at+k/8] |= 1 << (k % 8)
			}
		}
	}
	return out
}

// carryUp sets all bits of each lane above the lowest one set.
func carryUp(b []byte, lane int) []byte {
	out := make([]byte, len(b))
	for at := 0; at < len(b); at += lane {
		seen := false
		for k := at; k < at+lane; k++ {
			switch {
			case seen:
				out[k] = 0xff
			case b[k] != 0:
				out[k] = b[k] | -b[k]
				seen = true
			}
		}
	}
	return out
}

// resized changes lanes of from bytes to lanes of to bytes.
func resized(b []byte, from, to int) []byte {
	var out []byte
	for at := 0; at < len(b); at += from {
		l := make([]byte, to)
		copy(l, b[at:at+from])
		out = append(out, l...)
	}
	return out
}

func filled(n int, x byte) []byte {
	b := make([]byte, n)
	for k := range b {
		b[k] = x
	}
	return b
}

// mantissa marks the mantissas' bits of a value of floats or doubles; nil for other types.
func mantissa(t *ir.Type) []byte {
	switch t.Scalar() {
	case ir.Double:
		return edit.RepeatPattern(t, math.MaxUint64>>12, 8)
	case ir.Float:
		return edit.RepeatPattern(t, math.MaxUint32>>9, 4)
	}
	return nil
}

// signs marks the sign bits.
func signs(t *ir.Type) []byte {
	switch t.Scalar() {
	case ir.Double:
		return edit.RepeatPattern(t, 1<<63, 8)
	case ir.Float:
		return edit.RepeatPattern(t, 1<<31, 4)
	}
	return nil
}

// within reports whether all bits of b are set in mask.
func within(b, mask []byte) bool {
	if len(b) != len(mask) {
		return false
	}
	for k := range b {
		if b[k]&^mask[k] != 0 {
			return false
		}
	}
	return true
}

// anyBit reports whether any bit is set.
func anyBit(b []byte) bool {
	for _, x := range b {
		if x != 0 {
			return true
		}
	}
	return false
}
