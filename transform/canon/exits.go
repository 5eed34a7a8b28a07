package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// UnifyExits leaves f with at most one returning block; the returned values meet in a phi.
// Blocks that end in unreachable or resume stay. A musttail call becomes a plain call, since
// code will follow it. It reports whether anything changed.
func UnifyExits(f *ir.Function) bool {
	var rets []*ir.Instr
	changed := false
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Flags&ir.MustTail != 0 {
				i.Flags &^= ir.MustTail
				changed = true
			}
		}
		if t := b.Term(); t.Op == ir.Ret {
			rets = append(rets, t)
		}
	}
	if len(rets) < 2 {
		return changed
	}
	exit := f.NewBlock(f.FreshName("exit"))
	b := ir.NewBuilder(exit)
	var v ir.Value
	if rets[0].NumArgs() > 0 {
		phi := b.Phi(f.Typ.Ret)
		for _, r := range rets {
			phi.AddIncoming(r.Arg(0), r.Parent)
		}
		v = phi
	}
	b.AtEnd(exit)
	ret := b.Ret(v)
	ret.Line, ret.Meta = rets[0].Line, edit.DebugLoc(rets[0])
	for _, r := range rets {
		from := r.Parent
		r.Erase()
		br := ir.NewBuilder(from).Br(exit)
		br.Line, br.Meta = r.Line, edit.DebugLoc(r)
	}
	return true
}
