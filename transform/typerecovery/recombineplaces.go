package typerecovery

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// wordPlace reports whether an address is a multiple of 8 bytes from its base.
func wordPlace(layout *ir.Layout, p ir.Value) bool {
	at, ok := canon.BaseOffsetOf(layout, p)
	if !ok || at.Off&7 != 0 {
		return false
	}
	gep, ok := at.Base.(*ir.Instr)
	if !ok || gep.Op != ir.GetElementPtr {
		return true
	}
	known := int64(0)
	return layout.Steps(gep.Elem, gep.Args()[1:], func(v ir.Value, bytes int64) bool {
		if v == nil {
			known += bytes
			return true
		}
		if n, ok := ir.IntValue(v); ok {
			known += n * bytes
			return true
		}
		return bytes&7 == 0
	}) && known&7 == 0
}

// choices follows parts through selects and phis to the words that they were extracted from.
func choices(parts []bitPart) []bitPart {
	out := slices.Clone(parts)
	for k, p := range parts {
		o := takenOutOf(p)
		if phi, ok := o.v.(*ir.Instr); ok && phi.Op == ir.Phi {
			out[k] = o
		}
	}
	return out
}

// movedLanes reports whether a word is loaded as a vector of shorter integers that is only
// stored.
func (h *partRecombiner) movedLanes(i *ir.Instr) bool {
	t := i.Typ
	if !t.IsVector() || t.Scalable || !t.Elem.IsInt() || int64(t.Elem.Bits)*int64(t.Len) != 64 || t.Elem.Bits%8 != 0 || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
		return false
	}
	used := false
	for u := range ir.Uses(i) {
		if u.User.Op != ir.Store || u.Index() != 0 || u.User.Flags&(ir.Volatile|ir.Atomic) != 0 {
			return false
		}
		used = true
	}
	return used
}

// moveWhole loads and stores as one integer what i loads.
func (h *partRecombiner) moveWhole(i *ir.Instr) {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	ptr := h.f.Module.PtrTo(ir.I64)
	word := b.Load(ir.I64, b.Cast(ir.BitCast, i.Arg(0), ptr), max(int(i.Align), 1))
	for u := range ir.Uses(i) {
		s := ir.NewBuilder(u.User.Parent)
		s.Before(u.User)
		s.Store(word, s.Cast(ir.BitCast, u.User.Arg(1), ptr), max(int(u.User.Align), 1))
		edit.Kill(u.User)
	}
	edit.Kill(i)
}
