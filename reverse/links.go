package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// shadowLinks repeats a call that moves addresses among nodes (of a tree, of a
// list) on the shadow nodes: shadow memory is linked as the primal's is. The
// reverse sweep has nothing to undo. It comes to nodes by the addresses that the
// primal found, which are kept, and never by links.
func (shs *shadows) shadowLinks(i *ir.Instr) {
	var args, guards []ir.Value
	shadowed, plain := false, false
	for _, a := range i.CallArgs() {
		sh := a
		if a.Type().IsPtr() {
			if sh = shs.shadowOf(a); sh == nil {
				plain, sh = true, a
			} else {
				shadowed = true
				if shs.fn.info.MaybeConst(a) {
					guards = append(guards, a, sh)
				}
			}
		}
		args = append(args, sh)
	}
	if !shadowed {
		return
	}
	if plain {
		shs.fn.fail(i, "L0107", "'%s' links nodes that have a derivative with nodes that have none", i.CalledName())
		return
	}
	b := after(i)
	var c *ir.Instr
	if len(guards) == 0 {
		c = i.Copy()
		c.Op, c.Blocks = ir.Call, nil
		for k, a := range args {
			c.SetArg(k, a)
		}
		b.Insert(c)
	} else {
		f := shs.fn.env.moves().linkFunc(i.CalledFunc(), len(guards)/2)
		args = append(args, guards...)
		if i.Typ != ir.Void {
			args = append(args, i)
		}
		c = b.CallFunc(f, args...)
	}
	shs.mark(c)
	if shs.fn.info.Shadow(i) {
		shs.shadows[i] = c
	}
}

// linkFunc: f's result link(f's arguments for shadow nodes, pairs of a node and
// its shadow, result of the primal call) calls f unless one of the nodes is its
// own shadow, which the primal call has linked.
func (mv *moves) linkFunc(f *ir.Function, pairs int) *ir.Function {
	name := ir.PrependName("llad.link"+string(rune('0'+pairs))+".", f.Name)
	if g := mv.rt.Made(name); g != nil {
		return g
	}
	m := mv.rt.M
	params := append([]*ir.Type(nil), f.Typ.Fields...)
	for range 2 * pairs {
		params = append(params, m.Ptr())
	}
	if f.Typ.Ret != ir.Void {
		params = append(params, f.Typ.Ret)
	}
	g, b := mv.rt.Fn(name, f.Typ.Ret, params...)
	mv.rt.Helper(name, g)
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

// shadowColour lets the shadow of a node have the primal's colour, where the
// program copies nodes itself.
func (shs *shadows) shadowColour(i *ir.Instr, dp ir.Value) {
	if shs.fn.info.SetsColour(i) {
		shs.mark(after(i).Store(i.Arg(0), dp, int(i.Align)))
	}
}

// shadowWithin gives the shadow of an address in the object that argument 0
// leads to: as far from the argument's shadow as it is from the argument.
func (shs *shadows) shadowWithin(i *ir.Instr) {
	p := i.Arg(0)
	b := after(i)
	far := b.Sub(b.Cast(ir.PtrToInt, i, ir.I64), b.Cast(ir.PtrToInt, p, ir.I64))
	at := b.Cast(ir.BitCast, b.Offset(shs.shadowOrSelf(p), far), i.Typ)
	sh := b.Select(b.ICmp(ir.EQ, i, ir.Zero(i.Typ)), ir.Zero(i.Typ), at)
	shs.mark(at)
	shs.shadows[i] = shs.mark(sh)
}

// renew gives the address that a library function put into an object to its shadow.
func (shs *shadows) renew(i *ir.Instr, k *rules.Known) {
	if !k.Fills || i.NumCallArgs() == 0 || !i.Arg(0).Type().IsPtr() {
		return
	}
	shs.eachLane(func() {
		if dp := shs.shadowOf(i.Arg(0)); dp != nil {
			b := after(i)
			object, shadow := shs.cast(b, ir.BitCast, i.Arg(0), shs.fn.m.Ptr()), shs.cast(b, ir.BitCast, dp, shs.fn.m.Ptr())
			shs.mark(b.CallFunc(activity.Renew(shs.fn.m), object, shadow))
		}
	})
}
