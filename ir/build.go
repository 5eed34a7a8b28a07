package ir

import (
	"fmt"
	"slices"
	"strings"
)

// Builder appends instructions at a point of a function. Its methods give the
// value computed; arithmetic on constants is folded where that is exact and
// simple, so a caller need not special-case 0 and 1.
type Builder struct {
	F     *Function
	B     *Block
	at    int   // insert before this index; -1 means at the end
	Flags Flags // fast-math flags put on floating-point instructions
	Meta  []Attachment
}

// NewBuilder makes a builder that appends to b.
func NewBuilder(b *Block) *Builder { return &Builder{F: b.Parent, B: b, at: -1} }

// AtEnd moves the builder to the end of b.
func (b *Builder) AtEnd(blk *Block) { b.B, b.F, b.at = blk, blk.Parent, -1 }

// Before moves the builder to just before i.
func (b *Builder) Before(i *Instr) { b.B, b.F, b.at = i.Parent, i.Parent.Parent, i.Parent.Index(i) }

// After moves the builder to just behind i (behind the phis when i is one).
func (b *Builder) After(i *Instr) {
	b.B, b.F = i.Parent, i.Parent.Parent
	if i.Op == Phi {
		b.at = b.B.FirstNonPhi()
	} else {
		b.at = b.B.Index(i) + 1
	}
}

// AtStart moves the builder to the first place of blk behind its phis and its
// landing pad.
func (b *Builder) AtStart(blk *Block) {
	b.B, b.F, b.at = blk, blk.Parent, blk.FirstNonPhi()
	if b.at < len(blk.Instrs) && blk.Instrs[b.at].Op == LandingPad {
		b.at++
	}
}

// Insert puts a ready instruction at the builder's place.
func (b *Builder) Insert(i *Instr) *Instr {
	if b.at < 0 {
		return b.B.Append(i)
	}
	b.B.InsertAt(b.at, i)
	b.at++
	return i
}

func (b *Builder) ins(op Op, t *Type, args ...Value) *Instr {
	i := NewInstr(op, t, args...)
	i.Meta = b.Meta
	return b.Insert(i)
}

// Module is the module the builder works in.
func (b *Builder) Module() *Module { return b.F.Module }

// Binary makes a two-operand arithmetic instruction.
func (b *Builder) Binary(op Op, x, y Value) Value {
	if x.Type().IsFP() {
		return b.fbin(op, x, y)
	}
	if v := foldInt(op, x, y); v != nil {
		return v
	}
	return b.ins(op, x.Type(), x, y)
}

func foldInt(op Op, x, y Value) Value {
	a, aok := IntValue(x)
	c, cok := IntValue(y)
	switch op {
	case Add:
		switch {
		case aok && cok:
			return NewInt(x.Type(), a+c)
		case cok && c == 0:
			return x
		case aok && a == 0:
			return y
		}
	case Sub:
		switch {
		case aok && cok:
			return NewInt(x.Type(), a-c)
		case cok && c == 0:
			return x
		}
	case Mul:
		switch {
		case aok && cok:
			return NewInt(x.Type(), a*c)
		case cok && c == 1:
			return x
		case aok && a == 1:
			return y
		}
	}
	return nil
}

func (b *Builder) fbin(op Op, x, y Value) Value {
	a, aok := FloatValue(x)
	c, cok := FloatValue(y)
	switch op {
	case FMul:
		if cok && c == 1 {
			return x
		}
		if aok && a == 1 {
			return y
		}
		if cok && c == -1 {
			return b.FNeg(x)
		}
		if aok && a == -1 {
			return b.FNeg(y)
		}
	case FAdd:
		if cok && c == 0 {
			return x
		}
		if aok && a == 0 {
			return y
		}
	case FSub:
		if cok && c == 0 {
			return x
		}
		if aok && a == 0 {
			return b.FNeg(y)
		}
	case FDiv:
		if cok && c == 1 {
			return x
		}
	}
	i := b.ins(op, x.Type(), x, y)
	i.Flags = b.Flags
	return i
}

// Integer and floating-point arithmetic; FAdd and FSub drop a zero operand,
// FMul and FDiv a one (the sign of a zero result may differ).
func (b *Builder) Add(x, y Value) Value  { return b.Binary(Add, x, y) }
func (b *Builder) Sub(x, y Value) Value  { return b.Binary(Sub, x, y) }
func (b *Builder) Mul(x, y Value) Value  { return b.Binary(Mul, x, y) }
func (b *Builder) FAdd(x, y Value) Value { return b.fbin(FAdd, x, y) }
func (b *Builder) FSub(x, y Value) Value { return b.fbin(FSub, x, y) }
func (b *Builder) FMul(x, y Value) Value { return b.fbin(FMul, x, y) }
func (b *Builder) FDiv(x, y Value) Value { return b.fbin(FDiv, x, y) }

// FNeg is -x.
func (b *Builder) FNeg(x Value) Value {
	if i, ok := x.(*Instr); ok && i.Op == FNeg {
		return i.Arg(0)
	}
	if c, ok := x.(*Const); ok && c.Kind == ConstFP && c.Typ.Kind <= DoubleKind {
		return NewFloat(c.Typ, -c.Float)
	}
	i := b.ins(FNeg, x.Type(), x)
	i.Flags = b.Flags
	return i
}

// ICmp compares integers or pointers; the result is i1 or a vector of i1.
func (b *Builder) ICmp(p Pred, x, y Value) Value {
	i := b.ins(ICmp, b.boolType(x.Type()), x, y)
	i.Pred = p
	return i
}

// FCmp compares floating-point values.
func (b *Builder) FCmp(p Pred, x, y Value) Value {
	i := b.ins(FCmp, b.boolType(x.Type()), x, y)
	i.Pred = p
	return i
}

func (b *Builder) boolType(t *Type) *Type {
	if t.Kind == VectorKind {
		return b.Module().Types.Vector(I1, t.Len, t.Scalable)
	}
	return I1
}

// Select is c ? x : y.
func (b *Builder) Select(c, x, y Value) Value {
	if x == y {
		return x
	}
	if v, ok := IntValue(c); ok {
		if v != 0 {
			return x
		}
		return y
	}
	return b.ins(Select, x.Type(), c, x, y)
}

// Cast converts x to type t; nothing is made when it has that type. An address that goes to another address space
// is no bitcast, but what stands for one there.
func (b *Builder) Cast(op Op, x Value, t *Type) Value {
	if x.Type() == t || Same(x.Type(), t) && op == BitCast {
		return x
	}
	if v, ok := IntValue(x); ok && t.IsInt() {
		switch op {
		case Trunc, SExt:
			return NewInt(t, v)
		case ZExt:
			if w := x.Type().Bits; w < 64 {
				v &= 1<<uint(w) - 1
			}
			if t.Bits <= 64 && x.Type().Bits <= 63 {
				return NewInt(t, v)
			}
		}
	}
	if c, ok := FloatValue(x); ok && (op == FPExt || op == FPTrunc) {
		return NewFloat(t, c)
	}
	if op == BitCast && t.Scalar().IsPtr() && x.Type().Scalar().IsPtr() && t.Scalar().AddrSpace != x.Type().Scalar().AddrSpace {
		op = AddrSpaceCast
	}
	return b.ins(op, t, x)
}

// Load reads a value of type t. align is in bytes, 0 for the ABI's.
func (b *Builder) Load(t *Type, p Value, align int) *Instr {
	i := b.ins(Load, t, p)
	i.Align = int32(align)
	return i
}

// Store writes v to p. align is in bytes, 0 for the ABI's.
func (b *Builder) Store(v, p Value, align int) *Instr {
	i := b.ins(Store, Void, v, p)
	i.Align = int32(align)
	return i
}

// GEP is the address reached from p by the indices over elem.
func (b *Builder) GEP(elem *Type, p Value, idx ...Value) Value {
	if len(idx) == 1 && IsZero(idx[0]) && !b.Module().Typed {
		return p
	}
	i := NewInstr(GetElementPtr, nil, append([]Value{p}, idx...)...)
	i.Elem = elem
	i.Flags = InBounds
	i.Typ = GEPType(b.Module(), elem, i.Args())
	i.Meta = b.Meta
	return b.Insert(i)
}

// GEPType is the result type of a getelementptr over elem with the given
// operands (base first).
func GEPType(m *Module, elem *Type, args []Value) *Type {
	base := args[0].Type()
	t := elem
	for _, x := range args[min(2, len(args)):] {
		switch t.Kind {
		case StructKind:
			n, ok := IntValue(x)
			if !ok { // a splat in a GEP over vectors
				if c, isC := x.(*Const); isC && len(c.Elems) > 0 {
					n, ok = IntValue(c.Elems[0])
				}
				if !ok && IsZero(x) {
					n, ok = 0, true
				}
			}
			if !ok || n < 0 || int(n) >= len(t.Fields) {
				return m.Ptr()
			}
			t = t.Fields[n]
		default:
			if t.Elem == nil {
				return m.Ptr()
			}
			t = t.Elem
		}
	}
	p := m.addrType(t, base.Scalar().AddrSpace)
	for _, x := range args {
		if v := x.Type(); v.Kind == VectorKind {
			return m.Types.Vector(p, v.Len, v.Scalable)
		}
	}
	return p
}

// Offset is p moved by a byte count (an i64 value).
func (b *Builder) Offset(p, bytes Value) Value { return b.GEP(I8, p, bytes) }

// Alloca makes a stack slot of type t with n elements (nil for one). Fixed
// slots belong into the entry block; moving there is the caller's business.
func (b *Builder) Alloca(t *Type, n Value, align int) *Instr {
	if n == nil {
		n = NewInt(I32, 1)
	}
	i := b.ins(Alloca, b.Module().PtrTo(t), n)
	i.Elem = t
	i.Align = int32(align)
	return i
}

// Call calls f, a function or an address, by function type typ.
func (b *Builder) Call(typ *Type, f Value, args ...Value) *Instr {
	i := b.ins(Call, typ.Ret, append(append([]Value(nil), args...), f)...)
	i.X = &Extra{FnType: typ}
	return i
}

// CallFunc calls a function of the module, by its calling convention. Addresses go to the address
// spaces of its parameters.
func (b *Builder) CallFunc(f *Function, args ...Value) *Instr {
	args = slices.Clone(args)
	for k, t := range f.Typ.Fields {
		if k < len(args) && t.IsPtr() && args[k].Type().IsPtr() && args[k].Type().AddrSpace != t.AddrSpace {
			args[k] = b.Cast(AddrSpaceCast, args[k], t)
		}
	}
	i := b.Call(f.Typ, f, args...)
	i.X.CC = f.convention()
	return i
}

// convention is a function's calling convention as it is spelled, "" for C's: a call by another
// one means nothing.
func (f *Function) convention() string {
	words := strings.Fields(f.Prefix)
	for k, w := range words {
		if convWord(w) {
			if w == "cc" && k+1 < len(words) {
				w += " " + words[k+1]
			}
			return w
		}
	}
	return ""
}

// Phi makes an empty phi of type t at the head of the current block.
func (b *Builder) Phi(t *Type) *Instr {
	i := NewInstr(Phi, t)
	n := b.B.FirstNonPhi()
	b.B.InsertAt(n, i)
	if b.at >= 0 {
		b.at++
	}
	return i
}

// Br ends the block with a jump.
func (b *Builder) Br(to *Block) *Instr {
	i := b.ins(Br, Void)
	i.Blocks = []*Block{to}
	return i
}

// CondBr ends the block with a two-way branch.
func (b *Builder) CondBr(c Value, yes, no *Block) *Instr {
	i := b.ins(Br, Void, c)
	i.Blocks = []*Block{yes, no}
	return i
}

// Switch ends the block with a multi-way branch on the integer v; targets[k]
// is taken for the value cases[k].
func (b *Builder) Switch(v Value, deflt *Block, cases []int64, targets []*Block) *Instr {
	i := b.ins(Switch, Void, v)
	i.Blocks = []*Block{deflt}
	for k, c := range cases {
		i.AddArg(NewInt(v.Type(), c))
		i.Blocks = append(i.Blocks, targets[k])
	}
	return i
}

// Ret ends the block; v is nil for void.
func (b *Builder) Ret(v Value) *Instr {
	if v == nil {
		return b.ins(Ret, Void)
	}
	return b.ins(Ret, Void, v)
}

// Unreachable ends the block.
func (b *Builder) Unreachable() *Instr { return b.ins(Unreachable, Void) }

// ExtractValue takes the member at path out of an aggregate.
func (b *Builder) ExtractValue(agg Value, path ...int) Value {
	i := b.ins(ExtractValue, agg.Type().Index(path), agg)
	i.Indices = path
	return i
}

// InsertValue puts v at path of an aggregate.
func (b *Builder) InsertValue(agg, v Value, path ...int) Value {
	i := b.ins(InsertValue, agg.Type(), agg, v)
	i.Indices = path
	return i
}

// ExtractElement takes element n out of a vector.
func (b *Builder) ExtractElement(vec, n Value) Value {
	return b.ins(ExtractElement, vec.Type().Elem, vec, n)
}

// InsertElement puts v in place n of a vector.
func (b *Builder) InsertElement(vec, v, n Value) Value {
	return b.ins(InsertElement, vec.Type(), vec, v, n)
}

// Intrinsic calls the LLVM intrinsic `name` (without llvm. and overload
// suffixes) with the given overload types, declared when needed.
func (b *Builder) Intrinsic(name string, ret *Type, overloads []*Type, args ...Value) *Instr {
	full := "llvm." + name
	for _, t := range overloads {
		full += "." + b.Module().Mangle(t)
	}
	params := make([]*Type, len(args))
	for k, a := range args {
		params[k] = a.Type()
	}
	i := b.CallFunc(b.Module().Declare(QuoteName(full), b.Module().FuncType(ret, params...)), args...)
	if ret.IsFP() {
		i.Flags = b.Flags
	}
	return i
}

// Mangle is the overload suffix of a type in intrinsic names: f64, i32, p0,
// p0i8 in a typed module, v4f32.
func (m *Module) Mangle(t *Type) string {
	switch t.Kind {
	case VoidKind:
		return "isVoid"
	case HalfKind:
		return "f16"
	case BFloatKind:
		return "bf16"
	case FloatKind:
		return "f32"
	case DoubleKind:
		return "f64"
	case X86FP80Kind:
		return "f80"
	case FP128Kind:
		return "f128"
	case PPCFP128Kind:
		return "ppcf128"
	case PtrKind:
		if t.Elem != nil {
			return fmt.Sprintf("p%d%s", t.AddrSpace, m.Mangle(t.Elem))
		}
		return fmt.Sprintf("p%d", t.AddrSpace)
	case VectorKind:
		if t.Scalable {
			return fmt.Sprintf("nxv%d%s", t.Len, m.Mangle(t.Elem))
		}
		return fmt.Sprintf("v%d%s", t.Len, m.Mangle(t.Elem))
	case ArrayKind:
		return fmt.Sprintf("a%d%s", t.Len, m.Mangle(t.Elem))
	case StructKind:
		if t.Name != "" {
			return "s_" + UnquoteName(t.Name) + "s"
		}
		s := "sl_"
		for _, f := range t.Fields {
			s += m.Mangle(f)
		}
		return s + "s"
	}
	return t.String()
}
