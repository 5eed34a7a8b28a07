package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// numberAsAddress is the integer of a constant address that is the bits of a double: finite,
// and with an exponent, which no address has. Optimisers write a float constant so where
// another variant has an address.
func numberAsAddress(v ir.Value) (ir.Value, bool) {
	c, ok := v.(*ir.Const)
	if !ok || c.Kind != ir.ConstExpr || c.Op != ir.IntToPtr || c.Elems[0].Type() != ir.I64 {
		return nil, false
	}
	n, ok := ir.IntValue(c.Elems[0])
	exponent := n >> 52 & 0x7ff
	return c.Elems[0], ok && exponent != 0 && exponent != 0x7ff
}

// storesNumbers stores such constants as integers. It reports whether anything changed.
func storesNumbers(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if i.Op != ir.Store || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
				continue
			}
			n, ok := numberAsAddress(i.Arg(0))
			if !ok {
				continue
			}
			at := ir.NewBuilder(b)
			at.Before(i)
			i.SetArg(1, at.Cast(ir.BitCast, i.Arg(1), f.Module.PtrTo(ir.I64)))
			i.SetArg(0, n)
			i.Meta = edit.DebugLoc(i)
			changed = true
		}
	}
	return changed
}

// choosesNumber reports whether i is a phi or select of pointers with such a constant.
func choosesNumber(i *ir.Instr) bool {
	if i.Parent == nil || !i.Typ.IsPtr() || i.Op != ir.Phi && i.Op != ir.Select {
		return false
	}
	for _, v := range copiedFrom(i) {
		if _, ok := numberAsAddress(v); ok {
			return true
		}
	}
	return false
}
