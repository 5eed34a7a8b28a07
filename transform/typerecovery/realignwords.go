package typerecovery

import (
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// RealignWords moves the contents of stack slots that hold the rest of a struct, from the
// middle of a word on, such that the words in them are aligned as they are elsewhere:
// compilers that put the first member of a struct into a register leave such slots with
// alignment 1, and copy the rest as bytes. It reports whether it changed any.
func RealignWords(f *ir.Function) bool {
	changed := false
	entry := f.Blocks[0]
	for _, a := range append([]*ir.Instr(nil), entry.Instrs...) {
		if a.Op != ir.Alloca || a.Align >= 8 || a.Elem.Kind != ir.ArrayKind || !a.Elem.Elem.IsInt() {
			continue
		}
		size := f.Module.Layout.AllocSize(a.Elem)
		if size <= 8 || size%8 == 0 {
			continue
		}
		lead := 8 - size%8
		if n, ok := ir.IntValue(a.Arg(0)); !ok || n != 1 || !isMisaligned(a, lead) {
			continue
		}
		var lives []*ir.Instr // of allocas only
		for u := range ir.Uses(a) {
			if g := u.User.CalledFunc(); g != nil && strings.HasPrefix(g.Name, "llvm.lifetime.") {
				lives = append(lives, u.User)
			}
		}
		for _, i := range lives {
			edit.Kill(i)
		}
		b := ir.NewBuilder(entry)
		b.Before(a)
		whole := b.Alloca(f.Module.Types.Array(ir.I8, size+lead), ir.NewInt(ir.I32, 1), 8)
		edit.Replace(a, b.Cast(ir.BitCast, b.Offset(whole, ir.NewInt(ir.I64, lead)), a.Typ))
		changed = true
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// isMisaligned reports whether every copy from or to the slot a says that its words begin lead
// bytes before a multiple of 8: by the alignment of the other side, or its constant offset.
func isMisaligned(a *ir.Instr, lead int64) bool {
	layout := a.Parent.Parent.Module.Layout
	mid := false
	type part struct {
		v   ir.Value
		off int64
	}
	work := []part{{a, 0}}
	for n := 0; n < len(work) && n < 64; n++ {
		for u := range ir.Uses(work[n].v) {
			i := u.User
			switch {
			case i.Op == ir.BitCast:
				work = append(work, part{i, work[n].off})
			case i.Op == ir.GetElementPtr:
				if d, ok := analysis.Distance(layout, work[n].v, i); ok {
					work = append(work, part{i, work[n].off + d})
				}
			case edit.SetsOrCopies(i) && u.Index() < 2 && !edit.IsOverload(i.CalledFunc().Name, "llvm.memset"):
				in, ok := inWord(layout, i, 1-u.Index())
				if !ok {
					continue
				}
				if (work[n].off+lead-in)%8 != 0 {
					return false
				}
				mid = true
			}
		}
	}
	return mid
}

// inWord is the offset in a word of an argument of a memcpy, by its alignment; or it has a
// constant offset from another object.
func inWord(layout *ir.Layout, i *ir.Instr, k int) (int64, bool) {
	text, _ := i.ArgAttr(k, "align")
	if align, err := strconv.Atoi(text); err == nil && align >= 8 {
		return 0, true
	}
	w, ok := canon.BaseOffsetOf(layout, i.Arg(k))
	return w.Off, ok && w.Off%8 != 0
}
