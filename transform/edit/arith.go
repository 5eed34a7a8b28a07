package edit

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Unsigned is the unsigned value of a sign-extended integer of the given width.
func Unsigned(v int64, width int) uint64 {
	if width >= 64 {
		return uint64(v)
	}
	return uint64(v) & (1<<uint(width) - 1)
}

// EvalICmp evaluates an integer predicate on sign-extended operands of the given width.
func EvalICmp(p ir.Pred, a, b int64, width int) bool {
	ua, ub := Unsigned(a, width), Unsigned(b, width)
	switch p {
	case ir.EQ:
		return a == b
	case ir.NE:
		return a != b
	case ir.UGT:
		return ua > ub
	case ir.UGE:
		return ua >= ub
	case ir.ULT:
		return ua < ub
	case ir.ULE:
		return ua <= ub
	case ir.SGT:
		return a > b
	case ir.SGE:
		return a >= b
	case ir.SLT:
		return a < b
	}
	return a <= b
}

// NoWrap writes an integer operation on x and y that does not wrap, as both are small.
func NoWrap(b *ir.Builder, op ir.Op, x, y ir.Value) ir.Value {
	z := b.Binary(op, x, y)
	if i, ok := z.(*ir.Instr); ok && z != x && z != y {
		i.Flags |= ir.NSW
	}
	return z
}

// IntWidth is the number of bits of an integer of at most 64 bits or of an address, 0 for
// other types.
func IntWidth(t *ir.Type) int {
	switch {
	case t.IsInt() && t.Bits <= 64:
		return t.Bits
	case t.IsPtr():
		return 64
	}
	return 0
}

var extrema = map[string]ir.Pred{"smin": ir.SLE, "smax": ir.SGE, "umin": ir.ULE, "umax": ir.UGE}

// Extremum is the comparison by which a call of an intrinsic, the minimum or maximum of two integers, is the first of them; ok is false for
// other instructions.
func Extremum(i *ir.Instr) (p ir.Pred, ok bool) {
	f := i.CalledFunc()
	if f == nil || !i.Typ.IsInt() {
		return p, false
	}
	name, isIntrinsic := strings.CutPrefix(f.Name, "llvm.")
	kind, _, _ := strings.Cut(name, ".")
	p, ok = extrema[kind]
	return p, ok && isIntrinsic
}
