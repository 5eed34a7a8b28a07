package canon

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// MaterializeSret gives calls of Rust's library functions that return an object in memory
// (format returns a String) a stack slot for the result, and copies it to where the program
// wants it: the shadow is then moved by an ordinary copy. Objects of Rust may be moved
// bytewise. It reports whether anything changed.
func MaterializeSret(f *ir.Function) bool {
	changed := false
	for _, b := range slices.Clone(f.Blocks) {
		for _, i := range slices.Clone(b.Instrs) {
			t := rules.OwnResult(i)
			if t == nil {
				continue
			}
			changed = true
			to := i.Arg(0)
			at := ir.NewBuilder(f.Entry())
			at.AtStart(f.Entry())
			slot := at.Alloca(t, nil, 16)
			i.SetArg(0, at.Cast(ir.BitCast, slot, to.Type()))
			if i.Op == ir.Call {
				at.After(i)
			} else {
				next := edit.SplitPredecessors(i.Blocks[0], []*ir.Block{b}, func(p *ir.Block) bool { return p == b }, "delivered")
				if next == nil {
					next = i.Blocks[0]
				}
				at.AtStart(next)
			}
			at.Meta = edit.DebugLoc(i)
			at.MemCpy(to, slot, ir.NewInt(ir.I64, f.Module.Layout.AllocSize(t)))
		}
	}
	if changed {
		edit.SortBlocks(f)
	}
	return changed
}
