package typerecovery

import (
	"cmp"
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// RecombineWords replaces loads of the parts of a word that are combined by shifts by one load
// of the word (load combining): optimisers load the first byte of an enum's word by itself and
// the rest as a 56-bit integer. It reports whether anything changed.
func RecombineWords(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range slices.Clone(b.Instrs) {
			if i.Op != ir.Or || i.Typ != ir.I64 || f.Module.Layout.BigEndian() {
				continue
			}
			if word := recombinedWord(f, i); word != nil {
				edit.Replace(i, word)
				changed = true
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// wordPart is a load of a part of a word, and its position in bits.
type wordPart struct {
	load  *ir.Instr
	shift int64
}

// recombinedWord emits the load of the word that or combines; nil where it combines none.
func recombinedWord(f *ir.Function, or *ir.Instr) ir.Value {
	var parts []wordPart
	if !wordParts(or, 0, &parts) || len(parts) < 2 {
		return nil
	}
	slices.SortFunc(parts, func(x, y wordPart) int { return cmp.Compare(x.shift, y.shift) })
	layout := f.Module.Layout
	first, ok := canon.BaseOffsetOf(layout, parts[0].load.Arg(0))
	if !ok {
		return nil
	}
	bits := int64(0)
	for _, p := range parts {
		at, ok := canon.BaseOffsetOf(layout, p.load.Arg(0))
		if !ok || p.shift != bits || at.Base != first.Base || at.Off != first.Off+bits/8 {
			return nil
		}
		bits += int64(p.load.Typ.Bits)
	}
	if bits != 64 {
		return nil
	}
	last := lastOfParts(parts)
	if last == nil {
		return nil
	}
	b := ir.NewBuilder(last.Parent)
	b.Before(last)
	low := parts[0].load
	return b.Load(ir.I64, b.Cast(ir.BitCast, low.Arg(0), f.Module.PtrTo(ir.I64)), max(int(low.Align), 1))
}

// wordParts decomposes v, shifted by shift; false for anything but zero-extended, shifted and
// combined loads of whole bytes.
func wordParts(v ir.Value, shift int64, parts *[]wordPart) bool {
	i, ok := v.(*ir.Instr)
	if !ok || len(*parts) > 8 {
		return false
	}
	switch i.Op {
	case ir.Or:
		return wordParts(i.Arg(0), shift, parts) && wordParts(i.Arg(1), shift, parts)
	case ir.Shl:
		n, ok := ir.IntValue(i.Arg(1))
		return ok && n > 0 && n < 64 && wordParts(i.Arg(0), shift+n, parts)
	case ir.ZExt:
		l, ok := i.Arg(0).(*ir.Instr)
		if !ok || l.Op != ir.Load || !l.Typ.IsInt() || l.Typ.Bits%8 != 0 || l.Flags&(ir.Volatile|ir.Atomic) != 0 {
			return false
		}
		*parts = append(*parts, wordPart{l, shift})
		return true
	}
	return false
}

// lastOfParts is the last of the loads in their common block; nil where they have none, or
// memory may be written between them.
func lastOfParts(parts []wordPart) *ir.Instr {
	left := len(parts)
	for _, i := range parts[0].load.Parent.Instrs {
		switch {
		case slices.ContainsFunc(parts, func(p wordPart) bool { return p.load == i }):
			if left--; left == 0 {
				return i
			}
		case left < len(parts) && canon.MayWrite(i):
			return nil
		}
	}
	return nil
}
