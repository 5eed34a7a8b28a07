package activity

import "github.com/llad-ad/llad/ir"

// This file is about addresses that lead nowhere as far as the analysis sees: what is
// accessed there is dead code, the elements of a container that is known to be empty.
// Should it run all the same, an address took a way that the analysis does not follow,
// and what stands there may have had a derivative.

// findNowhere fills nowhere.
func (a *Info) findNowhere() {
	p := a.sol.p
	lost := func(ptr ir.Value) bool {
		return ptr.Type().IsPtr() && !ir.IsConstant(ptr) && len(p.pointees(ptr)) == 0
	}
	for _, b := range a.F.Blocks {
		for _, i := range b.Instrs {
			found := false
			switch {
			case i.Op == ir.Load:
				found = i.Typ.HasFloat() && lost(i.Arg(0))
			case i.Op == ir.Store:
				found = a.variedValue(i.Arg(0)) && lost(i.Arg(1))
			case i.IsCall() && p.targetOf(i).kind == toCopy:
				found = lost(i.Arg(0)) && !a.appends(i) || lost(i.Arg(1))
			}
			if found {
				if a.nowhere == nil {
					a.nowhere = map[*ir.Instr]bool{}
				}
				a.nowhere[i] = true
			}
		}
	}
}

// askedForNull reports whether the program asks of an address whether it is null, before
// it steps from there: where it always is, nothing is stored.
func askedForNull(ptr ir.Value) bool {
	for {
		i, ok := ptr.(*ir.Instr)
		if !ok {
			return false
		}
		for u := range ir.Uses(i) {
			if c := u.User; c.Op == ir.ICmp && (ir.IsZero(c.Arg(0)) || ir.IsZero(c.Arg(1))) {
				return true
			}
		}
		if i.Op != ir.GetElementPtr && i.Op != ir.BitCast {
			return false
		}
		ptr = i.Arg(0)
	}
}

// appends reports whether a copy takes bytes that have no derivatives to where bytes may stand
// anywhere: Rust's strings grow in code of the library's that the module does not have.
func (a *Info) appends(i *ir.Instr) bool {
	align, ok := i.ArgAttr(0, "align")
	return a.sol.p.env.rust && (!ok || align == "1") && a.inertSource(i)
}

// CheckNowhere writes, in front of an access at an address that leads nowhere, what ends
// the program when it runs. For anything else it writes nothing.
func (a *Info) CheckNowhere(b *ir.Builder, i *ir.Instr, size func() ir.Value) {
	if !a.nowhere[i] {
		return
	}
	var n ir.Value = ir.NewInt(ir.I64, 1)
	if i.IsCall() {
		if n = size(); n.Type() != ir.I64 {
			n = b.Cast(ir.ZExt, n, ir.I64)
		}
	}
	b.CallFunc(nowhereCheck(b.Module()), n)
}

// nowhereCheck is a function void (i64) that ends the program where the number of bytes
// accessed is not zero.
func nowhereCheck(m *ir.Module) *ir.Function {
	return wordCheck(m, "llad.check.nowhere", func(b *ir.Builder, n ir.Value) ir.Value {
		return b.ICmp(ir.EQ, n, ir.NewInt(ir.I64, 0))
	}, "error["+CodeUnknownMem+"]: floats are read or written at an address that took a way which is not followed, as a pointer that is copied as a float: what stands there may have a derivative; copy addresses as pointers")
}
