package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// longBlock bounds the instructions of a block after SplitLong; it may have half as many more.
const longBlock = 1024

// SplitLong cuts long blocks into pieces: inserting an instruction moves those after it, which
// is quadratic in a function of one block. SimplifyCFG merges the pieces again. It reports
// whether anything changed.
func SplitLong(f *ir.Function) bool {
	changed := false
	for _, b := range append([]*ir.Block(nil), f.Blocks...) {
		rest := b.Instrs
		from := 0
		if b == f.Entry() { // variables stay in the first block
			for k, i := range rest {
				if i.Op == ir.Alloca {
					from = k + 1
				}
			}
		}
		if len(rest)-from < longBlock*3/2 {
			continue
		}
		changed = true
		last := b
		for n := max(from, longBlock); len(rest) >= n+longBlock/2; n = longBlock {
			last.Instrs = append(make([]*ir.Instr, 0, n+n/2), rest[:n]...)
			rest = rest[n:]
			next := f.NewBlock(f.FreshName("long"))
			ir.NewBuilder(last).Br(next)
			last = next
			for _, i := range rest[:min(len(rest), longBlock*3/2)] {
				i.Parent = last
			}
		}
		last.Instrs = rest
		for _, to := range last.Succs() {
			edit.ReplaceIncomingBlock(to, b, last)
		}
	}
	return changed
}
