package typerecovery

import (
	"cmp"
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// RecombineWords reads words at once that are read in parts and put together by shifts: optimisers
// take the first byte of an enum's word for a value of its own, and the rest for a number of
// 56 bits. It reports whether it changed anything.
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

// wordPart is what was read of a word, and by how many bits it is shifted there.
type wordPart struct {
	load  *ir.Instr
	shift int64
}

// recombinedWord writes the load of all of a word that or puts together; nil where it is no such.
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

// wordParts takes v apart, which is shifted; false for anything but loads of whole bytes
// that were made longer, shifted and put together.
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

// lastOfParts is the last of the loads, which stand in one block; nil where they do not, or
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
