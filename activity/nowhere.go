package activity

import (
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
)

// This file is about addresses that lead nowhere as far as the analysis sees: what is
// accessed there is dead code, the elements of a container that is known to be empty.
// Should it run all the same, an address took a way that the analysis does not follow,
// and what stands there may have had a derivative.

// findNowhere fills nowhere.
func (a *Info) findNowhere() {
	p := a.sol.p
	lost := func(ptr ir.Value) bool {
		return ptr.Type().IsPtr() && !ir.IsConstant(ptr) && len(p.Pointees(ptr)) == 0
	}
	for _, b := range a.F.Blocks {
		for _, i := range b.Instrs {
			found := false
			switch {
			case i.Op == ir.Load:
				found = i.Typ.HasFloat() && lost(i.Arg(0))
			case i.Op == ir.Store:
				found = a.variedValue(i.Arg(0)) && lost(i.Arg(1))
			case i.IsCall() && p.TargetOf(i).Kind == pointsto.ToCopy:
				found = lost(i.Arg(0)) || lost(i.Arg(1))
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

// neverSet reports whether an address is read from a variable of the function that nothing
// is put into: it has no value, where other addresses that lead nowhere are null.
func neverSet(ptr ir.Value) bool {
	l, ok := steppedFrom(ptr).(*ir.Instr)
	if !ok || l.Op != ir.Load {
		return false
	}
	v, ok := steppedFrom(l.Arg(0)).(*ir.Instr)
	return ok && v.Op == ir.Alloca && onlyRead(v)
}

// steppedFrom is the address that ptr is reached from by steps within an object.
func steppedFrom(ptr ir.Value) ir.Value {
	for {
		i, ok := ptr.(*ir.Instr)
		if !ok || i.Op != ir.GetElementPtr && i.Op != ir.BitCast {
			return ptr
		}
		ptr = i.Arg(0)
	}
}

// onlyRead reports whether all that is done with the memory at an address is to load from it.
func onlyRead(ptr *ir.Instr) bool {
	for u := range ir.Uses(ptr) {
		switch i := u.User; {
		case i.Op == ir.Load || ir.IsLifetime(i):
		case (i.Op == ir.GetElementPtr || i.Op == ir.BitCast) && onlyRead(i):
		default:
			return false
		}
	}
	return true
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
	return shadowrt.WordCheck(m, "llad.check.nowhere", func(b *ir.Builder, n ir.Value) ir.Value {
		return b.ICmp(ir.EQ, n, ir.NewInt(ir.I64, 0))
	}, "error["+CodeUnknownMem+"]: floats are read or written at an address that took a way which is not followed, as a pointer that is copied as a float: what stands there may have a derivative; copy addresses as pointers")
}
