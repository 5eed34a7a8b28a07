package pass

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// ZeroLanes gives the lanes that a masked load leaves out the value zero where
// they were undefined. Code that vectorises under a mask computes with all
// lanes and stores only the right ones; its derivative multiplies the others
// by a zero adjoint, and that is zero only if they are numbers. It reports
// whether anything changed.
func ZeroLanes(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if k := passThrough(i); k >= 0 && ir.IsUndef(i.Arg(k)) {
				i.SetArg(k, ir.Zero(i.Type()))
				changed = true
			}
		}
	}
	return changed
}

// passThrough is the argument of a masked load that stands for the lanes left
// out, -1 for any other instruction.
func passThrough(i *ir.Instr) int {
	if i.Op != ir.Call {
		return -1
	}
	f := i.CalledFunc()
	if f == nil {
		return -1
	}
	for _, prefix := range []string{"llvm.masked.load.", "llvm.masked.gather.", "llvm.masked.expandload."} {
		if strings.HasPrefix(f.Name, prefix) {
			return len(f.Params) - 1
		}
	}
	return -1
}
