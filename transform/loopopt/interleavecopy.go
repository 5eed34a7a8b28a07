package loopopt

import (
	"fmt"

	"github.com/llad-ad/llad/ir"
)

// gatherer is the function that interleaves a number of elements of several arrays into one
// array, or the reverse.
func gatherer(m *ir.Module, elem *ir.Type, args []ir.Value, in bool) *ir.Function {
	name := "llad.apart"
	if in {
		name = "llad.beside"
	}
	name = fmt.Sprintf("%s.%s.%d", name, m.Mangle(elem), len(args)-2)
	if f := m.Func(name); f != nil {
		return f
	}
	types := make([]*ir.Type, len(args))
	for k, v := range args {
		types[k] = v.Type()
	}
	f := m.AddFunc(name, m.Types.Func(ir.Void, types, false))
	f.Prefix, f.Suffix, f.IsDecl = "internal", "nounwind", false
	entry, loop, done := f.NewBlock("entry"), f.NewBlock("loop"), f.NewBlock("done")
	for _, p := range f.Params[2:] {
		if !in {
			continue
		}
		p.Attrs = "readonly"
	}
	vectors, n := f.Params[0], f.Params[1]
	b := ir.NewBuilder(entry)
	b.CondBr(b.ICmp(ir.EQ, n, ir.NewInt(ir.I64, 0)), done, loop)
	b.AtEnd(loop)
	k := b.Phi(ir.I64)
	k.AddIncoming(ir.NewInt(ir.I64, 0), entry)
	row := m.Types.Array(elem, int64(len(f.Params)-2))
	for lane, p := range f.Params[2:] {
		one := b.GEP(elem, p, k)
		all := b.GEP(row, vectors, k, ir.NewInt(ir.I64, int64(lane)))
		if in {
			b.Store(b.Load(elem, one, int(m.Layout.Align(elem))), all, 0)
		} else {
			b.Store(b.Load(elem, all, 0), one, int(m.Layout.Align(elem)))
		}
	}
	next := b.Add(k, ir.NewInt(ir.I64, 1))
	k.AddIncoming(next, loop)
	b.CondBr(b.ICmp(ir.EQ, next, n), done, loop)
	b.AtEnd(done)
	b.Ret(nil)
	return f
}
