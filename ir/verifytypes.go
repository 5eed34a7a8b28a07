package ir

import "fmt"

// checkTypes is what is wrong with the operands and types of an instruction,
// "" if nothing is.
func checkTypes(i *Instr) string {
	if want, ok := argCount[i.Op]; ok && len(i.ops) != want {
		return fmt.Sprintf("%d operands, not %d", len(i.ops), want)
	}
	arg := func(k int) *Type { return i.ops[k].Val.Type() }
	switch {
	case i.Op.IsBinary():
		if !Same(arg(0), arg(1)) || !Same(arg(0), i.Typ) {
			return fmt.Sprintf("types %s, %s and %s of operands and result differ", arg(0), arg(1), i.Typ)
		}
		if fp := floatOp(i.Op); fp && !i.Typ.IsFP() || !fp && !i.Typ.Scalar().IsInt() {
			return fmt.Sprintf("%s of type %s", i.Op, i.Typ)
		}
		return ""
	case i.Op.IsCast():
		return checkCast(i.Op, arg(0), i.Typ)
	case i.IsCall():
		return checkCall(i)
	}
	switch i.Op {
	case Ret:
		return checkRet(i)
	case Br:
		if len(i.ops) != len(i.Blocks)-1 || len(i.Blocks) > 2 {
			return fmt.Sprintf("a branch with %d conditions and %d targets", len(i.ops), len(i.Blocks))
		}
		if len(i.ops) == 1 && arg(0) != I1 {
			return "condition of type " + arg(0).String()
		}
	case Switch:
		if len(i.ops) == 0 || len(i.ops) != len(i.Blocks) {
			return fmt.Sprintf("a switch with %d operands and %d targets", len(i.ops), len(i.Blocks))
		}
		for k := range i.ops {
			if arg(k) != arg(0) || !arg(k).IsInt() {
				return fmt.Sprintf("case of type %s on %s", arg(k), arg(0))
			}
		}
	case FNeg:
		if !Same(arg(0), i.Typ) || !i.Typ.IsFP() {
			return fmt.Sprintf("fneg from %s to %s", arg(0), i.Typ)
		}
	case Freeze:
		if !Same(arg(0), i.Typ) {
			return fmt.Sprintf("freeze from %s to %s", arg(0), i.Typ)
		}
	case ICmp, FCmp:
		return checkCompare(i)
	case Select:
		if !Same(arg(1), i.Typ) || !Same(arg(2), i.Typ) || arg(0).Scalar() != I1 ||
			arg(0).IsVector() && arg(0).Len != i.Typ.Len {
			return fmt.Sprintf("select of %s by %s between %s and %s", i.Typ, arg(0), arg(1), arg(2))
		}
	case Phi:
		for k := range i.ops {
			if !Same(arg(k), i.Typ) {
				return fmt.Sprintf("phi of type %s takes a %s", i.Typ, arg(k))
			}
		}
	case Load:
		if !arg(0).IsPtr() || i.Typ == Void {
			return fmt.Sprintf("load of %s from %s", i.Typ, arg(0))
		}
	case Store:
		if !arg(1).IsPtr() || arg(0) == Void {
			return fmt.Sprintf("store of %s to %s", arg(0), arg(1))
		}
	case Alloca:
		if i.Elem == nil || !i.Typ.IsPtr() || !arg(0).IsInt() {
			return "alloca without type or number"
		}
	case GetElementPtr:
		return checkGEP(i)
	default:
		return checkParts(i)
	}
	return ""
}

// argCount is how many operands opcodes with a fixed number have.
var argCount = func() map[Op]int {
	m := map[Op]int{
		Resume: 1, Unreachable: 0, CatchRet: 1, CleanupRet: 1, CatchSwitch: 1, FNeg: 1, ExtractElement: 2, InsertElement: 3,
		ShuffleVector: 3, ExtractValue: 1, InsertValue: 2, Alloca: 1, Load: 1, Store: 2, Fence: 0,
		CmpXchg: 3, AtomicRMW: 2, ICmp: 2, FCmp: 2, Select: 3, Freeze: 1, VAArg: 1,
	}
	for op := Op(1); op < numOps; op++ {
		if op.IsBinary() {
			m[op] = 2
		} else if op.IsCast() {
			m[op] = 1
		}
	}
	return m
}()

func floatOp(op Op) bool {
	switch op {
	case FAdd, FSub, FMul, FDiv, FRem:
		return true
	}
	return false
}

func checkCast(op Op, from, to *Type) string {
	f, t := from.Scalar(), to.Scalar()
	ok := true
	switch op {
	case Trunc:
		ok = f.IsInt() && t.IsInt() && f.Bits > t.Bits
	case ZExt, SExt:
		ok = f.IsInt() && t.IsInt() && f.Bits < t.Bits
	case FPTrunc, FPExt:
		ok = f.IsFloat() && t.IsFloat() && f != t
	case FPToUI, FPToSI:
		ok = f.IsFloat() && t.IsInt()
	case UIToFP, SIToFP:
		ok = f.IsInt() && t.IsFloat()
	case PtrToInt, PtrToAddr:
		ok = f.IsPtr() && t.IsInt()
	case IntToPtr:
		ok = f.IsInt() && t.IsPtr()
	case AddrSpaceCast:
		ok = f.IsPtr() && t.IsPtr()
	case BitCast:
		if from.IsAggregate() || to.IsAggregate() || f.IsPtr() != t.IsPtr() || f.IsPtr() && f.AddrSpace != t.AddrSpace {
			ok = false
		}
		return castProblem(ok, op, from, to)
	}
	if from.IsVector() != to.IsVector() || from.Len != to.Len || from.Scalable != to.Scalable {
		ok = false
	}
	return castProblem(ok, op, from, to)
}

func castProblem(ok bool, op Op, from, to *Type) string {
	if ok {
		return ""
	}
	return fmt.Sprintf("%s from %s to %s", op, from, to)
}

func checkCall(i *Instr) string {
	fn := i.FnType()
	switch {
	case fn == nil || len(i.ops) == 0:
		return "a call without function type or callee"
	case fn.Ret != i.Typ && !Same(fn.Ret, i.Typ):
		return fmt.Sprintf("a call of type %s gives %s", fn, i.Typ)
	}
	n := len(i.ops) - 1
	if n < len(fn.Fields) || n > len(fn.Fields) && !fn.Variadic {
		return fmt.Sprintf("%d arguments for a function of type %s", n, fn)
	}
	for k, t := range fn.Fields {
		if a := i.ops[k].Val.Type(); !Same(a, t) {
			return fmt.Sprintf("argument %d has type %s, not %s", k, a, t)
		}
	}
	if _, asm := i.Callee().(*InlineAsm); !asm && !i.Callee().Type().IsPtr() {
		return "callee of type " + i.Callee().Type().String()
	}
	want := map[Op]int{Call: 0, Invoke: 2}
	if w, ok := want[i.Op]; ok && len(i.Blocks) != w {
		return fmt.Sprintf("%s with %d targets", i.Op, len(i.Blocks))
	}
	return ""
}

func checkRet(i *Instr) string {
	want := i.Parent.Parent.Typ.Ret
	got := Void
	if len(i.ops) > 0 {
		got = i.ops[0].Val.Type()
	}
	if !Same(got, want) {
		return fmt.Sprintf("returns %s from a function that gives %s", got, want)
	}
	return ""
}

func checkCompare(i *Instr) string {
	a, b := i.ops[0].Val.Type(), i.ops[1].Val.Type()
	fp := i.Op == FCmp
	if !Same(a, b) || fp != a.IsFP() || (i.Pred >= FFalse) != fp || i.Pred == NoPred {
		return fmt.Sprintf("%s %s of %s and %s", i.Op, i.Pred, a, b)
	}
	if i.Typ.Scalar() != I1 || i.Typ.IsVector() != a.IsVector() || i.Typ.Len != a.Len {
		return fmt.Sprintf("a comparison of %s gives %s", a, i.Typ)
	}
	return ""
}

func checkGEP(i *Instr) string {
	if i.Elem == nil || len(i.ops) == 0 || !i.ops[0].Val.Type().IsPtrOrVec() || !i.Typ.IsPtrOrVec() {
		return "getelementptr without a pointer or element type"
	}
	for _, x := range i.Args()[1:] {
		if !x.Type().Scalar().IsInt() {
			return "index of type " + x.Type().String()
		}
	}
	t := i.Elem
	for _, x := range i.Args()[min(2, len(i.ops)):] {
		switch t.Kind {
		case StructKind:
			n, ok := IntValue(x)
			if c, isC := x.(*Const); !ok && isC && len(c.Elems) > 0 {
				n, ok = IntValue(c.Elems[0])
			}
			if IsZero(x) {
				n, ok = 0, true
			}
			if !ok || n < 0 || n >= int64(len(t.Fields)) {
				return fmt.Sprintf("index %s into %s", x.Ident(), t)
			}
			t = t.Fields[n]
		case ArrayKind, VectorKind:
			t = t.Elem
		default:
			return "too many indices: " + t.String() + " has no members"
		}
	}
	return ""
}

// checkParts checks what works on members of vectors and aggregates, and
// atomics.
func checkParts(i *Instr) string {
	if len(i.ops) == 0 {
		return ""
	}
	t := i.ops[0].Val.Type()
	ok := true
	switch i.Op {
	case ExtractElement:
		ok = t.IsVector() && Same(t.Elem, i.Typ)
	case InsertElement:
		ok = t.IsVector() && Same(t, i.Typ) && Same(t.Elem, i.ops[1].Val.Type())
	case ShuffleVector:
		ok = t.IsVector() && Same(t, i.ops[1].Val.Type()) && i.Typ.IsVector() && Same(t.Elem, i.Typ.Elem) &&
			i.ops[2].Val.Type().Len == i.Typ.Len
	case ExtractValue:
		part := partType(t, i.Indices)
		ok = part != nil && Same(part, i.Typ)
	case InsertValue:
		part := partType(t, i.Indices)
		ok = part != nil && Same(part, i.ops[1].Val.Type()) && Same(t, i.Typ)
	case AtomicRMW:
		ok = t.IsPtr() && Same(i.ops[1].Val.Type(), i.Typ)
	case CmpXchg:
		ok = t.IsPtr() && Same(i.ops[1].Val.Type(), i.ops[2].Val.Type())
	}
	if !ok {
		return fmt.Sprintf("%s on %s gives %s", i.Op, t, i.Typ)
	}
	return ""
}

// partType is the member of an aggregate type at path, nil if there is none.
func partType(t *Type, path []int) *Type {
	if len(path) == 0 {
		return nil
	}
	for _, k := range path {
		if !t.IsAggregate() || k < 0 || k >= t.NumElems() {
			return nil
		}
		t = t.At(k)
	}
	return t
}
