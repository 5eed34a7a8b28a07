package canon

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// InstSimplify folds integer operations on constants and applies identities
// that hold bit for bit: integer arithmetic with 0, 1 and -1, casts of casts,
// comparisons of a value with itself, selects and phis of one value, address
// arithmetic with zero offsets, members of aggregates just built. Of
// floating-point arithmetic only neutral operands go. It reports whether anything changed.
func InstSimplify(f *ir.Function) bool {
	s := &simplifier{f: f}
	rpo := ir.RPO(f)
	for _, b := range rpo {
		s.work = append(s.work, b.Instrs...)
	}
	changed := false
	for len(s.work) > 0 {
		list := s.work
		s.work = nil
		for _, i := range list {
			if i.Parent == nil {
				continue
			}
			for s.rewrite(i) {
				changed = true
				s.again(i)
			}
			v := s.value(i)
			if v == nil || v == ir.Value(i) {
				continue
			}
			changed = true
			s.again(i)
			edit.Replace(i, v)
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

type simplifier struct {
	f    *ir.Function
	work []*ir.Instr
}

// again looks at the users of i once more: phis in loops were passed already.
func (s *simplifier) again(i *ir.Instr) {
	for u := range ir.Uses(i) {
		s.work = append(s.work, u.User)
	}
}

// value is what i always gives, when that is at hand already.
func (s *simplifier) value(i *ir.Instr) ir.Value {
	switch {
	case i.Op.IsBinary():
		return s.binary(i)
	case i.Op.IsCast():
		return castValue(i)
	}
	switch i.Op {
	case ir.ICmp:
		return icmpValue(i)
	case ir.Select:
		return selectValue(i)
	case ir.Phi:
		return phiValue(i)
	case ir.Freeze:
		if c, ok := i.Arg(0).(*ir.Const); ok && defined(c) {
			return c
		}
		if x, ok := i.Arg(0).(*ir.Instr); ok && x.Op == ir.Freeze {
			return x
		}
	case ir.FNeg:
		if x, ok := i.Arg(0).(*ir.Instr); ok && x.Op == ir.FNeg {
			return x.Arg(0)
		}
	case ir.GetElementPtr:
		if !i.Typ.IsVector() && PreservesAddress(i) {
			return i.Arg(0)
		}
	case ir.Load:
		return tableEntry(i)
	case ir.ExtractValue:
		return memberOf(i)
	case ir.ExtractElement:
		if v := elementOf(i); v != nil {
			return v
		}
		return wordBehind(i)
	case ir.InsertElement:
		return insertedLane(i)
	case ir.ShuffleVector:
		return shuffledLanes(i)
	case ir.Call:
		return callValue(i)
	}
	return nil
}

// defined reports whether a constant is neither undef nor poison in any part.
func defined(c *ir.Const) bool {
	switch c.Kind {
	case ir.ConstInt, ir.ConstFP, ir.ConstNull, ir.ConstZero:
		return true
	case ir.ConstArray, ir.ConstStruct, ir.ConstVector, ir.ConstSplat:
		for _, e := range c.Elems {
			if x, ok := e.(*ir.Const); !ok || !defined(x) {
				return false
			}
		}
		return true
	}
	return false
}

// IsInt reports whether v is the integer n, or a vector of it.
func IsInt(v ir.Value, n int64) bool {
	c, ok := v.(*ir.Const)
	if !ok || !c.Typ.Scalar().IsInt() {
		return false
	}
	switch c.Kind {
	case ir.ConstInt:
		if c.Typ.Bits < 64 {
			sh := 64 - uint(c.Typ.Bits)
			n = n << sh >> sh
		}
		return c.Big == nil && c.Int == n
	case ir.ConstZero:
		return n == 0
	case ir.ConstVector, ir.ConstSplat:
		for _, e := range c.Elems {
			if !IsInt(e, n) {
				return false
			}
		}
		return true
	}
	return false
}

// binary folds integer arithmetic; the flags nuw, nsw, exact only ever make the
// original worse defined.
// neutral drops the floating-point operands that change no bit: adding -0,
// subtracting +0, multiplying with or dividing by 1. (A signalling NaN becomes
// quiet in any operation; no program here can tell.)
func neutral(op ir.Op, x, y ir.Value) ir.Value {
	is := func(v ir.Value, bits uint64) bool {
		f, ok := ir.FloatValue(v)
		return ok && math.Float64bits(f) == bits
	}
	const one, minusZero = 0x3FF0000000000000, 1 << 63
	switch op {
	case ir.FAdd:
		if is(y, minusZero) {
			return x
		}
		if is(x, minusZero) {
			return y
		}
	case ir.FSub:
		if is(y, 0) {
			return x
		}
	case ir.FMul:
		if is(y, one) {
			return x
		}
		if is(x, one) {
			return y
		}
	case ir.FDiv:
		if is(y, one) {
			return x
		}
	}
	return nil
}

func (s *simplifier) binary(i *ir.Instr) ir.Value {
	x, y := i.Arg(0), i.Arg(1)
	if !i.Typ.Scalar().IsInt() {
		return neutral(i.Op, x, y)
	}
	if v := FoldBinary(i.Op, x, y); v != nil {
		return v
	}
	if v := foldLanes(i.Op, x, y); v != nil {
		return v
	}
	switch i.Op {
	case ir.Add, ir.Or, ir.Xor:
		if IsInt(y, 0) {
			return x
		}
		if IsInt(x, 0) {
			return y
		}
		if x == y && i.Op == ir.Or {
			return x
		}
		if x == y && i.Op == ir.Xor {
			return ir.Zero(i.Typ)
		}
		if i.Op == ir.Or && (IsInt(y, -1) || IsInt(x, -1)) {
			return ir.NewInt(i.Typ, -1)
		}
		if i.Op == ir.Xor && IsInt(y, -1) {
			if n, ok := x.(*ir.Instr); ok && n.Op == ir.Xor && IsInt(n.Arg(1), -1) {
				return n.Arg(0)
			}
		}
	case ir.Sub:
		if IsInt(y, 0) {
			return x
		}
		if x == y {
			return ir.Zero(i.Typ)
		}
	case ir.Mul:
		if IsInt(y, 1) {
			return x
		}
		if IsInt(x, 1) {
			return y
		}
		if IsInt(y, 0) || IsInt(x, 0) {
			return ir.Zero(i.Typ)
		}
	case ir.And:
		switch {
		case IsInt(y, -1) || x == y:
			return x
		case IsInt(x, -1):
			return y
		case IsInt(y, 0) || IsInt(x, 0):
			return ir.Zero(i.Typ)
		case IsInt(y, 1) && evenCode(x):
			return ir.Zero(i.Typ)
		}
	case ir.Shl, ir.LShr, ir.AShr:
		if IsInt(y, 0) {
			return x
		}
	case ir.UDiv, ir.SDiv:
		if IsInt(y, 1) && i.Typ.Scalar() != ir.I1 {
			return x
		}
	case ir.URem, ir.SRem:
		if IsInt(y, 1) {
			return ir.Zero(i.Typ)
		}
	}
	return nil
}

// FoldBinary evaluates an operation on two integer constants of at most 64
// bits; nil when it has no defined value.
func FoldBinary(op ir.Op, x, y ir.Value) ir.Value {
	a, ok := ir.IntValue(x)
	b, ok2 := ir.IntValue(y)
	t := x.Type()
	if !ok || !ok2 || !t.IsInt() || t.Bits > 64 {
		return nil
	}
	ua, ub := edit.Unsigned(a, t.Bits), edit.Unsigned(b, t.Bits)
	least := int64(-1) << (t.Bits - 1)
	var r int64
	switch op {
	case ir.Add:
		r = a + b
	case ir.Sub:
		r = a - b
	case ir.Mul:
		r = a * b
	case ir.And:
		r = a & b
	case ir.Or:
		r = a | b
	case ir.Xor:
		r = a ^ b
	case ir.UDiv, ir.URem:
		if ub == 0 {
			return nil
		}
		r = int64(ua / ub)
		if op == ir.URem {
			r = int64(ua % ub)
		}
	case ir.SDiv, ir.SRem:
		if b == 0 || a == least && b == -1 {
			return nil
		}
		r = a / b
		if op == ir.SRem {
			r = a % b
		}
	case ir.Shl, ir.LShr, ir.AShr:
		if ub >= uint64(t.Bits) {
			return nil
		}
		switch op {
		case ir.Shl:
			r = a << ub
		case ir.LShr:
			r = int64(ua >> ub)
		default:
			r = a >> ub
		}
	default:
		return nil
	}
	return ir.NewInt(t, r)
}

func castValue(i *ir.Instr) ir.Value {
	x := i.Arg(0)
	from, to := x.Type(), i.Typ
	if v, ok := ir.IntValue(x); ok && to.IsInt() && from.Bits <= 64 && to.Bits <= 64 {
		switch i.Op {
		case ir.Trunc, ir.SExt:
			return ir.NewInt(to, v)
		case ir.ZExt:
			return ir.NewInt(to, int64(edit.Unsigned(v, from.Bits)))
		}
	}
	in, _ := x.(*ir.Instr)
	switch i.Op {
	case ir.BitCast:
		if ir.Same(from, to) {
			return x
		}
		if v := castLanes(i.Parent.Parent.Module.Layout, x, to); v != nil {
			return v
		}
		if v := floatOfBits(x, to); v != nil {
			return v
		}
		if in != nil && in.Op == ir.BitCast && ir.Same(in.Arg(0).Type(), to) {
			return in.Arg(0)
		}
	case ir.IntToPtr:
		if f := codeAddress(x); f != nil && ir.Same(f.Type(), to) {
			return f
		}
	case ir.Trunc:
		if in != nil && (in.Op == ir.ZExt || in.Op == ir.SExt) && ir.Same(in.Arg(0).Type(), to) {
			return in.Arg(0)
		}
	}
	return nil
}

// floatOfBits is the constant float whose bits an integer constant is: at -O0 masks of signs
// are made so. It is nil for anything else, for what is no number, and for bits without an
// exponent, which may be a small integer or null where words hold one of several types.
func floatOfBits(x ir.Value, to *ir.Type) ir.Value {
	bits, ok := ir.IntValue(x)
	if !ok {
		return nil
	}
	var v, least float64
	switch from := x.Type(); {
	case from == ir.I64 && to == ir.Double:
		v, least = math.Float64frombits(uint64(bits)), 0x1p-1022
	case from == ir.I32 && to == ir.Float:
		v, least = float64(math.Float32frombits(uint32(bits))), 0x1p-126
	}
	if minusZero := v == 0 && math.Signbit(v); !minusZero && !(math.Abs(v) >= least && least > 0) {
		return nil
	}
	return ir.NewFloat(to, v)
}

func icmpValue(i *ir.Instr) ir.Value {
	x, y := i.Arg(0), i.Arg(1)
	if !i.Typ.IsInt() {
		return nil
	}
	a, ok := ir.IntValue(x)
	b, ok2 := ir.IntValue(y)
	if ok && ok2 && x.Type().Bits <= 64 {
		return ir.NewBool(edit.EvalICmp(i.Pred, a, b, x.Type().Bits))
	}
	if c, d := wideValue(x), wideValue(y); c != nil && d != nil && (i.Pred == ir.EQ || i.Pred == ir.NE) {
		return ir.NewBool((c.Cmp(d) == 0) == (i.Pred == ir.EQ))
	}
	if x == y || isNull(x) && isNull(y) {
		return ir.NewBool(edit.EvalICmp(i.Pred, 0, 0, 1))
	}
	if (i.Pred == ir.EQ || i.Pred == ir.NE) && (isNull(y) && isNonNull(x, maxNullSteps) || isNull(x) && isNonNull(y, maxNullSteps)) {
		return ir.NewBool(i.Pred == ir.NE)
	}
	if in, isInstr := x.(*ir.Instr); isInstr && in.Op == ir.ZExt && in.Arg(0).Type() == ir.I1 && i.Pred == ir.NE && IsInt(y, 0) {
		return in.Arg(0)
	}
	return nil
}

// wideValue is an integer constant of more than 64 bits, nil for anything else.
func wideValue(v ir.Value) *big.Int {
	c, ok := v.(*ir.Const)
	if !ok || c.Kind != ir.ConstInt || c.Typ.Bits <= 64 {
		return nil
	}
	if c.Big != nil {
		return c.Big
	}
	return big.NewInt(c.Int)
}

func isNull(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && c.Kind == ir.ConstNull
}

// maxNullSteps bounds the displacements between a pointer and what it is made from.
const maxNullSteps = 8

// isNonNull reports whether a pointer leads to memory for certain: destructors of
// containers ask for null what an allocation gave that throws when it cannot.
func isNonNull(v ir.Value, steps int) bool {
	i, ok := v.(*ir.Instr)
	if !ok || steps == 0 || !i.Typ.IsPtr() || i.Typ.AddrSpace != 0 {
		return false
	}
	switch i.Op {
	case ir.Alloca:
		return true
	case ir.GetElementPtr:
		return i.Flags&ir.InBounds != 0 && isNonNull(i.Arg(0), steps-1)
	case ir.BitCast:
		return isNonNull(i.Arg(0), steps-1)
	case ir.Call, ir.Invoke:
		return i.X != nil && slices.Contains(strings.Fields(i.X.RetAttrs), "nonnull")
	}
	return false
}

func selectValue(i *ir.Instr) ir.Value {
	c, x, y := i.Arg(0), i.Arg(1), i.Arg(2)
	if v, ok := ir.IntValue(c); ok {
		if v != 0 {
			return x
		}
		return y
	}
	if edit.SameValue(x, y) {
		return x
	}
	if i.Typ == ir.I1 && IsInt(x, -1) && IsInt(y, 0) {
		return c
	}
	return nil
}

// memberOf finds the member an extractvalue takes from aggregates built by
// insertvalue, or from a constant.
func memberOf(i *ir.Instr) ir.Value {
	agg, path := i.Arg(0), i.Indices
	for steps := 0; steps < 100; steps++ {
		switch a := agg.(type) {
		case *ir.Const:
			return constMember(a, path)
		case *ir.Instr:
			if a.Op != ir.InsertValue {
				return nil
			}
			n := 0
			for n < len(path) && n < len(a.Indices) && path[n] == a.Indices[n] {
				n++
			}
			switch {
			case n == len(a.Indices) && n == len(path):
				return a.Arg(1)
			case n == len(a.Indices):
				agg, path = a.Arg(1), path[n:]
			case n == len(path): // part of the member was inserted
				return nil
			default:
				agg = a.Arg(0)
			}
		default:
			return nil
		}
	}
	return nil
}

func constMember(c *ir.Const, path []int) ir.Value {
	for k, n := range path {
		switch c.Kind {
		case ir.ConstZero:
			return ir.Zero(c.Typ.Index(path[k:]))
		case ir.ConstUndef:
			return ir.Undef(c.Typ.Index(path[k:]))
		case ir.ConstPoison:
			return ir.Poison(c.Typ.Index(path[k:]))
		case ir.ConstStruct, ir.ConstArray:
			if k == len(path)-1 {
				return c.Elems[n]
			}
			e, ok := c.Elems[n].(*ir.Const)
			if !ok {
				return nil
			}
			c = e
		default:
			return nil
		}
	}
	return nil
}

// elementOf finds the element that an extractelement takes from vectors built
// by insertelement with constant places.
func elementOf(i *ir.Instr) ir.Value {
	n, ok := ir.IntValue(i.Arg(1))
	if !ok || n < 0 {
		return nil
	}
	v := i.Arg(0)
	for steps := 0; steps < 100; steps++ {
		switch a := v.(type) {
		case *ir.Const:
			if a.Kind == ir.ConstVector && n < int64(len(a.Elems)) {
				return a.Elems[n]
			}
			if a.Kind == ir.ConstZero && n < a.Typ.Len {
				return ir.Zero(a.Typ.Elem)
			}
			return nil
		case *ir.Instr:
			if a.Op != ir.InsertElement {
				return nil
			}
			at, ok := ir.IntValue(a.Arg(2))
			if !ok || at < 0 || at >= a.Typ.Len {
				return nil
			}
			if at == n {
				return a.Arg(1)
			}
			v = a.Arg(0)
		default:
			return nil
		}
	}
	return nil
}

// callValue sees through intrinsics that only pass a hint on.
func callValue(i *ir.Instr) ir.Value {
	f := i.CalledFunc()
	if f == nil {
		return nil
	}
	if edit.IsOverload(f.Name, "llvm.expect") {
		return i.Arg(0)
	}
	return nil
}

// rewrite changes i in place to an equal, simpler instruction.
func (s *simplifier) rewrite(i *ir.Instr) bool {
	in := func(op ir.Op) *ir.Instr {
		if x, ok := i.Arg(0).(*ir.Instr); ok && x.Op == op {
			return x
		}
		return nil
	}
	switch i.Op {
	case ir.BitCast:
		if x := in(ir.BitCast); x != nil && !ir.Same(x.Arg(0).Type(), i.Typ) && !i.Typ.HasPtr() {
			i.SetArg(0, x.Arg(0))
			return true
		}
		return wideShuffle(i)
	case ir.ZExt, ir.SExt:
		if x := in(i.Op); x != nil { // the same extension twice
			i.SetArg(0, x.Arg(0))
			i.Flags &= x.Flags
			return true
		}
		if x := in(ir.ZExt); x != nil && i.Op == ir.SExt { // the top bit is 0
			i.Op = ir.ZExt
			i.SetArg(0, x.Arg(0))
			i.Flags = 0
			return true
		}
	case ir.Trunc:
		if x := in(ir.Trunc); x != nil {
			i.SetArg(0, x.Arg(0))
			i.Flags &= x.Flags
			return true
		}
		for _, op := range []ir.Op{ir.ZExt, ir.SExt} {
			x := in(op)
			if x == nil {
				continue
			}
			switch from := x.Arg(0).Type().Scalar().Bits; {
			case from < i.Typ.Scalar().Bits:
				i.Op = op
			case from == i.Typ.Scalar().Bits:
				return false
			}
			i.SetArg(0, x.Arg(0))
			i.Flags = 0
			return true
		}
	case ir.ICmp:
		if x := in(ir.ZExt); x != nil && i.Pred == ir.EQ && IsInt(i.Arg(1), 0) && x.Arg(0).Type() == ir.I1 {
			i.Op, i.Pred, i.Flags = ir.Xor, ir.NoPred, 0
			i.SetArgs(x.Arg(0), ir.NewBool(true))
			return true
		}
	}
	return false
}
