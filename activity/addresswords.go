package activity

import "github.com/llad-ad/llad/ir"

// findAddressWords finds, for a summary, the addresses that may be bits of doubles: what Rust's optimised
// code loads as an address before it knows which variant an enum has, or loads from a word of a local to which
// a double is stored, and stores elsewhere. Bodies are summarised as they were read; in those that are
// differentiated such words are integers.
func (g *flow) findAddressWords() map[ir.Value]bool {
	words := map[ir.Value]bool{}
	var list []*ir.Instr
	add := func(i *ir.Instr) {
		if !words[i] {
			words[i] = true
			list = append(list, i)
		}
	}
	for _, b := range g.p.f.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.Load && g.loadsAddressWord(i) {
				add(i)
			}
		}
	}
	for k := 0; k < len(list); k++ {
		for u := range ir.Uses(list[k]) {
			if i := u.User; i.Typ.IsPtr() && (i.Op == ir.Phi || i.Op == ir.Freeze || i.Op == ir.Select && u.Index() > 0) {
				add(i)
			}
		}
	}
	return words
}

// loadsAddressWord reports whether i loads as an address what may be a double.
func (g *flow) loadsAddressWord(i *ir.Instr) bool {
	if !i.Typ.IsPtr() || i.Flags&(ir.Volatile|ir.Atomic) != 0 || g.p.layout.BitSize(i.Typ) != 64 {
		return false
	}
	if g.env.module.rust && i.Metadata("nonnull") == "" {
		return true
	}
	for _, a := range g.pointees(i.Arg(0)) {
		if g.p.objs[a.obj].kind == objAlloca && a.stride == 0 && g.ty.floatsAt(a, 8) {
			return true
		}
	}
	return false
}
