package canon

import "github.com/llad-ad/llad/ir"

// longBlock is how many instructions a block has at most behind SplitLong, but
// for half as many again.
const longBlock = 1024

// SplitLong cuts long blocks into pieces. Whatever inserts instructions into the
// middle of a block moves those behind them, which in a function of one block
// takes time that grows with the square of its size. SimplifyCFG makes one block
// of the pieces again.
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
			for _, phi := range to.Phis() {
				for k, from := range phi.Blocks {
					if from == b {
						phi.Blocks[k] = last
					}
				}
			}
		}
	}
	return changed
}
