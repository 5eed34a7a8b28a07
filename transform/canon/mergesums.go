package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// MergeSums replaces a phi whose incoming values are all the same integer sum by that sum: the
// next value of an induction variable, where the compiler computed it on each path. Induction
// variable analysis then recognises it. It reports whether anything changed.
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

// sumOfAll is the sum that all incoming values of phi are; nil if there is none.
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
