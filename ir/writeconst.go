package ir

import "strconv"

// Ident implements Value.
func (c *Const) Ident() string {
	switch c.Kind {
	case ConstInt:
		if c.Big == nil && c.Typ != I1 {
			return strconv.FormatInt(c.Int, 10)
		}
	case ConstFP, ConstRaw, ConstString:
		if c.Text != "" && c.Block == nil {
			return c.Text
		}
	case ConstNull:
		return "null"
	}
	return string(appendConst(nil, c, false))
}

// appendOperand spells v without its type. portable leaves out what LLVM 14 or
// 15 would not read.
func appendOperand(b []byte, v Value, portable bool) []byte {
	switch v := v.(type) {
	case *Instr:
		return append(append(b, '%'), v.Name...)
	case *Param:
		return append(append(b, '%'), v.Name...)
	case *Const:
		return appendConst(b, v, portable)
	}
	return append(b, v.Ident()...)
}

// appendTyped spells v behind its type.
func appendTyped(b []byte, v Value, portable bool) []byte {
	b = append(b, v.Type().spelling...)
	b = append(b, ' ')
	return appendOperand(b, v, portable)
}

func appendConst(b []byte, c *Const, portable bool) []byte {
	switch c.Kind {
	case ConstInt:
		switch {
		case c.Typ == I1 && c.Int != 0:
			return append(b, "true"...)
		case c.Typ == I1:
			return append(b, "false"...)
		case c.Big != nil:
			return c.Big.Append(b, 10)
		}
		return strconv.AppendInt(b, c.Int, 10)
	case ConstFP:
		if c.Text == "" {
			return append(b, FloatText(c.Typ, c.Float)...)
		}
		return append(b, c.Text...)
	case ConstNull:
		return append(b, "null"...)
	case ConstZero:
		return append(b, "zeroinitializer"...)
	case ConstUndef:
		return append(b, "undef"...)
	case ConstPoison:
		return append(b, "poison"...)
	case ConstNone:
		return append(b, "none"...)
	case ConstArray:
		return append(appendList(append(b, '['), c.Elems, portable), ']')
	case ConstVector:
		return append(appendList(append(b, '<'), c.Elems, portable), '>')
	case ConstStruct:
		return appendStruct(b, c, portable)
	case ConstSplat:
		return appendSplat(b, c, portable)
	case ConstExpr:
		return appendExpr(b, c, portable)
	}
	if c.Block != nil {
		b = append(b, "blockaddress(@"...)
		b = append(b, c.Block.Parent.Name...)
		b = append(b, ", %"...)
		b = append(b, c.Block.Name...)
		return append(b, ')')
	}
	return append(b, c.Text...)
}

func appendStruct(b []byte, c *Const, portable bool) []byte {
	if c.Typ.Packed {
		b = append(b, '<')
	}
	if len(c.Elems) == 0 {
		b = append(b, "{}"...)
	} else {
		b = append(b, "{ "...)
		b = appendList(b, c.Elems, portable)
		b = append(b, " }"...)
	}
	if c.Typ.Packed {
		b = append(b, '>')
	}
	return b
}

func appendList(b []byte, elems []Value, portable bool) []byte {
	for k, e := range elems {
		if k > 0 {
			b = append(b, ", "...)
		}
		b = appendTyped(b, e, portable)
	}
	return b
}

// appendSplat spells a splat. Portable text writes every member; a scalable
// vector, which has no such list, becomes the shuffle that splat stands for.
func appendSplat(b []byte, c *Const, portable bool) []byte {
	v := c.Elems[0]
	if !portable {
		b = append(b, "splat ("...)
		return append(appendTyped(b, v, portable), ')')
	}
	if !c.Typ.Scalable {
		elems := make([]Value, c.Typ.Len)
		for k := range elems {
			elems[k] = v
		}
		return append(appendList(append(b, '<'), elems, portable), '>')
	}
	t := c.Typ.spelling
	b = append(b, "shufflevector ("+t+" insertelement ("+t+" poison, "...)
	b = appendTyped(b, v, portable)
	b = append(b, ", i32 0), "+t+" poison, <vscale x "...)
	b = strconv.AppendInt(b, c.Typ.Len, 10)
	return append(b, " x i32> zeroinitializer)"...)
}

func appendExpr(b []byte, c *Const, portable bool) []byte {
	b = append(b, c.Op.String()...)
	b = appendFlags(b, c.Op, c.Typ, c.Flags, portable)
	if c.InRange != "" && !portable {
		b = append(append(b, ' '), c.InRange...)
	}
	if c.Pred != NoPred {
		b = append(append(b, ' '), c.Pred.String()...)
	}
	b = append(b, " ("...)
	if c.Op == GetElementPtr {
		b = append(b, c.Elem.spelling...)
		b = append(b, ", "...)
	}
	if c.Op == GetElementPtr && len(c.Indices) > 0 && c.Indices[0] > 0 && !portable {
		k := c.Indices[0]
		b = appendList(b, c.Elems[:k], portable)
		b = append(b, ", inrange "...)
		b = appendList(b, c.Elems[k:], portable)
	} else {
		b = appendList(b, c.Elems, portable)
	}
	if c.Op == ExtractValue || c.Op == InsertValue {
		for _, k := range c.Indices {
			b = append(b, ", "...)
			b = strconv.AppendInt(b, int64(k), 10)
		}
	}
	if c.Op.IsCast() {
		b = append(b, " to "...)
		b = append(b, c.Typ.spelling...)
	}
	return append(b, ')')
}

var flagOrder = []struct {
	flag Flags
	name string
}{
	{Atomic, "atomic"}, {Weak, "weak"}, {Volatile, "volatile"}, {InAlloca, "inalloca"}, {SwiftError, "swifterror"},
	{InBounds, "inbounds"}, {NUSW, "nusw"}, {NUW, "nuw"}, {NSW, "nsw"}, {Exact, "exact"}, {NNeg, "nneg"},
	{Disjoint, "disjoint"}, {SameSign, "samesign"},
}

var fastMathOrder = []struct {
	flag Flags
	name string
}{
	{FMFReassoc, "reassoc"}, {FMFNNaN, "nnan"}, {FMFNInf, "ninf"}, {FMFNSZ, "nsz"}, {FMFARcp, "arcp"},
	{FMFContract, "contract"}, {FMFAFn, "afn"},
}

// appendFlags spells flags behind an opcode. Portable text has only those
// that LLVM 14 knows there; t is the result type, or for a comparison of
// floats any floating-point type.
func appendFlags(b []byte, op Op, t *Type, fl Flags, portable bool) []byte {
	if fl == 0 {
		return b
	}
	if portable {
		fl &= portableFlags(op, t)
	}
	for _, f := range flagOrder {
		if fl&f.flag != 0 {
			b = append(append(b, ' '), f.name...)
		}
	}
	if fl&FastMath == FastMath {
		return append(b, " fast"...)
	}
	for _, f := range fastMathOrder {
		if fl&f.flag != 0 {
			b = append(append(b, ' '), f.name...)
		}
	}
	return b
}

func portableFlags(op Op, t *Type) Flags {
	switch op {
	case Add, Sub, Mul, Shl:
		return NUW | NSW
	case UDiv, SDiv, LShr, AShr:
		return Exact
	case GetElementPtr:
		return InBounds
	case FNeg, FAdd, FSub, FMul, FDiv, FRem, FCmp:
		return FastMath
	case Phi, Select, Call:
		for t.Kind == ArrayKind {
			t = t.Elem
		}
		if t.IsFP() {
			return FastMath
		}
		return 0
	case Load, Store, AtomicRMW:
		return Volatile | Atomic
	case CmpXchg:
		return Volatile | Weak
	case Alloca:
		return InAlloca | SwiftError
	}
	return 0
}
