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
		f := shs.fn.env.moves().LinkFunc(i.CalledFunc(), len(guards)/2)
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
	if !k.Fills || i.NumCallArgs() <= k.FillsArg || !i.Arg(k.FillsArg).Type().IsPtr() {
		return
	}
	shs.eachLane(func() {
		if dp := shs.shadowOf(i.Arg(k.FillsArg)); dp != nil {
			b := after(i)
			object, shadow := shs.cast(b, ir.BitCast, i.Arg(k.FillsArg), shs.fn.m.Ptr()), shs.cast(b, ir.BitCast, dp, shs.fn.m.Ptr())
			shs.mark(b.CallFunc(activity.Renew(shs.fn.m), object, shadow))
		}
	})
}
