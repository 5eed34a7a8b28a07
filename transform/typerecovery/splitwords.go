package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// SplitWords splits loads and stores of structs of integers and of short vectors of pointers,
// and phis and selects of such structs, into those of members. Clang at -O0 moves pointers to
// member functions as such structs; the vectorizer moves the pointer and the control block of
// a shared_ptr at once; copies of small objects move a number and a pointer as a vector of
// doubles. A member that is an address is one only by itself. It reports whether anything
// changed.
func SplitWords(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			switch {
			case i.Flags&(ir.Volatile|ir.Atomic) != 0:
			case i.Op == ir.Load && readAsFloats(i) != nil:
				loadFloats(i)
				changed = true
			case i.Op == ir.Load && isWords(i.Typ):
				splitLoad(i)
				changed = true
			case i.Op == ir.Load && addressLanes(i) != nil:
				splitAddresses(i, addressLanes(i))
				changed = true
			case i.Op == ir.Store && isWords(i.Arg(0).Type()) && !wholeConst(i.Arg(0)):
				splitStore(i)
				changed = true
			case (i.Op == ir.Select || i.Op == ir.Phi) && i.Typ.Kind == ir.StructKind && isWords(i.Typ) && splitChoice(i):
				changed = true
			}
		}
	}
	return changed
}

// readAsFloats gives the bitcasts to vectors of floats of a loaded vector of pointers, if it
// has no other users: Rust reads floats so where another variant of an enum has addresses.
func readAsFloats(i *ir.Instr) (casts []*ir.Instr) {
	if i.Typ.Kind != ir.VectorKind || !i.Typ.Elem.IsPtr() || i.Typ.Scalable {
		return nil
	}
	for u := range ir.Uses(i) {
		if u.User.Op != ir.PtrToInt {
			return nil
		}
		for w := range ir.Uses(u.User) {
			if c := w.User; c.Op != ir.BitCast || !c.Typ.IsVector() || c.Typ.Elem != ir.Double {
				return nil
			}
			casts = append(casts, w.User)
		}
	}
	return casts
}

// loadFloats loads as floats what is used as floats only.
func loadFloats(i *ir.Instr) {
	casts := readAsFloats(i)
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	ld := b.Load(casts[0].Typ, i.Arg(0), int(i.Align))
	ld.Meta = edit.ScopeMetadata(i)
	for _, c := range casts {
		ir.ReplaceAllUses(c, ld)
		c.Erase()
	}
	for _, u := range edit.UsesOf(i) {
		u.User.Erase()
	}
	i.Erase()
}

// isWords reports whether a type is a struct of few integers or a vector of few pointers.
func isWords(t *ir.Type) bool {
	if t.Kind == ir.VectorKind {
		return t.Elem.IsPtr() && !t.Scalable && t.Len >= 2 && t.Len <= 4
	}
	if t.Kind != ir.StructKind || len(t.Fields) < 2 || len(t.Fields) > 4 {
		return false
	}
	for _, f := range t.Fields {
		if !f.IsInt() {
			return false
		}
	}
	return true
}

// wholeConst reports whether a constant may be stored in one piece.
func wholeConst(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && (c.Typ.Kind != ir.VectorKind || c.Kind != ir.ConstVector)
}

// wordCount is the number of members of a type for which isWords holds.
func wordCount(t *ir.Type) int {
	if t.Kind == ir.VectorKind {
		return int(t.Len)
	}
	return len(t.Fields)
}

// wordType is the type of member k.
func wordType(t *ir.Type, k int) *ir.Type {
	if t.Kind == ir.VectorKind {
		return t.Elem
	}
	return t.Fields[k]
}

func splitLoad(i *ir.Instr) {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	members := make([]ir.Value, wordCount(i.Typ))
	var all = ir.Undef(i.Typ)
	for k := range members {
		ld := b.Load(wordType(i.Typ, k), b.GEP(i.Typ, i.Arg(0), ir.NewInt(ir.I32, 0), ir.NewInt(ir.I32, int64(k))), memberAlign(i, i.Typ, k))
		members[k] = ld
		if i.Typ.Kind == ir.VectorKind {
			ld.Meta = i.Meta // what it tells of the vector it tells of every pointer
			all = b.InsertElement(all, ld, ir.NewInt(ir.I32, int64(k)))
		} else {
			all = b.InsertValue(all, ld, k)
		}
	}
	takeMembers(i, members, all)
}

// takeMembers replaces the members extracted from i, and its whole value by all.
func takeMembers(i *ir.Instr, members []ir.Value, all ir.Value) {
	var taken []*ir.Instr
	var from []int
	for u := range ir.Uses(i) {
		switch x := u.User; x.Op {
		case ir.ExtractValue:
			if len(x.Indices) == 1 {
				taken, from = append(taken, x), append(from, x.Indices[0])
			}
		case ir.ExtractElement:
			if k, ok := ir.IntValue(x.Arg(1)); ok && k >= 0 && k < int64(len(members)) {
				taken, from = append(taken, x), append(from, int(k))
			}
		}
	}
	for k, x := range taken {
		ir.ReplaceAllUses(x, members[from[k]])
		x.Erase()
	}
	ir.ReplaceAllUses(i, all)
	i.Erase()
}

// splitChoice splits a phi or select of structs into those of members. It reports whether it
// did: an incoming block that ends in a call has no place for the extractions.
func splitChoice(i *ir.Instr) bool {
	for _, v := range i.Args() {
		if x, ok := v.(*ir.Instr); ok && x.Op.IsTerminator() {
			return false
		}
	}
	b := ir.NewBuilder(i.Parent)
	members := make([]ir.Value, wordCount(i.Typ))
	for k := range members {
		b.Before(i)
		if i.Op == ir.Select {
			members[k] = b.Select(i.Arg(0), member(b, i.Arg(1), k), member(b, i.Arg(2), k))
			continue
		}
		phi := b.Phi(wordType(i.Typ, k))
		of := map[*ir.Block]ir.Value{} // a block that comes twice brings the same
		for at, from := range i.Blocks {
			if of[from] == nil {
				b.Before(from.Term())
				of[from] = member(b, i.Arg(at), k)
			}
			phi.AddIncoming(of[from], from)
		}
		members[k] = phi
	}
	if i.Op == ir.Select {
		b.Before(i)
	} else {
		b.AtStart(i.Parent)
	}
	var all = ir.Undef(i.Typ)
	for k, v := range members {
		all = b.InsertValue(all, v, k)
	}
	takeMembers(i, members, all)
	return true
}

func splitStore(i *ir.Instr) {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	v := i.Arg(0)
	for k := range wordCount(v.Type()) {
		st := b.Store(member(b, v, k), b.GEP(v.Type(), i.Arg(1), ir.NewInt(ir.I32, 0), ir.NewInt(ir.I32, int64(k))), memberAlign(i, v.Type(), k))
		if v.Type().Kind == ir.VectorKind {
			st.Meta = i.Meta
		}
	}
	i.Erase()
}

// memberAlign is the alignment of member k, from that of the whole access.
func memberAlign(i *ir.Instr, t *ir.Type, k int) int {
	align := int64(i.Align)
	l := i.Parent.Parent.Module.Layout
	if t.Kind == ir.VectorKind {
		if align == 0 {
			align = l.AllocSize(t.Elem)
		}
		for off := int64(k) * l.AllocSize(t.Elem); off%align != 0; {
			align /= 2
		}
		return int(align)
	}
	if align == 0 {
		return 0
	}
	for off := l.FieldOffset(t, k); off%align != 0; {
		align /= 2
	}
	return int(align)
}

// member is member k of a struct or vector, without an extraction where it was just built.
func member(b *ir.Builder, v ir.Value, k int) ir.Value {
	if lanes := edit.ConstLanes(v); lanes != nil {
		return lanes[k]
	}
	if c, ok := v.(*ir.Const); ok && c.Kind == ir.ConstStruct {
		return c.Elems[k]
	}
	for at := v; ; {
		x, ok := at.(*ir.Instr)
		switch {
		case ok && x.Op == ir.InsertValue && len(x.Indices) == 1:
			if x.Indices[0] == k {
				return x.Arg(1)
			}
		case ok && x.Op == ir.InsertElement && ir.IsConstant(x.Arg(2)):
			if n, ok := ir.IntValue(x.Arg(2)); ok && n == int64(k) {
				return x.Arg(1)
			}
		case v.Type().Kind == ir.VectorKind:
			return b.ExtractElement(v, ir.NewInt(ir.I32, int64(k)))
		default:
			return b.ExtractValue(v, k)
		}
		at = x.Arg(0)
	}
}
