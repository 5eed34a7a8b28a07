package typerecovery

import (
	"math"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// rounded is the difference or sum i of a rounding sum and its summand, with the rounding sum
// read without its derivative. Code rounds so to an integer, or to a multiple of a power of
// two, where there is no instruction for it.
func rounded(b *ir.Builder, i *ir.Instr) ir.Value {
	op, terms := sumOf(i)
	for k, a := range terms {
		sum, ok := storedIn(a).(*ir.Instr)
		if !ok || k > 0 && op == ir.FSub {
			continue
		}
		c, ok := summandOf(sum)
		if !ok || !c.takenBackBy(i, k) || !c.roundsWholly(sum.Typ) && !readAsInteger(sum) {
			continue
		}
		steps := b.Cast(ir.BitCast, plainBits(b, a), sum.Typ)
		if i.Op == ir.Call { // in whatever rounding mode
			args := append([]ir.Value(nil), i.CallArgs()...)
			args[k] = steps
			return b.CallFunc(i.CalledFunc(), args...)
		}
		args := []ir.Value{i.Arg(0), i.Arg(1)}
		args[k] = steps
		n := ir.NewInstr(i.Op, i.Typ, args...)
		n.Flags = i.Flags
		return b.Insert(n)
	}
	return nil
}

// roundedBits is a bitcast of a rounding sum to integers, read without its derivative: its low
// bits are the rounded integer.
func roundedBits(b *ir.Builder, i *ir.Instr) ir.Value {
	sum, ok := i.Arg(0).(*ir.Instr)
	if !ok || !i.Typ.Scalar().IsInt() {
		return nil
	}
	c, ok := summandOf(sum)
	if !ok {
		return nil
	}
	// One and a half leaves room below for negative integers: nobody adds that for
	// another reason. A power of two alone may have any.
	if half, _ := math.Frexp(c.size); !c.takenBack(sum) && (half == 0.5 || !c.roundsWholly(sum.Typ) || takesBack(sum)) {
		return nil
	}
	return b.Cast(ir.BitCast, plainBits(b, sum), i.Typ)
}

// constrained begins the names of intrinsics with a rounding mode.
const constrained = "llvm.experimental.constrained."

// sumOf is the operation and the operands of a sum or difference, with or without a rounding
// mode.
func sumOf(i *ir.Instr) (ir.Op, []ir.Value) {
	if i.Op == ir.FAdd || i.Op == ir.FSub {
		return i.Op, i.Args()
	}
	if f := i.CalledFunc(); i.Op == ir.Call && f != nil {
		switch {
		case strings.HasPrefix(f.Name, constrained+"fadd."):
			return ir.FAdd, i.CallArgs()[:2]
		case strings.HasPrefix(f.Name, constrained+"fsub."):
			return ir.FSub, i.CallArgs()[:2]
		}
	}
	return i.Op, nil
}

// roundingSummand is the summand of a rounding sum: of constant magnitude, with any sign.
type roundingSummand struct {
	v     ir.Value
	size  float64
	minus bool
}

// summandOf is the summand of a sum, or of an fma, that may round: a power of two, or one and
// a half of it, that leaves at most finestRounding fraction bits. With a smaller one (1 + x in
// a logarithm) the fraction is what is wanted.
func summandOf(i *ir.Instr) (roundingSummand, bool) {
	if mantissa(i.Typ) == nil {
		return roundingSummand{}, false
	}
	least := math.Ldexp(1, wholeDigits(i.Typ)-finestRounding)
	var list []ir.Value
	op, terms := sumOf(i)
	switch op {
	case ir.FAdd:
		list = terms
	case ir.FSub:
		list = terms[1:]
	case ir.Call:
		f := i.CalledFunc()
		if f == nil {
			break
		}
		if name, ok := strings.CutPrefix(strings.Replace(f.Name, constrained, "llvm.", 1), "llvm."); ok && (strings.HasPrefix(name, "fma.") || strings.HasPrefix(name, "fmuladd.")) {
			list = i.Args()[2:3]
		}
	}
	for _, a := range list {
		size, ok := magnitude(a, maxMaskDepth)
		if fraction, _ := math.Frexp(size); ok && size >= least && (fraction == 0.5 || fraction == 0.75) {
			return roundingSummand{v: a, size: size, minus: op == ir.FSub}, true
		}
	}
	return roundingSummand{}, false
}

// maxSigns bounds the constants of one magnitude that a phi or table selects from.
const maxSigns = 4

// magnitude is the constant magnitude of a float whose sign may vary.
func magnitude(v ir.Value, depth int) (float64, bool) {
	if c, ok := ir.FloatValue(v); ok {
		return math.Abs(c), true
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth == 0 {
		return 0, false
	}
	var from []ir.Value
	switch i.Op {
	case ir.FNeg:
		from = i.Args()
	case ir.Select:
		from = i.Args()[1:]
	case ir.Phi:
		if i.NumArgs() <= maxSigns {
			from = i.Args()
		}
	case ir.Load:
		from = tableEntries(i)
	case ir.Call:
		if f := i.CalledFunc(); f != nil && (strings.HasPrefix(f.Name, "llvm.copysign.") || f.Name == "copysign" || f.Name == "copysignf") {
			from = i.Args()[:1]
		}
	}
	var size float64
	for k, a := range from {
		s, ok := magnitude(a, depth-1)
		if !ok || k > 0 && s != size {
			return 0, false
		}
		size = s
	}
	return size, len(from) > 0
}

// tableEntries are the floats of a small constant array from which i loads one.
func tableEntries(i *ir.Instr) []ir.Value {
	at, ok := i.Arg(0).(*ir.Instr)
	if !ok || at.Op != ir.GetElementPtr {
		return nil
	}
	g, ok := ir.StripConstCasts(at.Arg(0)).(*ir.Global)
	if !ok || !g.IsConst() || g.LoadInit() != nil {
		return nil
	}
	c, ok := g.Init.(*ir.Const)
	if !ok || c.Kind != ir.ConstArray || len(c.Elems) > maxSigns || !ir.Same(c.Typ.Elem, i.Typ) {
		return nil
	}
	return c.Elems
}

// storedIn is the value that v was loaded as, from a volatile variable that is written once:
// libraries force rounding to a type so. Otherwise it is v.
func storedIn(v ir.Value) ir.Value {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op != ir.Load {
		return v
	}
	slot, ok := i.Arg(0).(*ir.Instr)
	if !ok || slot.Op != ir.Alloca {
		return v
	}
	var stored ir.Value
	for u := range ir.Uses(slot) {
		switch o := u.User; {
		case o.Op == ir.Load, o.Op == ir.Call && ir.IsLifetime(o):
		case o.Op == ir.Store && o.Arg(1) == ir.Value(slot) && stored == nil && ir.Same(o.Arg(0).Type(), i.Typ):
			stored = o.Arg(0)
		default:
			return v
		}
	}
	if stored == nil {
		return v
	}
	return stored
}

// takenBackBy reports whether i, whose argument k is the sum, subtracts the summand from it.
func (c roundingSummand) takenBackBy(i *ir.Instr, k int) bool {
	op, terms := sumOf(i)
	if len(terms) != 2 || k > 1 || op == ir.FSub && k > 0 {
		return false
	}
	w := terms[1-k]
	if op == ir.FSub == c.minus {
		return opposite(w, c.v)
	}
	return sameFloat(w, c.v, maxMaskDepth)
}

// sameFloat reports whether two floats are computed alike from the same values.
func sameFloat(x, y ir.Value, depth int) bool {
	if x == y {
		return true
	}
	c, ok := ir.FloatValue(x)
	if d, ok2 := ir.FloatValue(y); ok && ok2 {
		return c == d
	}
	i, ok := x.(*ir.Instr)
	j, ok2 := y.(*ir.Instr)
	if !ok || !ok2 || depth == 0 || i.Op != j.Op || i.NumArgs() != j.NumArgs() || !ir.Same(i.Typ, j.Typ) {
		return false
	}
	switch i.Op {
	case ir.FNeg, ir.Select:
	case ir.Call:
		if i.CalledFunc() == nil || i.CalledFunc() != j.CalledFunc() {
			return false
		}
	case ir.Load:
		if tableEntries(i) == nil {
			return false
		}
		return sameFloat(i.Arg(0), j.Arg(0), depth-1)
	case ir.GetElementPtr:
		if !ir.Same(i.Elem, j.Elem) {
			return false
		}
	default:
		return false
	}
	for k, a := range i.Args() {
		if !sameFloat(a, j.Arg(k), depth-1) {
			return false
		}
	}
	return true
}

// opposite reports whether x is -y.
func opposite(x, y ir.Value) bool {
	c, ok := ir.FloatValue(x)
	if d, ok2 := ir.FloatValue(y); ok && ok2 {
		return c == -d
	}
	i, ok := x.(*ir.Instr)
	j, ok2 := y.(*ir.Instr)
	return ok && i.Op == ir.FNeg && sameFloat(i.Arg(0), y, maxMaskDepth) || ok2 && j.Op == ir.FNeg && sameFloat(j.Arg(0), x, maxMaskDepth)
}

// finestRounding is how many fraction bits a rounding sum may keep: tables of powers of two
// have up to 2^8 entries between two integers.
const finestRounding = 8

// wholeDigits is the power of two from which on numbers of type t, floats or doubles, have no
// fraction bits.
func wholeDigits(t *ir.Type) int {
	if t.Scalar() == ir.Float {
		return 23
	}
	return 52
}

// roundsWholly reports whether adding c leaves no fraction bits.
func (c roundingSummand) roundsWholly(t *ir.Type) bool {
	return c.size >= math.Ldexp(1, wholeDigits(t))
}

// readAsInteger reports whether the bits of i are used as an integer.
func readAsInteger(i *ir.Instr) bool {
	for u := range ir.Uses(i) {
		if f := u.User; f.Op == ir.BitCast && f.Typ.Scalar().IsInt() || givesBits(f) {
			return true
		}
	}
	return false
}

// takenBack reports whether c is subtracted from sum again.
func (c roundingSummand) takenBack(sum *ir.Instr) bool {
	for u := range ir.Uses(sum) {
		_, terms := sumOf(u.User)
		for k, a := range terms {
			if a == ir.Value(sum) && c.takenBackBy(u.User, k) {
				return true
			}
		}
	}
	return false
}

// takesBack reports whether i subtracts the constant of a rounding sum.
func takesBack(i *ir.Instr) bool {
	for _, a := range i.Args() {
		if c, ok := unwrapped(a).(*ir.Instr); ok && givesBits(c) {
			return true
		}
	}
	return false
}
