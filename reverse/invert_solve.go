package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// inverter solves the updates of a loop for what they started from. Equations
// say what a value of the earlier iteration is; what it was computed from follows
// where its other operands are known.
type inverter struct {
	fn    *primal
	cf    *controlFlow
	inv   *inversions
	rv    *reversals
	kp    *keeping
	l     *analysis.Loop
	open  []equation
	back  map[*ir.Instr]recipe // phis of the header that were found
	given map[ir.Value]recipe  // other values that were
	memo  map[ir.Value]bool    // of known
}

type equation struct {
	v   ir.Value
	is  recipe
	low int // how many low bits of it are known, when not all are
}

func (z *inverter) solve() {
	for _, e := range z.open {
		z.note(e)
	}
	for progress := true; progress; {
		progress = false
		for k := range z.open {
			e := z.open[k]
			for next, ok := z.undo(e); ok; next, ok = z.undo(e) {
				z.note(next)
				e, progress = next, true
			}
			z.open[k] = e
			if i, ok := e.v.(*ir.Instr); ok && z.isUnknown(i) && e.low == 0 {
				z.found(i, e.is)
				progress = true
			}
		}
		if !progress {
			progress = z.combine(false) || z.combine(true)
		}
	}
}

// note adds what an equation is of to the values found, if it is no phi.
func (z *inverter) note(e equation) {
	if i, ok := e.v.(*ir.Instr); ok && e.low == 0 && i.Op != ir.Phi && z.fn.loops.Of(i.Parent) == z.l && z.given[i] == nil {
		z.given[i] = e.is
		z.memo = nil
	}
}

// isUnknown reports whether i is a phi of the header that is still to be found.
func (z *inverter) isUnknown(i *ir.Instr) bool {
	if i.Op != ir.Phi || i.Parent != z.l.Header || z.back[i] != nil || z.cf.isCounter(i) || !z.inv.invertible(i.Typ) {
		return false
	}
	_, _, _, affine := z.cf.affine(i)
	return !affine
}

func (z *inverter) found(i *ir.Instr, is recipe) {
	if z.isUnknown(i) {
		z.back[i] = is
	} else {
		z.given[i] = is
		z.open = append(z.open, equation{v: i, is: is})
	}
	z.memo = nil
}

// known reports whether v can be computed in the earlier iteration from what was
// found so far.
func (z *inverter) known(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if !ok || z.given[i] != nil || z.back[i] != nil || z.inv.atHandIn(z.l, i) {
		return true
	}
	if z.memo == nil {
		z.memo = map[ir.Value]bool{}
	}
	k, ok := z.memo[v]
	if !ok {
		k = z.repeatable(i)
		z.memo[v] = k
	}
	return k
}

// repeatable reports whether i, which every iteration computes, can be computed
// again from known operands.
func (z *inverter) repeatable(i *ir.Instr) bool {
	if i.Op == ir.Phi || z.fn.loops.Of(i.Parent) != z.l || !z.fn.dt.Dominates(i.Parent, z.l.Latch()) || z.rv.actions[i] != nil || z.rv.calls[i] != nil {
		return false
	}
	switch {
	case i.Op == ir.Load, i.Op.IsBinary(), i.Op.IsCast():
	case i.Op == ir.Call && z.fn.knownOf(i) != nil && z.fn.knownOf(i).Pure && z.kp.canRecompute(i):
	case i.Op == ir.GetElementPtr || i.Op == ir.ICmp || i.Op == ir.FCmp || i.Op == ir.Select || i.Op == ir.FNeg:
	case i.Op == ir.ExtractElement || i.Op == ir.InsertElement || i.Op == ir.ShuffleVector:
	default:
		return false
	}
	for k := range i.NumArgs() {
		if !z.known(i.Arg(k)) {
			return false
		}
	}
	return i.Op != ir.Load || z.kp.canRecompute(i)
}

// chase follows an equation as far as single operands are unknown.
func (z *inverter) chase(e equation) equation {
	for next, ok := z.undo(e); ok; next, ok = z.undo(e) {
		e = next
	}
	return e
}

// undo says what the one unknown operand of an equation's value is.
func (z *inverter) undo(e equation) (equation, bool) {
	i, ok := e.v.(*ir.Instr)
	if !ok || z.fn.loops.Of(i.Parent) != z.l || i.Op == ir.Phi {
		return e, false
	}
	if e.low > 0 && !lowBits(i, e.low) {
		return e, false
	}
	switch i.Op {
	case ir.Add, ir.Sub, ir.Xor, ir.FAdd, ir.FSub:
		return z.undoSum(e, i)
	case ir.FNeg:
		return e.then(i.Arg(0), func(b *ir.Builder, x ir.Value) ir.Value { return b.FNeg(x) }), true
	case ir.Mul:
		for k := range 2 {
			if c, ok := ir.IntValue(i.Arg(1 - k)); ok && c&1 != 0 {
				return divided(e, i.Arg(k), c), true
			}
		}
	case ir.Or:
		if v, n := rotated(i); v != nil {
			return turned(e, v, n), true
		}
	case ir.URem, ir.SRem:
		return z.undoRem(e, i)
	case ir.Trunc:
		wide := i.Arg(0)
		next := e.then(wide, func(b *ir.Builder, x ir.Value) ir.Value { return b.Cast(ir.ZExt, x, wide.Type()) })
		if rem, ok := wide.(*ir.Instr); ok && (rem.Op == ir.URem || rem.Op == ir.SRem) {
			m, ok := ir.IntValue(rem.Arg(1))
			return next, ok && m > 0 && narrow(i.Typ, m) && below(rem, m, map[ir.Value]bool{})
		}
		next.low = i.Typ.Bits
		return next, true
	case ir.ZExt, ir.SExt:
		e.low = 0
		return e.then(i.Arg(0), func(b *ir.Builder, x ir.Value) ir.Value { return b.Cast(ir.Trunc, x, i.Arg(0).Type()) }), true
	case ir.BitCast:
		return e.then(i.Arg(0), func(b *ir.Builder, x ir.Value) ir.Value { return b.Cast(ir.BitCast, x, i.Arg(0).Type()) }), true
	case ir.GetElementPtr:
		return z.undoOffset(e, i)
	case ir.Select:
		return z.undoSelect(e, i)
	case ir.Call:
		return z.undoCall(e, i)
	}
	return e, false
}

// then is the equation of v, which f makes from what e's value is.
func (e equation) then(v ir.Value, f func(b *ir.Builder, x ir.Value) ir.Value) equation {
	return equation{v, func(u *unstep) ir.Value { return f(u.r.cu.b, e.is(u)) }, e.low}
}

// lowBits reports whether the n low bits of i depend on no others of its
// operands, or, where i widens its operand, are all that there are.
func lowBits(i *ir.Instr, n int) bool {
	switch i.Op {
	case ir.Add, ir.Sub, ir.Mul:
		return true
	case ir.Xor:
		for k := range 2 {
			if s, ok := i.Arg(k).(*ir.Instr); ok && s.Op == ir.LShr {
				return false
			}
		}
		return true
	case ir.ZExt, ir.SExt:
		return i.Arg(0).Type().Bits <= n
	}
	return false
}

// opposite has the operation that takes away what another one has added.
var opposite = map[ir.Op]ir.Op{ir.Add: ir.Sub, ir.Sub: ir.Add, ir.Xor: ir.Xor, ir.FAdd: ir.FSub, ir.FSub: ir.FAdd}

// undoSum solves for one operand of a sum, a difference, or an exclusive or.
func (z *inverter) undoSum(e equation, i *ir.Instr) (equation, bool) {
	x, y := i.Arg(0), i.Arg(1)
	kx, ky := z.known(x), z.known(y)
	switch {
	case ky && !kx:
		return equation{x, func(u *unstep) ir.Value {
			r := e.is(u)
			return u.r.cu.b.Binary(opposite[i.Op], r, u.before(y))
		}, e.low}, true
	case kx && !ky:
		return equation{y, func(u *unstep) ir.Value {
			r, known := e.is(u), u.before(x)
			if i.Op == ir.Sub || i.Op == ir.FSub {
				return u.r.cu.b.Binary(i.Op, known, r)
			}
			return u.r.cu.b.Binary(opposite[i.Op], r, known)
		}, e.low}, true
	case kx || i.Typ.IsFP():
		return e, false
	case i.Op == ir.Xor:
		for k := range 2 {
			v := i.Arg(k)
			for _, op := range []ir.Op{ir.Shl, ir.LShr} {
				if n := shiftOf(i.Arg(1-k), op, v); n > 0 {
					return e.then(v, func(b *ir.Builder, x ir.Value) ir.Value { return unshifted(b, x, op, n) }), true
				}
			}
		}
		return e, false
	}
	// v + (v << n) and the like are products.
	sign := int64(1)
	if i.Op == ir.Sub {
		sign = -1
	}
	if n := shiftOf(y, ir.Shl, x); n > 0 {
		return divided(e, x, 1+sign<<n), true
	}
	if n := shiftOf(x, ir.Shl, y); n > 0 {
		return divided(e, y, 1<<n+sign), true
	}
	return e, false
}

// unshifted gives the v of which x is v ^ (v << n), or v ^ (v >> n): with S the
// shift, the inverse of 1 + S is (1 + S)(1 + S^2)(1 + S^4)...
func unshifted(b *ir.Builder, x ir.Value, op ir.Op, n int64) ir.Value {
	for ; n < int64(x.Type().Bits); n *= 2 {
		x = b.Binary(ir.Xor, x, b.Binary(op, x, ir.NewInt(x.Type(), n)))
	}
	return x
}

// shiftOf gives by how much s is v shifted by a constant, 0 if it is not.
func shiftOf(s ir.Value, op ir.Op, v ir.Value) int64 {
	i, ok := s.(*ir.Instr)
	if !ok || i.Op != op || i.Arg(0) != v || !v.Type().IsInt() {
		return 0
	}
	n, ok := ir.IntValue(i.Arg(1))
	if !ok || n < 0 || n >= int64(v.Type().Bits) {
		return 0
	}
	return n
}

// divided solves e, whose value is v times the odd number c, for v.
func divided(e equation, v ir.Value, c int64) equation {
	inverse := c // correct in 3 bits; each step doubles them (Newton's iteration)
	for range 5 {
		inverse *= 2 - c*inverse
	}
	return e.then(v, func(b *ir.Builder, x ir.Value) ir.Value { return b.Mul(x, ir.NewInt(v.Type(), inverse)) })
}

// rotated gives the value that i rotates to the left and by how much, nil if i
// is no rotation.
func rotated(i *ir.Instr) (ir.Value, int64) {
	for k := range 2 {
		left, ok := i.Arg(k).(*ir.Instr)
		if !ok || left.Op != ir.Shl {
			continue
		}
		v := left.Arg(0)
		n, m := shiftOf(left, ir.Shl, v), shiftOf(i.Arg(1-k), ir.LShr, v)
		if n > 0 && n+m == int64(v.Type().Bits) {
			return v, n
		}
	}
	return nil, 0
}

// turned solves e, whose value is v rotated to the left by n, for v.
func turned(e equation, v ir.Value, n int64) equation {
	t := v.Type()
	return e.then(v, func(b *ir.Builder, x ir.Value) ir.Value {
		return b.Binary(ir.Or, b.Binary(ir.LShr, x, ir.NewInt(t, n)), b.Binary(ir.Shl, x, ir.NewInt(t, int64(t.Bits)-n)))
	})
}

// undoOffset solves for the address that an offset was added to.
func (z *inverter) undoOffset(e equation, i *ir.Instr) (equation, bool) {
	if i.NumArgs() != 2 || !i.Typ.IsPtr() || !z.known(i.Arg(1)) || z.known(i.Arg(0)) {
		return e, false
	}
	size := z.fn.m.Layout.AllocSize(i.Elem)
	return equation{i.Arg(0), func(u *unstep) ir.Value {
		b := u.r.cu.b
		p, n := e.is(u), u.before(i.Arg(1))
		if n.Type().Bits < 64 {
			n = b.Cast(ir.SExt, n, ir.I64)
		}
		return b.Cast(ir.BitCast, b.Offset(p, b.Mul(n, i64(-size))), i.Arg(0).Type())
	}, e.low}, true
}

// undoSelect solves for what both sides of a choice lead to.
func (z *inverter) undoSelect(e equation, i *ir.Instr) (equation, bool) {
	if x, n, ok := goesAround(i); ok && !z.known(x) && below(x, n, map[ir.Value]bool{}) {
		return e.then(x, func(b *ir.Builder, y ir.Value) ir.Value {
			t := x.Type()
			return b.Select(b.ICmp(ir.EQ, y, ir.Zero(t)), ir.NewInt(t, n-1), b.Sub(y, ir.NewInt(t, 1)))
		}), true
	}
	if i.Arg(0).Type() != ir.I1 || !z.known(i.Arg(0)) {
		return e, false
	}
	x, y := z.chase(equation{i.Arg(1), e.is, 0}), z.chase(equation{i.Arg(2), e.is, 0})
	if x.v != y.v || x.low != y.low || z.known(x.v) {
		return e, false
	}
	return equation{x.v, func(u *unstep) ir.Value {
		a, c := x.is(u), y.is(u)
		return u.r.cu.b.Select(u.before(i.Arg(0)), a, c)
	}, x.low}, true
}

// undoCall solves for the operand of a permutation of bits, or for what a product
// was added to.
func (z *inverter) undoCall(e equation, i *ir.Instr) (equation, bool) {
	f := i.CalledFunc()
	if f == nil {
		return e, false
	}
	switch {
	case isIntrinsic(f, "llvm.fmuladd."), isIntrinsic(f, "llvm.fma."):
		if z.known(i.Arg(2)) || !z.known(i.Arg(0)) || !z.known(i.Arg(1)) {
			return e, false
		}
		return equation{i.Arg(2), func(u *unstep) ir.Value {
			r, x := e.is(u), u.before(i.Arg(0))
			return u.r.cu.b.CallFunc(f, u.r.cu.b.FNeg(x), u.before(i.Arg(1)), r)
		}, 0}, true
	case !i.Typ.IsInt():
	case isIntrinsic(f, "llvm.bswap."), isIntrinsic(f, "llvm.bitreverse."):
		return e.then(i.Arg(0), func(b *ir.Builder, x ir.Value) ir.Value { return b.CallFunc(f, x) }), true
	case isIntrinsic(f, "llvm.fshl."), isIntrinsic(f, "llvm.fshr."):
		n, ok := ir.IntValue(i.Arg(2))
		w := int64(i.Typ.Bits)
		if !ok || i.Arg(0) != i.Arg(1) || n <= 0 || n >= w {
			return e, false
		}
		if isIntrinsic(f, "llvm.fshr.") {
			n = w - n
		}
		return turned(e, i.Arg(0), n), true
	}
	return e, false
}
