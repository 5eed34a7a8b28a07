package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// storesWords stores as an integer what is merged as an integer from floats and
// addresses and stored as a pointer; other users keep the pointer. It reports whether anything
// changed.
func storesWords(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if i.Op != ir.Store || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
				continue
			}
			p, ok := i.Arg(0).(*ir.Instr)
			if !ok || p.Op != ir.IntToPtr || p.Arg(0).Type() != ir.I64 || !choosesFloat(p.Arg(0), map[*ir.Instr]bool{}) {
				continue
			}
			at := ir.NewBuilder(b)
			at.Before(i)
			to := at.Cast(ir.BitCast, i.Arg(1), f.Module.PtrTo(ir.I64))
			i.SetArg(0, p.Arg(0))
			i.SetArg(1, to)
			i.Meta = edit.DebugLoc(i)
			changed = true
			apartAddress(p)
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// apartAddress merges the addresses alone for the users of a pointer as such, which run on no
// path where the word is a float.
func apartAddress(p *ir.Instr) {
	if !ir.HasUses(p) {
		edit.Kill(p)
		return
	}
	for u := range ir.Uses(p) {
		switch i := u.User; {
		case i.IsCall() && u.Index() < i.NumCallArgs(), i.Op == ir.Load, i.Op == ir.Store && u.Index() == 1, i.Op == ir.GetElementPtr && u.Index() == 0:
		default:
			return
		}
	}
	edit.Replace(p, addressAmong(p.Arg(0), p, map[*ir.Instr]*ir.Instr{}))
}

// addressAmong is the address that a word is, before at; poison where it is a float.
func addressAmong(v ir.Value, at *ir.Instr, made map[*ir.Instr]*ir.Instr) ir.Value {
	i, ok := v.(*ir.Instr)
	switch {
	case ok && i.Op == ir.Phi:
		if made[i] == nil {
			phi := ir.NewInstr(ir.Phi, at.Typ)
			made[i] = phi
			i.Parent.InsertAt(0, phi)
			on := map[*ir.Block]ir.Value{}
			for k, from := range i.Blocks {
				if on[from] == nil {
					on[from] = addressAmong(i.Arg(k), at, made)
				}
				phi.AddIncoming(on[from], from)
			}
		}
		return made[i]
	case ok && i.Op == ir.BitCast && i.Arg(0).Type() == ir.Double && computedDouble(i.Arg(0)):
		return ir.Zero(at.Typ)
	case ok && i.Op == ir.PtrToInt && ir.Same(i.Arg(0).Type(), at.Typ):
		return i.Arg(0)
	case ir.IsConstant(v):
		return &ir.Const{Kind: ir.ConstExpr, Typ: at.Typ, Op: ir.IntToPtr, Elems: []ir.Value{v}}
	}
	entry := at.Parent.Parent.Blocks[0]
	b := ir.NewBuilder(entry)
	switch {
	case !ok:
		b.AtStart(entry)
	case i.Op == ir.Invoke:
		b.AtStart(i.Parent.Succs()[0])
	default:
		b.After(i)
	}
	return b.Cast(ir.IntToPtr, v, at.Typ)
}

// computedDouble reports whether a double is computed: one that is loaded, or merged, may be moved as such and be an
// address.
func computedDouble(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if !ok {
		return false
	}
	switch i.Op {
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FRem, ir.FNeg, ir.SIToFP, ir.UIToFP, ir.FPExt, ir.FPTrunc:
		return true
	}
	return false
}

// choosesFloat reports whether an integer may be the bits of a double, through phis and
// selects.
func choosesFloat(v ir.Value, seen map[*ir.Instr]bool) bool {
	i, ok := v.(*ir.Instr)
	if !ok || seen[i] || len(seen) >= maxMoved {
		return false
	}
	seen[i] = true
	switch i.Op {
	case ir.BitCast:
		return i.Arg(0).Type() == ir.Double
	case ir.Phi, ir.Select, ir.Freeze:
		for _, x := range copiedFrom(i) {
			if choosesFloat(x, seen) {
				return true
			}
		}
	}
	return false
}
