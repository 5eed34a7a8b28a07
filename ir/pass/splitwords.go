package pass

import "github.com/llad-ad/llad/ir"

// SplitWords makes loads and stores of the members of loads and stores of
// structs of integers: clang at -O0 moves pointers to member functions so, and
// an address among the members is one only by itself. It reports whether
// anything changed.
func SplitWords(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			switch {
			case i.Flags&(ir.Volatile|ir.Atomic) != 0:
			case i.Op == ir.Load && isWords(i.Typ):
				splitLoad(i)
				changed = true
			case i.Op == ir.Store && isWords(i.Arg(0).Type()) && !ir.IsConstant(i.Arg(0)):
				splitStore(i)
				changed = true
			}
		}
	}
	return changed
}

// isWords reports whether a type is a struct of few integers.
func isWords(t *ir.Type) bool {
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

func splitLoad(i *ir.Instr) {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	members := make([]ir.Value, len(i.Typ.Fields))
	var all = ir.Undef(i.Typ)
	for k, t := range i.Typ.Fields {
		members[k] = b.Load(t, b.GEP(i.Typ, i.Arg(0), ir.NewInt(ir.I32, 0), ir.NewInt(ir.I32, int64(k))), memberAlign(i, i.Typ, k))
		all = b.InsertValue(all, members[k], k)
	}
	var taken []*ir.Instr
	for u := range ir.Uses(i) {
		if x := u.User; x.Op == ir.ExtractValue && len(x.Indices) == 1 {
			taken = append(taken, x)
		}
	}
	for _, x := range taken {
		ir.ReplaceAllUses(x, members[x.Indices[0]])
		x.Erase()
	}
	ir.ReplaceAllUses(i, all)
	i.Erase()
}

func splitStore(i *ir.Instr) {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	v := i.Arg(0)
	for k := range v.Type().Fields {
		b.Store(member(b, v, k), b.GEP(v.Type(), i.Arg(1), ir.NewInt(ir.I32, 0), ir.NewInt(ir.I32, int64(k))), memberAlign(i, v.Type(), k))
	}
	i.Erase()
}

// memberAlign is the alignment of member k, from that of the access to the
// whole struct.
func memberAlign(i *ir.Instr, t *ir.Type, k int) int {
	align := int64(i.Align)
	if align == 0 {
		return 0
	}
	for off := i.Parent.Parent.Module.Layout.FieldOffset(t, k); off%align != 0; {
		align /= 2
	}
	return int(align)
}

// member is member k of a struct, without an instruction where it was just put
// together.
func member(b *ir.Builder, v ir.Value, k int) ir.Value {
	for at := v; ; {
		x, ok := at.(*ir.Instr)
		if !ok || x.Op != ir.InsertValue || len(x.Indices) != 1 {
			return b.ExtractValue(v, k)
		}
		if x.Indices[0] == k {
			return x.Arg(1)
		}
		at = x.Arg(0)
	}
}
