package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// MergeSums computes an integer sum behind the place where ways meet that all
// computed it, each for itself: the next value of a loop's counter, where the
// compiler made one for the iterations that do nothing else. Who asks how a
// counter goes on then sees it. It reports whether it did anything.
func MergeSums(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		switch b.Instrs[b.FirstNonPhi()].Op {
		case ir.LandingPad, ir.CatchPad, ir.CleanupPad, ir.CatchSwitch:
			continue // stands first
		}
		for _, phi := range b.Phis() {
			if sum := sumOfAll(phi); sum != nil {
				b.InsertAt(b.FirstNonPhi(), sum)
				edit.Replace(phi, sum)
				changed = true
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// sumOfAll is a sum that all of phi's values are, nil if there is none.
func sumOfAll(phi *ir.Instr) *ir.Instr {
	if phi.NumArgs() < 2 {
		return nil
	}
	first, ok := phi.Arg(0).(*ir.Instr)
	if !ok || first.Op != ir.Add {
		return nil
	}
	flags := first.Flags
	for k := range first.NumArgs() {
		if x, ok := first.Arg(k).(*ir.Instr); ok && x.Parent == phi.Parent {
			return nil // of the time before
		}
	}
	for k := range phi.NumArgs() {
		x, ok := phi.Arg(k).(*ir.Instr)
		if !ok || x.Op != ir.Add || !edit.SameValue(x.Arg(0), first.Arg(0)) || !edit.SameValue(x.Arg(1), first.Arg(1)) {
			return nil
		}
		flags &= x.Flags
	}
	sum := first.Copy()
	sum.Flags = flags
	return sum
}
