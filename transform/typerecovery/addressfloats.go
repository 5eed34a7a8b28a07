package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// AddressFloats loads as an integer what is loaded as an address and converted to the bits of
// a float. Optimisers load the payload of Rust's enums so; an integer may be either. It
// reports whether anything changed.
func AddressFloats(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if i.Op != ir.PtrToInt {
				continue
			}
			p, ok := i.Arg(0).(*ir.Instr)
			if i.Typ != ir.I64 || !ok || p.Op != ir.Load || p.Flags&(ir.Volatile|ir.Atomic) != 0 || !becomesFloat(i) {
				continue
			}
			changed = true
			at := ir.NewBuilder(p.Parent)
			at.After(p)
			at.Meta = edit.DebugLoc(p)
			from := at.Cast(ir.BitCast, p.Arg(0), f.Module.PtrTo(ir.I64))
			w := at.Load(ir.I64, from, int(p.Align))
			w.Line = p.Line
			edit.Replace(i, w)
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// becomesFloat reports whether an integer, or one half of it, is bitcast to a float.
func becomesFloat(i *ir.Instr) bool {
	for u := range ir.Uses(i) {
		switch u.User.Op {
		case ir.BitCast:
			if u.User.Typ.IsFP() {
				return true
			}
		case ir.Trunc, ir.LShr:
			if becomesFloat(u.User) {
				return true
			}
		}
	}
	return false
}
