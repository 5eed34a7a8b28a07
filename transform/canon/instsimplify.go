package canon

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// InstSimplify folds integer operations on constants and applies identities that hold bit for
// bit: integer arithmetic with 0, 1 and -1, casts of casts, comparisons of a value with
// itself, selects and phis of one value, GEPs with zero offsets, members of aggregates just
// built. Of floating-point arithmetic only neutral operands are removed. It reports whether
// anything changed.
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

// again queues the users of i: phis in loops may have been visited before.
func (s *simplifier) again(i *ir.Instr) {
	for u := range ir.Uses(i) {
		s.work = append(s.work, u.User)
	}
}

// value is an existing value or a constant that i always equals; nil if none is found.
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

func isNull(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && c.Kind == ir.ConstNull
}

// maxNullSteps bounds the GEPs between a pointer and its allocation.
const maxNullSteps = 8

// isNonNull reports whether a pointer cannot be null: destructors of containers test the
// result of an allocation function that throws on failure.
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

// callValue is the argument that an intrinsic returns unchanged, as llvm.expect does.
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

// rewrite changes i in place to a simpler instruction.
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
