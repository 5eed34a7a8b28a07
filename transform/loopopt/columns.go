package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// writesColumns reports whether l, a loop that counts down by one, stores to places that are further
// apart than their size, as down the column of a matrix. LLVM's estimates let such loops become
// vectors whose lanes are stored one by one, which takes longer than the loop as it is.
func writesColumns(layout *ir.Layout, l *analysis.Loop) bool {
	if !descends(l) {
		return false
	}
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Store {
				continue
			}
			r := l.Recurrence(i.Arg(1))
			if r == nil {
				continue
			}
			by, ok := r.Step()
			if size := layout.StoreSize(i.Arg(0).Type()); ok && (by > size || -by > size) {
				return true
			}
		}
	}
	return false
}
