package activity

import (
	"strings"

	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
)

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
	for _, b := range g.p.Func.Blocks {
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
	if !i.Typ.IsPtr() || i.Flags&(ir.Volatile|ir.Atomic) != 0 || g.p.Layout.BitSize(i.Typ) != 64 {
		return false
	}
	for _, a := range g.pointees(i.Arg(0)) {
		if g.p.Objs[a.Obj].Kind == pointsto.ObjAlloca && a.Stride == 0 && g.ty.floatsAt(a, 8) {
			return true
		}
	}
	return false
}

// What follows is about words of which floats of 32 bits may be the halves: whether one is an address tells the range of
// addresses. What lies there otherwise is two floats of which the upper one is below 1e-40, or a float below a number.

// addressRange gives the lowest address that programs have which may be loaded anywhere, and that behind the highest.
func addressRange(m *ir.Module) (lowest, end int64) {
	if strings.HasPrefix(m.Triple, "x86_64") && strings.Contains(m.Triple, "linux") {
		return 0x5 << 44, 1 << 48
	}
	return 1 << 32, 1 << 48
}

// InAddressRange writes whether a word, or which of the words of a vector, has the bits of an address.
func InAddressRange(b *ir.Builder, word ir.Value) ir.Value {
	lowest, end := addressRange(b.Module())
	word = b.Insert(ir.NewInstr(ir.Freeze, word.Type(), word)) // the program may copy bytes that it never wrote
	return b.ICmp(ir.ULT, b.Sub(word, ir.NewInt(word.Type(), lowest)), ir.NewInt(word.Type(), end-lowest))
}

// LooksLikeAddress reports whether a constant number has the bits of an address.
func LooksLikeAddress(m *ir.Module, n int64) bool {
	lowest, end := addressRange(m)
	return n >= lowest && n < end
}

// UpperAddress is the highest upper half that an address has.
func UpperAddress(m *ir.Module) int64 {
	_, end := addressRange(m)
	return end>>32 - 1
}

// StopAtLowAddresses ends the program where its code, that of f, lies below the addresses that are known for such; b goes on
// where it does not.
func StopAtLowAddresses(f *ir.Function, b *ir.Builder) {
	lowest, _ := addressRange(f.Module)
	stop, goes := f.NewBlock("low"), f.NewBlock("high")
	at := b.Cast(ir.PtrToInt, f, ir.I64)
	b.CondBr(b.ICmp(ir.ULT, at, ir.NewInt(ir.I64, lowest)), stop, goes)
	b.AtEnd(stop)
	shadowrt.Stop(b, "error[L0202]: addresses and floats of 32 bits stand in the same memory, and addresses are too low to tell them apart; link as a position-independent executable")
	b.Unreachable()
	b.AtEnd(goes)
}
