package transport

import "github.com/llad-ad/llad/ir"

// instr writes the shadow of an instruction behind it, or does to shadow memory before it
// what it does to memory.
func (x *body) instr(i *ir.Instr) {
	if i.Op != ir.Phi && !i.Op.IsTerminator() {
		x.b.After(i)
	}
	x.b.Flags, x.b.Meta = 0, i.DebugLoc()
	switch i.Op {
	case ir.Phi:
		x.phi(i)
	case ir.Ret:
		x.ret(i)
	case ir.Alloca:
		x.alloca(i)
	case ir.Load:
		x.loads(i)
	case ir.Store:
		x.stores(i)
	case ir.AtomicRMW, ir.CmpXchg:
		x.exchange(i)
	case ir.Call, ir.Invoke:
		traceCall(x, i)
	case ir.CallBr, ir.VAArg, ir.CatchSwitch, ir.CatchRet, ir.CleanupRet, ir.CatchPad, ir.CleanupPad:
		x.refuse(i, "%s has no traced form", i.Op)
	case ir.Br, ir.Switch, ir.IndirectBr, ir.Resume, ir.Unreachable, ir.Fence, ir.LandingPad, ir.ICmp, ir.FCmp, ir.FPToSI, ir.FPToUI:
	default:
		if x.carries[i] {
			x.value(i)
		}
	}
}

// value writes the shadow of an instruction that neither branches, calls nor accesses memory.
func (x *body) value(i *ir.Instr) {
	switch i.Op {
	case ir.FNeg, ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FRem, ir.FPTrunc, ir.FPExt, ir.SIToFP, ir.UIToFP:
		x.computed(i)
	case ir.BitCast, ir.PtrToInt, ir.IntToPtr, ir.Trunc, ir.ZExt, ir.SExt, ir.AddrSpaceCast, ir.PtrToAddr:
		x.cast(i)
	case ir.Add, ir.Sub, ir.Mul, ir.UDiv, ir.SDiv, ir.URem, ir.SRem, ir.Shl, ir.LShr, ir.AShr, ir.And, ir.Or, ir.Xor:
		x.integer(i)
	case ir.GetElementPtr:
		x.address(i)
	case ir.Select, ir.Freeze:
		x.choice(i)
	case ir.ExtractElement:
		x.setWord(i, x.mirror(i, i.Typ, x.word(i.Arg(0)), i.Arg(1)))
	case ir.InsertElement:
		x.setWord(i, x.mirror(i, i.Typ, x.word(i.Arg(0)), x.word(i.Arg(1)), i.Arg(2)))
	case ir.ShuffleVector:
		x.setWord(i, x.mirror(i, i.Typ, x.word(i.Arg(0)), x.word(i.Arg(1)), decided(i.Arg(2))))
	case ir.ExtractValue:
		x.setWord(i, x.mirror(i, i.Typ, x.word(i.Arg(0))))
	case ir.InsertValue:
		x.setWord(i, x.mirror(i, i.Typ, x.word(i.Arg(0)), x.word(i.Arg(1))))
	default:
		x.refuse(i, "%s has no traced form", i.Op)
	}
}

// mirror repeats an instruction on shadows; t is the type of its result.
func (x *body) mirror(i *ir.Instr, t *ir.Type, args ...ir.Value) *ir.Instr {
	c := i.CopyShell()
	c.Meta, c.Flags, c.Typ = nil, 0, x.t.shadowType(t)
	c.SetArgs(args...)
	return x.b.Insert(c)
}

// decided is the mask of a shuffle with any element for those that are poison: shadows are
// looked at where values are not.
func decided(mask ir.Value) ir.Value {
	c, ok := mask.(*ir.Const)
	if !ok || len(c.Elems) == 0 {
		return ir.Zero(mask.Type())
	}
	n := *c
	n.Elems = make([]ir.Value, len(c.Elems))
	for k, e := range c.Elems {
		n.Elems[k] = e
		if ir.IsUndef(e) {
			n.Elems[k] = ir.Zero(e.Type())
		}
	}
	return &n
}

func (x *body) phi(i *ir.Instr) {
	if !x.carries[i] {
		return
	}
	x.phis = append(x.phis, i)
	t := x.t.shadowType(i.Typ)
	number := x.numbers[i]
	if number {
		t = ir.I32
	}
	c := ir.NewInstr(ir.Phi, t)
	i.Parent.InsertAt(i.Parent.FirstNonPhi(), c)
	x.b.AtStart(i.Parent)
	if number {
		x.setPlace(i, c)
	} else {
		x.setWord(i, c)
	}
}

// choice writes the shadow of a select or freeze.
func (x *body) choice(i *ir.Instr) {
	number := x.numbers[i]
	get := x.word
	if number {
		get = x.place
	}
	var s ir.Value
	if i.Op == ir.Freeze {
		s = get(i.Arg(0))
	} else {
		c := i.Arg(0)
		if !ir.IsConstant(c) {
			c = x.b.Insert(ir.NewInstr(ir.Freeze, c.Type(), c))
		}
		s = x.b.Select(c, get(i.Arg(1)), get(i.Arg(2)))
	}
	if number {
		x.setPlace(i, s)
	} else {
		x.setWord(i, s)
	}
}

// ret returns the result and its shadow.
func (x *body) ret(i *ir.Instr) {
	if i.NumArgs() == 0 {
		return
	}
	x.b.Before(i)
	v := i.Arg(0)
	var r ir.Value = ir.Poison(x.fn.Typ.Ret)
	r = x.b.InsertValue(r, v, 0)
	r = x.b.InsertValue(r, x.word(v), 1)
	i.SetArgs(r)
}

// onlyCompared reports whether an integer goes nowhere but into comparisons, as the sign of a float does.
func onlyCompared(i *ir.Instr) bool {
	for u := range ir.Uses(i) {
		if u.User.Op != ir.ICmp {
			return false
		}
	}
	return true
}

// cast writes the shadow of a conversion that moves bits.
func (x *body) cast(i *ir.Instr) {
	s := x.word(i.Arg(0))
	t := x.t.shadowType(i.Typ)
	switch i.Op {
	case ir.BitCast:
		if long(i.Typ) || long(i.Arg(0).Type()) {
			if onlyCompared(i) {
				return
			}
			x.refuse(i, "the bits of a %s become a %s", i.Arg(0).Type(), i.Typ)
			return
		}
		x.setWord(i, x.b.Cast(ir.BitCast, s, t))
	case ir.SExt, ir.ZExt:
		x.setWord(i, x.resized(ir.ZExt, s, t))
	case ir.Trunc:
		if i.Typ.Scalar() != ir.I1 {
			x.setWord(i, x.resized(ir.Trunc, s, t))
		}
	default:
		if i.Typ.Scalar() == ir.I1 {
			return
		}
		x.setWord(i, x.b.Cast(i.Op, s, t))
	}
}

// long reports whether a float's shadow in registers is narrower than the float.
func long(t *ir.Type) bool {
	switch t.Scalar().Kind {
	case ir.X86FP80Kind, ir.FP128Kind, ir.PPCFP128Kind:
		return true
	}
	return false
}

// address writes the shadow of a getelementptr: null stays null, and an index that is a
// distance between blocks is one between their shadows.
func (x *body) address(i *ir.Instr) {
	args := i.Args()
	base := x.word(args[0])
	args[0] = base
	moved := ir.Value(x.mirror(i, i.Typ, args...))
	if len(args) == 2 && !i.Typ.IsVector() && args[1].Type() == ir.I64 && x.hasShadow(args[1]) && !scaled(args[1]) {
		d := x.call("llad.word.distance", args[1], x.word(args[1]))
		if size := x.t.m.Layout.AllocSize(i.Elem); size != 1 {
			d = x.b.Mul(d, ir.NewInt(ir.I64, size))
		}
		q := x.call("llad.word.moved", x.integerOf(i), x.integerOf(i.Arg(0)), x.integerOf(base), d)
		x.setWord(i, x.b.Cast(ir.IntToPtr, q, i.Typ))
		return
	}
	if _, own := stackObject(i.Arg(0)); !own {
		moved = x.b.Select(x.b.ICmp(ir.EQ, base, ir.Zero(base.Type())), ir.Zero(moved.Type()), moved)
	}
	x.setWord(i, moved)
}

// scaled reports whether an index was masked, shifted or scaled: a number then, no distance.
func scaled(v ir.Value) bool {
	for range 8 {
		i, ok := v.(*ir.Instr)
		if !ok {
			return false
		}
		switch i.Op {
		case ir.ZExt, ir.SExt, ir.And, ir.LShr, ir.Shl, ir.URem, ir.SRem, ir.UDiv, ir.Mul:
			return true
		case ir.Add, ir.Sub:
			if _, ok := ir.IntValue(i.Arg(1)); !ok {
				return false
			}
			v = i.Arg(0)
		default:
			return false
		}
	}
	return false
}

// stackObject is the alloca that an address leads into, where that is seen.
func stackObject(v ir.Value) (*ir.Instr, bool) {
	for {
		i, ok := v.(*ir.Instr)
		if !ok {
			return nil, false
		}
		switch i.Op {
		case ir.Alloca:
			return i, true
		case ir.GetElementPtr, ir.BitCast:
			if i.Typ.IsVector() {
				return nil, false
			}
			v = i.Arg(0)
		default:
			return nil, false
		}
	}
}
