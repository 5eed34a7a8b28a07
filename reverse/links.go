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
func (s *synth) shadowLinks(i *ir.Instr) {
	var args, guards []ir.Value
	shadowed, plain := false, false
	for _, a := range i.CallArgs() {
		sh := a
		if a.Type().IsPtr() {
			if sh = s.shadowOf(a); sh == nil {
				plain, sh = true, a
			} else {
				shadowed = true
				if s.info.MaybeConst(a) {
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
		s.fail(i, "L0107", "'%s' links nodes that have a derivative with nodes that have none", i.CalledName())
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
		f := s.env.moves().linkFunc(i.CalledFunc(), len(guards)/2)
		args = append(args, guards...)
		if i.Typ != ir.Void {
			args = append(args, i)
		}
		c = b.CallFunc(f, args...)
	}
	s.mark(c)
	if s.info.Shadow(i) {
		s.shadows[i] = c
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
func (s *synth) shadowColour(i *ir.Instr, dp ir.Value) {
	if s.info.SetsColour(i) {
		s.mark(after(i).Store(i.Arg(0), dp, int(i.Align)))
	}
}

// shadowWithin gives the shadow of an address in the object that argument 0
// leads to: as far from the argument's shadow as it is from the argument.
func (s *synth) shadowWithin(i *ir.Instr) {
	p := i.Arg(0)
	b := after(i)
	far := b.Sub(b.Cast(ir.PtrToInt, i, ir.I64), b.Cast(ir.PtrToInt, p, ir.I64))
	at := b.Cast(ir.BitCast, b.Offset(s.shadowOrSelf(p), far), i.Typ)
	sh := b.Select(b.ICmp(ir.EQ, i, ir.Zero(i.Typ)), ir.Zero(i.Typ), at)
	s.mark(at)
	s.shadows[i] = s.mark(sh)
}

// renew gives the address that a library function put into an object to its shadow.
func (s *synth) renew(i *ir.Instr, k *rules.Known) {
	if !k.Fills || i.NumCallArgs() == 0 || !i.Arg(0).Type().IsPtr() {
		return
	}
	s.eachLane(func() {
		if dp := s.shadowOf(i.Arg(0)); dp != nil {
			b := after(i)
			object, shadow := s.cast(b, ir.BitCast, i.Arg(0), s.m.Ptr()), s.cast(b, ir.BitCast, dp, s.m.Ptr())
			s.mark(b.CallFunc(activity.Renew(s.m), object, shadow))
		}
	})
}
