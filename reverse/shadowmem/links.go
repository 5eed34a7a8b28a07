package shadowmem

import "github.com/llad-ad/llad/ir"

// LinkFunc: f's result link(f's arguments for shadow nodes, pairs of a node and
// its shadow, result of the primal call) calls f unless one of the nodes is its
// own shadow, which the primal call has linked.
func (mv *Functions) LinkFunc(f *ir.Function, pairs int) *ir.Function {
	name := ir.PrependName("llad.link"+string(rune('0'+pairs))+".", f.Name)
	if g := mv.Tape.Made(name); g != nil {
		return g
	}
	m := mv.Tape.M
	params := append([]*ir.Type(nil), f.Typ.Fields...)
	for range 2 * pairs {
		params = append(params, m.Ptr())
	}
	if f.Typ.Ret != ir.Void {
		params = append(params, f.Typ.Ret)
	}
	g, b := mv.Tape.Fn(name, f.Typ.Ret, params...)
	mv.Tape.Helper(name, g)
	own, other := g.NewBlock("own"), g.NewBlock("other")
	n := len(f.Typ.Fields)
	var same ir.Value = ir.NewBool(false)
	for k := range pairs {
		same = b.Binary(ir.Or, same, b.ICmp(ir.EQ, g.Params[n+2*k], g.Params[n+2*k+1]))
	}
	b.CondBr(same, own, other)
	b.AtEnd(other)
	args := make([]ir.Value, n)
	for k := range args {
		args[k] = g.Params[k]
	}
	c := b.CallFunc(f, args...)
	if f.Typ.Ret == ir.Void {
		b.Ret(nil)
		b.AtEnd(own)
		b.Ret(nil)
		return g
	}
	b.Ret(c)
	b.AtEnd(own)
	b.Ret(g.Params[len(g.Params)-1])
	return g
}
