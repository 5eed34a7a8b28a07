package transport

import (
	"fmt"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// alloca makes the shadow of a stack object.
func (x *body) alloca(i *ir.Instr) {
	if i.Flags&ir.InAlloca != 0 || i.X != nil && i.X.AddrSpace != "" {
		x.refuse(i, "a stack object of this kind has no traced form")
		return
	}
	c := i.Copy()
	c.Meta = nil
	c.Align = max(c.Align, 8)
	x.b.Insert(c)
	size := ir.Value(ir.NewInt(ir.I64, x.t.m.Layout.AllocSize(i.Elem)))
	if n, ok := ir.IntValue(i.Arg(0)); !ok || n != 1 {
		size = x.b.Mul(size, x.b.Cast(ir.ZExt, i.Arg(0), ir.I64))
	}
	x.b.MemSet(c, size)
	x.words[i] = c
}

// integerOf is an address as an integer.
func (x *body) integerOf(p ir.Value) ir.Value { return x.b.Cast(ir.PtrToInt, p, ir.I64) }

// memory is what an instruction accesses.
type memory struct {
	shadow ir.Value // address, an i64
	primal ir.Value // an i64
	own    bool     // a stack object of the function
	moved  bool     // what is read is kept or passed on
	line   ir.Value // what is said where a shadow goes nowhere
}

func (x *body) access(i *ir.Instr, p ir.Value) *memory {
	_, own := stackObject(p)
	return &memory{shadow: x.integerOf(x.word(p)), primal: x.integerOf(p), own: own}
}

// offset is the memory so many bytes on; nowhere stays nowhere.
func (x *body) offset(m *memory, bytes int64) *memory {
	if bytes == 0 {
		return m
	}
	n := *m
	d := ir.NewInt(ir.I64, bytes)
	n.shadow, n.primal = x.b.Add(m.shadow, d), x.b.Add(m.primal, d)
	if !m.own {
		zero := ir.NewInt(ir.I64, 0)
		n.shadow = x.b.Select(x.b.ICmp(ir.EQ, m.shadow, zero), zero, n.shadow)
	}
	return &n
}

func (x *body) loads(i *ir.Instr) {
	if i.Typ == ir.I1 || ir.IsZero(x.word(i.Arg(0))) {
		return
	}
	m := x.access(i, i.Arg(0))
	m.moved = moves(i)
	if readPlaces(x, i, m) {
		return
	}
	if s := x.read(i, i.Typ, m); s != nil {
		x.setWord(i, s)
	}
}

// readPlaces notes the places of floats that are only computed with: they need no names. It reports whether these are such.
func readPlaces(x *body, i *ir.Instr, m *memory) bool {
	place, word := x.used(i)
	scalar := i.Typ.Scalar()
	if m.own || !place || word || scalar.Kind != ir.DoubleKind && scalar.Kind != ir.FloatKind || i.Typ.Scalable {
		return false
	}
	if !i.Typ.IsVector() {
		x.setPlace(i, placeRead(x, i, scalar, m))
		return true
	}
	lanes := make([]sums, i.Typ.Len)
	for k := range lanes {
		lanes[k].add(placeRead(x, i, scalar, x.offset(m, x.memberOffset(i.Typ, k))), ir.NewFloat(ir.Double, 1))
	}
	x.lanes[i] = lanes
	return true
}

// placeRead is the place of a float in memory.
func placeRead(x *body, i *ir.Instr, t *ir.Type, m *memory) ir.Value {
	if t.Kind == ir.DoubleKind {
		x.t.widths |= doubles
		return x.call("llad.load.place64", m.shadow, x.at(i))
	}
	x.t.widths |= singles
	return x.call("llad.load.place32", m.shadow, x.at(i))
}

// moves reports whether what i gives is kept somewhere or passed on, not only computed with.
func moves(i *ir.Instr) bool {
	for u := range ir.Uses(i) {
		switch u.User.Op {
		case ir.Store, ir.Phi, ir.Select, ir.BitCast, ir.IntToPtr, ir.Call, ir.Invoke, ir.Ret, ir.InsertValue, ir.InsertElement,
			ir.AtomicRMW, ir.CmpXchg, ir.ShuffleVector, ir.ExtractElement, ir.ExtractValue, ir.Freeze, ir.Or, ir.Shl:
			return true
		}
	}
	return false
}

// read gives the shadow of what is read as type t.
func (x *body) read(i *ir.Instr, t *ir.Type, m *memory) ir.Value {
	at := func(t *ir.Type) ir.Value { return x.b.Cast(ir.IntToPtr, m.shadow, x.t.m.PtrTo(t)) }
	switch t.Kind {
	case ir.DoubleKind, ir.X86FP80Kind, ir.FP128Kind:
		x.t.widths |= doubles
		if m.own {
			return x.b.Load(ir.I64, at(ir.I64), 1)
		}
		if t.Kind != ir.DoubleKind {
			return x.call("llad.load.long", m.shadow, x.where(i, fmt.Sprintf("a %s is read from the caller's memory", t)))
		}
		return x.call("llad.load.double", m.shadow)
	case ir.FloatKind:
		x.t.widths |= singles
		if m.own {
			return x.b.Load(ir.I32, at(ir.I32), 1)
		}
		return x.call("llad.load.float", m.shadow)
	case ir.PtrKind:
		if m.own {
			return x.b.Load(t, at(t), 1)
		}
		return x.b.Cast(ir.IntToPtr, x.call("llad.load.address", m.shadow), t)
	case ir.IntKind:
		return x.readInt(i, t, m)
	case ir.VectorKind, ir.ArrayKind, ir.StructKind:
		return x.readMembers(i, t, m)
	}
	x.refuse(i, "a load of %s has no traced form", t)
	return nil
}

func (x *body) readInt(i *ir.Instr, t *ir.Type, m *memory) ir.Value {
	if m.own && t.Bits%8 == 0 {
		return x.b.Load(t, x.b.Cast(ir.IntToPtr, m.shadow, x.t.m.PtrTo(t)), 1)
	}
	switch t.Bits {
	case 8, 16, 32, 64:
		w := x.call("llad.load.word", m.shadow, m.primal, ir.NewInt(ir.I32, int64(t.Bits)), ir.NewBool(m.moved))
		return x.b.Cast(ir.Trunc, w, t)
	}
	if t.Bits < 8 {
		return ir.Zero(t)
	}
	if t.Bits%8 != 0 {
		x.refuse(i, "a load of %s has no traced form", t)
		return nil
	}
	var s ir.Value = ir.Zero(t)
	for off := 0; off < t.Bits; {
		bits := piece(t.Bits - off)
		at := x.offset(m, int64(off/8))
		w := x.call("llad.load.word", at.shadow, at.primal, ir.NewInt(ir.I32, int64(bits)), ir.NewBool(true))
		s = x.b.Binary(ir.Or, s, x.shifted(x.wide(w, t), off))
		off += bits
	}
	return s
}

// wide is a word in the bits of t, more or fewer.
func (x *body) wide(w ir.Value, t *ir.Type) ir.Value {
	if t.Bits < w.Type().Bits {
		return x.b.Cast(ir.Trunc, w, t)
	}
	return x.b.Cast(ir.ZExt, w, t)
}

func (x *body) shifted(v ir.Value, off int) ir.Value {
	if off == 0 {
		return v
	}
	return x.b.Insert(ir.NewInstr(ir.Shl, v.Type(), v, ir.NewInt(v.Type(), int64(off))))
}

// piece is the largest power of two bytes, in bits, that is not more than so many bits and a word.
func piece(bits int) int {
	for _, n := range []int{64, 32, 16} {
		if bits >= n {
			return n
		}
	}
	return 8
}

// readMembers reads the shadow of an aggregate or vector member by member.
func (x *body) readMembers(i *ir.Instr, t *ir.Type, m *memory) ir.Value {
	if t.Scalable || t.IsVector() && t.Elem.Kind == ir.IntKind && t.Elem.Bits%8 != 0 {
		if !t.Scalable && t.Elem == ir.I1 {
			return ir.Zero(t)
		}
		x.refuse(i, "a load of %s has no traced form", t)
		return nil
	}
	var s ir.Value = ir.Zero(x.t.shadowType(t))
	for k := range t.NumElems() {
		if t.At(k) == ir.I1 {
			continue
		}
		v := x.read(i, t.At(k), x.offset(m, x.memberOffset(t, k)))
		if v == nil {
			return nil
		}
		s = x.withMember(s, v, k)
	}
	return s
}

func (x *body) withMember(s, v ir.Value, k int) ir.Value {
	if s.Type().IsVector() {
		return x.b.InsertElement(s, v, ir.NewInt(ir.I32, int64(k)))
	}
	return x.b.InsertValue(s, v, k)
}

func (x *body) member(s ir.Value, k int) ir.Value {
	if s.Type().IsVector() {
		return x.b.ExtractElement(s, ir.NewInt(ir.I32, int64(k)))
	}
	return x.b.ExtractValue(s, k)
}

// memberOffset is where member k of an aggregate or vector begins, in bytes.
func (x *body) memberOffset(t *ir.Type, k int) int64 {
	l := x.t.m.Layout
	switch t.Kind {
	case ir.StructKind:
		return l.FieldOffset(t, k)
	case ir.ArrayKind:
		return int64(k) * l.AllocSize(t.Elem)
	}
	return int64(k) * l.BitSize(t.Elem) / 8
}

func (x *body) stores(i *ir.Instr) {
	v, p := i.Arg(0), i.Arg(1)
	if v.Type() == ir.I1 {
		return
	}
	if ir.IsZero(x.word(p)) && ir.IsZero(x.word(v)) {
		return
	}
	m := x.access(i, p)
	m.line = x.where(i, "what has a derivative is stored to memory without a shadow")
	x.write(i, v.Type(), v, x.word(v), m)
}

// write puts s, the shadow of v, to shadow memory.
func (x *body) write(i *ir.Instr, t *ir.Type, v, s ir.Value, m *memory) {
	at := func(t *ir.Type) ir.Value { return x.b.Cast(ir.IntToPtr, m.shadow, x.t.m.PtrTo(t)) }
	switch t.Kind {
	case ir.DoubleKind, ir.X86FP80Kind, ir.FP128Kind:
		x.t.widths |= doubles
		size := ir.NewInt(ir.I64, (x.t.m.Layout.BitSize(t)+7)/8)
		switch {
		case t.Kind != ir.DoubleKind:
			x.call("llad.store.long", m.shadow, s, size, m.line, x.where(i, fmt.Sprintf("a %s is written to the caller's memory", t)))
		case m.own:
			x.b.Store(s, at(ir.I64), 1)
		default:
			x.call("llad.store.double", m.shadow, s, m.line)
		}
	case ir.FloatKind:
		x.t.widths |= singles
		if m.own {
			x.b.Store(s, at(ir.I32), 1)
		} else {
			x.call("llad.store.float", m.shadow, s, m.line)
		}
	case ir.PtrKind:
		if m.own {
			x.b.Store(s, at(t), 1)
		} else {
			x.call("llad.store.address", m.shadow, x.integerOf(s), m.line)
		}
	case ir.IntKind:
		x.writeInt(i, t, v, s, m)
	case ir.VectorKind, ir.ArrayKind, ir.StructKind:
		x.writeMembers(i, t, v, s, m)
	default:
		x.refuse(i, "a store of %s has no traced form", t)
	}
}

func (x *body) writeInt(i *ir.Instr, t *ir.Type, v, s ir.Value, m *memory) {
	switch {
	case m.own && t.Bits%8 == 0:
		x.b.Store(s, x.b.Cast(ir.IntToPtr, m.shadow, x.t.m.PtrTo(t)), 1)
		return
	case t.Bits < 8:
		return
	case t.Bits%8 != 0:
		x.refuse(i, "a store of %s has no traced form", t)
		return
	}
	word := func(v ir.Value) ir.Value { return x.b.Cast(ir.ZExt, v, ir.I64) }
	if slices.Contains([]int{8, 16, 32, 64}, t.Bits) {
		x.call("llad.store.word", m.shadow, word(v), word(s), ir.NewInt(ir.I32, int64(t.Bits)), m.line)
		return
	}
	for off := 0; off < t.Bits; {
		bits := piece(t.Bits - off)
		cut := func(v ir.Value) ir.Value {
			if off > 0 {
				v = x.b.Insert(ir.NewInstr(ir.LShr, t, v, ir.NewInt(t, int64(off))))
			}
			if t.Bits > bits {
				v = x.b.Cast(ir.Trunc, v, x.t.m.Types.Int(bits))
			}
			return word(v)
		}
		x.call("llad.store.word", x.offset(m, int64(off/8)).shadow, cut(v), cut(s), ir.NewInt(ir.I32, int64(bits)), m.line)
		off += bits
	}
}

func (x *body) writeMembers(i *ir.Instr, t *ir.Type, v, s ir.Value, m *memory) {
	if t.Scalable || t.IsVector() && t.Elem.Kind == ir.IntKind && t.Elem.Bits%8 != 0 {
		if t.Scalable || t.Elem != ir.I1 {
			x.refuse(i, "a store of %s has no traced form", t)
		}
		return
	}
	for k := range t.NumElems() {
		if t.At(k) != ir.I1 {
			x.write(i, t.At(k), x.member(v, k), x.member(s, k), x.offset(m, x.memberOffset(t, k)))
		}
	}
}

// traceCounter writes the shadow of an integer that an atomic operation has computed.
func traceCounter(x *body, i *ir.Instr, old ir.Value, m *memory) {
	v := i.Arg(1)
	op, known := map[string]ir.Op{"add": ir.Add, "sub": ir.Sub, "and": ir.And, "or": ir.Or, "xor": ir.Xor}[i.X.RMWOp]
	if !known {
		any := x.b.ICmp(ir.NE, x.b.Binary(ir.Or, old, x.word(v)), ir.Zero(i.Typ))
		x.write(i, i.Typ, v, x.b.Select(any, x.tainted(i.Typ), ir.Zero(i.Typ)), m)
		return
	}
	like := ir.NewInstr(op, i.Typ, i, v)
	now := x.b.Binary(op, i, v)
	x.write(i, i.Typ, now, x.combined(like, now, i, v, old, x.word(v)), m)
	like.DropArgs()
}

// exchange writes the shadow of an atomic operation.
func (x *body) exchange(i *ir.Instr) {
	x.b.Before(i)
	m := x.access(i, i.Arg(0))
	m.moved, m.line = true, x.where(i, "what has a derivative is stored to memory without a shadow")
	if i.Op == ir.CmpXchg {
		t := i.Arg(2).Type()
		old := x.read(i, t, m)
		x.b.After(i)
		if old == nil {
			return
		}
		ok := x.b.ExtractValue(i, 1)
		x.write(i, t, x.b.Select(ok, i.Arg(2), x.b.ExtractValue(i, 0)), x.b.Select(ok, x.word(i.Arg(2)), old), m)
		x.words[i] = x.b.InsertValue(ir.Zero(x.t.shadowType(i.Typ)), old, 0)
		return
	}
	v := i.Arg(1)
	old := x.read(i, i.Typ, m)
	x.b.After(i)
	if old == nil {
		return
	}
	switch i.X.RMWOp {
	case "xchg":
		x.write(i, i.Typ, v, x.word(v), m)
	case "fadd", "fsub":
		sign := 1.0
		if i.X.RMWOp == "fsub" {
			sign = -1
		}
		var s sums
		s.add(x.placeOf(old, i.Typ, x.at(i)), ir.NewFloat(ir.Double, 1))
		s.add(x.place(v), ir.NewFloat(ir.Double, sign))
		x.write(i, i.Typ, v, x.name(x.pushed(s), i.Typ), m)
	default:
		if !i.Typ.IsInt() {
			x.refuse(i, "atomicrmw %s has no traced form", i.X.RMWOp)
			return
		}
		traceCounter(x, i, old, m)
	}
	x.setWord(i, old)
}
