package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// ByteVectors splits vectors of bytes that are only loaded and stored into words, in Rust:
// optimised code swaps structs so, and a word is typed at run time while bytes are not. It
// reports whether anything changed.
func ByteVectors(f *ir.Function) bool {
	if !f.Module.FromRust() {
		return false
	}
	changed := false
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if i.Op == ir.Load && movesBytes(i) {
				moveWords(i)
				changed = true
			}
		}
	}
	return changed
}

// movesBytes reports whether i loads a vector of bytes, of whole words, that is only stored.
func movesBytes(i *ir.Instr) bool {
	t := i.Typ
	if t.Kind != ir.VectorKind || t.Scalable || t.Elem != ir.I8 || t.Len%8 != 0 || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
		return false
	}
	some := false
	for u := range ir.Uses(i) {
		if u.User.Op != ir.Store || u.Index() != 0 || u.User.Flags&(ir.Volatile|ir.Atomic) != 0 {
			return false
		}
		some = true
	}
	return some
}

// moveWords replaces the load i of a vector of bytes, and its stores, by those of words.
func moveWords(i *ir.Instr) {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	words := make([]ir.Value, i.Typ.Len/8)
	for k := range words {
		words[k] = b.Load(ir.I64, b.Offset(i.Arg(0), ir.NewInt(ir.I64, int64(8*k))), wordAlign(i, k))
	}
	for _, u := range edit.UsesOf(i) {
		b.Before(u.User)
		for k, w := range words {
			b.Store(w, b.Offset(u.User.Arg(1), ir.NewInt(ir.I64, int64(8*k))), wordAlign(u.User, k))
		}
		u.User.Erase()
	}
	i.Erase()
}

// wordAlign is the alignment of word k of the access i.
func wordAlign(i *ir.Instr, k int) int {
	align := max(int(i.Align), 1)
	for 8*k%align != 0 {
		align /= 2
	}
	return align
}
