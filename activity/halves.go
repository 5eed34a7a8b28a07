package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// checkHalf refuses to copy the upper half of a float or an address by itself, as optimised
// Rust does where the lower one goes with the tag in front of it as one integer: that has
// no derivative, and the address of the shadow would be lost.
func (a *Info) checkHalf(i *ir.Instr) {
	v := i.Arg(0)
	if !a.env.module.rust || v.Type() != ir.I32 || !slices.ContainsFunc(a.sol.p.pointees(i.Arg(1)), inMiddle) {
		return
	}
	if a.upperHalf(v, map[*ir.Instr]bool{}) {
		a.report(i, CodeBits, "the upper half of a float or an address is moved by itself", "compile at another level, or keep small members of the enum and of the error apart from floats")
	}
}

// inMiddle reports whether an address is that of the upper half of a word.
func inMiddle(d addr) bool { return d.off&7 == 4 && d.stride&7 == 0 }

// upperHalf reports whether an integer was read from the middle of a word of which the lower
// half is read together with what stands in front, where there are floats or addresses.
func (a *Info) upperHalf(v ir.Value, seen map[*ir.Instr]bool) bool {
	i, ok := v.(*ir.Instr)
	if !ok || seen[i] || len(seen) >= maxAddressWays {
		return false
	}
	seen[i] = true
	switch i.Op {
	case ir.Load:
		for _, d := range a.sol.p.pointees(i.Arg(0)) {
			if inMiddle(d) && a.readAcross(i.Parent.Parent, d) {
				_, address := a.sol.p.objs[d.obj].cells[d.off-4]
				return address || a.sol.g.ty.floatsNear(i.Arg(0))
			}
		}
	case ir.Phi, ir.Select, ir.Freeze:
		for _, x := range i.Args() {
			if a.upperHalf(x, seen) {
				return true
			}
		}
	}
	return false
}

// readAcross reports whether f reads the half of a word in front of d together with the half
// before that, which belongs to another word.
func (a *Info) readAcross(f *ir.Function, d addr) bool {
	d.off -= 8
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.Load && i.Typ == ir.I64 && slices.Contains(a.sol.p.pointees(i.Arg(0)), d) {
				return true
			}
		}
	}
	return false
}
