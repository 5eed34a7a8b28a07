package activity

import (
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file looks for integers that are computed from the bits of floats and
// become bits of floats again: a float that is scaled by adding to its
// exponent, halves of a double that are masked. Such a path must not be lost
// just because an addition makes its operands look like numbers.

// findTaint fills t.taint: the integers on a path from bits of floats through
// integer arithmetic to bits of floats.
func (t *types) findTaint() {
	var list []*ir.Instr
	from := map[ir.Value]bool{}
	mark := func(i *ir.Instr) {
		if !from[i] {
			from[i] = true
			list = append(list, i)
		}
	}
	for _, b := range t.p.Func.Blocks {
		for _, i := range b.Instrs {
			if i.Typ.Scalar().IsInt() && t.hasFloatBits(i) {
				mark(i)
			}
		}
	}
	for k := 0; k < len(list); k++ {
		for u := range ir.Uses(list[k]) {
			if passesBits(u) && !t.hash[u.User] && !t.numbers[u.User] {
				mark(u.User)
			}
		}
	}
	var back []ir.Value
	need := map[ir.Value]bool{}
	want := func(v ir.Value) {
		if from[v] && !need[v] {
			need[v] = true
			back = append(back, v)
		}
	}
	for _, i := range list {
		for u := range ir.Uses(i) {
			if t.becomesFloat(u) {
				want(i)
			}
		}
	}
	for k := 0; k < len(back); k++ {
		i := back[k].(*ir.Instr)
		for n := range i.NumArgs() {
			want(i.Arg(n))
		}
	}
	t.taint = need
}

// hasFloatBits reports whether an integer is made of bits of a float.
func (t *types) hasFloatBits(i *ir.Instr) bool {
	if constantByte(i) {
		return false
	}
	for _, p := range t.pieces(i) {
		if p.Class == memtypes.FloatData || p.Class == memtypes.Mixed {
			return true
		}
	}
	if i.Op != ir.Load || t.element[i] || t.numbers[i] || t.p.Class.Generated[i] {
		return false
	}
	size := t.p.Layout.StoreSize(i.Typ)
	for _, a := range t.p.Pointees(i.Arg(0)) {
		if t.floatsAt(a, size) || size >= 4 && !t.backed(i, a, size) {
			return true
		}
	}
	return false
}

// constantByte reports whether i is one of some constants that are shorter than any float, as what
// stands for an empty slot of a hash table.
func constantByte(i *ir.Instr) bool {
	return pointsto.IsChoice(i) && i.Typ.IsInt() && i.Typ.Bits <= 8 && len(pointsto.Copied(i)) == 0
}

// backed reports whether anything but the use of loaded integers says that
// memory which others fill holds integers.
func (t *types) backed(i *ir.Instr, a memtypes.Addr, size int64) bool {
	if !t.p.Objs[a.Obj].External() {
		return true
	}
	if tag := i.Metadata("tbaa"); tag != "" && t.env.module.AliasTypes.Tag(tag).Scalar.Class == memtypes.Integer {
		return true
	}
	for _, r := range t.mem[a.Obj].Exact[a.Off] {
		if r.Class == memtypes.Integer && r.Rank <= memtypes.RankDeclared {
			return true
		}
	}
	for _, r := range t.mem[a.Obj].Strided {
		if _, in := r.Element(a.Off); in && r.Class == memtypes.Integer && (r.Rank == memtypes.RankHint || r.Rank == memtypes.RankDeclared) {
			return true
		}
	}
	return false
}

// floatsAt reports whether bytes at an address may belong to a float.
func (t *types) floatsAt(a memtypes.Addr, size int64) bool {
	for _, p := range t.lookup(a, size) {
		if p.Class == memtypes.FloatData || p.Class == memtypes.Mixed {
			return true
		}
	}
	return false
}

// passesBits reports whether the user of an integer computes another one from
// it.
func passesBits(u *ir.Use) bool {
	i := u.User
	if !i.Typ.Scalar().IsInt() && !i.Typ.IsAggregate() {
		return false
	}
	switch i.Op {
	case ir.Load, ir.ICmp, ir.PtrToInt, ir.AtomicRMW, ir.CmpXchg, ir.Invoke, ir.CallBr:
		return false
	case ir.AShr:
		return !onlySigns(i)
	case ir.Select:
		return u.Index() > 0
	case ir.ExtractElement, ir.InsertElement:
		return u.Index() < i.NumArgs()-1
	case ir.Call:
		k := pointsto.Classify(i, false).Kind
		return k == pointsto.ToMath || k == pointsto.ToInactive || k == pointsto.ToPass
	}
	return true
}

// becomesFloat reports whether an integer turns into bits of a float where it
// is used.
func (t *types) becomesFloat(u *ir.Use) bool {
	i := u.User
	switch i.Op {
	case ir.BitCast:
		return i.Typ.IsFP()
	case ir.Store:
		if u.Index() != 0 || t.element[i] {
			return false
		}
		for _, a := range t.p.Pointees(i.Arg(1)) {
			if t.floatsAt(a, t.p.Layout.StoreSize(i.Arg(0).Type())) {
				return true
			}
		}
	case ir.Ret:
		return true
	case ir.Call, ir.Invoke:
		kind := t.p.TargetOf(i).Kind
		return kind == pointsto.ToDefined || kind == pointsto.ToIndirect
	default:
		if i.Typ.Scalar().IsInt() {
			for _, p := range t.pieces(i) {
				if p.Class == memtypes.FloatData || p.Class == memtypes.Mixed {
					return true
				}
			}
		}
	}
	return false
}

// stored gives what a store of an integer v that carries nothing active does to
// memory at ptr: what is a float there becomes another constant float.
func (t *types) stored(i *ir.Instr, v, ptr ir.Value) []memtypes.Piece {
	size := t.p.Layout.StoreSize(v.Type())
	if t.element[i] {
		return []memtypes.Piece{{Size: size, Class: memtypes.Integer, Rank: memtypes.RankAccess}}
	}
	if t.p.Class.Word(t.p.Index.At(v)) && t.env.mayTellWords() {
		return []memtypes.Piece{{Size: size}} // an address with no shadow, or a float with no derivative
	}
	seen := []memtypes.Piece{{Size: size}}
	for _, a := range t.p.Pointees(ptr) {
		seen = memtypes.JoinPieces(seen, t.lookup(a, size), size)
	}
	c, constant := v.(*ir.Const)
	switch {
	case constant && c.Kind == ir.ConstExpr && size == t.p.Layout.StoreSize(t.env.M.Ptr()):
		return []memtypes.Piece{{Size: size, Class: memtypes.Pointer}} // as a pointer to a member function is stored
	case memtypes.Decided(seen):
		return seen
	case ir.IsZero(v):
		// Zero is zero in every type: written as floats it clears the shadow,
		// which is right for all of them.
		return zeroFloats(size)
	case size < 4 && !t.floatsNear(ptr):
		return []memtypes.Piece{{Size: size, Class: memtypes.Integer}} // a character
	case overlapsFloat(seen) && (size == 4 || size%8 == 0):
		return zeroFloats(size)
	case ir.IsConstant(v) || plain(t.valuePieces(v)):
		return []memtypes.Piece{{Size: size, Class: memtypes.Integer}}
	}
	return t.valuePieces(v)
}

// floatsNear reports whether one of the objects that an address may lead to is
// known to hold a float anywhere, or known to others.
func (t *types) floatsNear(ptr ir.Value) bool {
	for _, a := range t.p.Pointees(ptr) {
		switch t.p.Objs[a.Obj].Kind {
		case pointsto.ObjAlloca, pointsto.ObjHeap, pointsto.ObjForeign:
		default:
			return true
		}
		for r := range t.mem[a.Obj].Seen {
			if r.Class == memtypes.FloatData || r.Class == memtypes.Mixed {
				return true
			}
		}
	}
	return false
}

// overlapsFloat reports whether something in the bytes may be a float.
func overlapsFloat(l []memtypes.Piece) bool {
	for _, p := range l {
		if p.Class == memtypes.Mixed || p.Class == memtypes.FloatData {
			return true
		}
	}
	return false
}

// zeroFloats covers size bytes with floats as far as they fit.
func zeroFloats(size int64) []memtypes.Piece {
	var l []memtypes.Piece
	for off := int64(0); off < size; {
		switch {
		case size-off >= 8:
			l = append(l, memtypes.Piece{Offset: off, Size: 8, Class: memtypes.FloatData, Type: ir.Double})
			off += 8
		case size-off >= 4:
			l = append(l, memtypes.Piece{Offset: off, Size: 4, Class: memtypes.FloatData, Type: ir.Float})
			off += 4
		default:
			return append(l, memtypes.Piece{Offset: off, Size: size - off, Class: memtypes.Integer})
		}
	}
	return l
}

// partFloat reports whether a store of size bytes at an address may change
// only a part of a float.
func (t *types) partFloat(a memtypes.Addr, size int64) bool { return len(t.partsAt(a, size)) > 0 }

// begins reports whether a store begins a union that may also hold a float: one
// byte, of a constant, at the float's first. What stood there is gone, and the
// float that a program reads next it has to write first.
func (t *types) begins(i *ir.Instr, a memtypes.Addr) bool {
	v, m := i.Arg(0), &t.mem[a.Obj]
	if !ir.IsConstant(v) || v.Type() != ir.I8 || a.Stride != 0 || t.p.Objs[a.Obj].Kind != pointsto.ObjAlloca {
		return false
	}
	union := false
	for _, r := range m.Exact[a.Off] {
		if r.Class == memtypes.FloatData && r.Rank == memtypes.RankDeclared {
			return false
		}
		union = union || r.Class == memtypes.FloatData && r.Rank == memtypes.RankHint
	}
	return union
}
