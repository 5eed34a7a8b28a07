package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// The check before a jammed loop proves more than compilers would check before each inner
// loop: that the iterations of an innermost loop are independent. Metadata says so, and
// compilers vectorize short loops too, for which a check of their own would not pay.

// parallel reports whether the iterations of the innermost loop l are independent, in one copy
// and across the jammed copies, provided the check holds.
func (j *unrollAndJam) parallel(l *analysis.Loop) bool {
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if isMemSet(i) {
				return false
			}
		}
	}
	for _, o := range j.objects {
		for _, a := range o.accesses {
			if !l.Contains(a.i.Parent) || a.i.Op == ir.Load {
				continue
			}
			for _, b := range o.accesses {
				if l.Contains(b.i.Parent) && !j.iterationsApart(l, o, a, b) {
					return false
				}
			}
		}
	}
	return true
}

// iterationsApart reports whether a write of a in one iteration of l does not overlap an
// access of b, of the same object, in another one.
func (j *unrollAndJam) iterationsApart(l *analysis.Loop, o *jamObject, a, b *jamAccess) bool {
	if o.fixed {
		return true // one element, another one each time: see elements
	}
	by, ok := j.stride(a, l)
	if !ok || len(by.leaves) > 0 {
		return false
	}
	d, ok := a.off.plus(b.off, -1)
	switch {
	case !ok || len(d) > 1 || len(d) == 1 && len(d[0].leaves) > 0:
		return false
	case len(d) == 0:
		return a.bytes <= by.coef && b.bytes <= by.coef
	}
	far := d[0].coef // by which a's first element begins behind the one of b
	if n := analysis.BackedgeCount(l); n != nil {
		if c, ok := n.Const(); ok && c < maxJamFactor && max(far, -far) >= by.coef*c+max(a.bytes, b.bytes) {
			return true
		}
	}
	far = (far%by.coef + by.coef) % by.coef
	return far >= b.bytes && far+a.bytes <= by.coef
}

// annotate marks the accesses of the copies of parallel innermost loops.
func (c *jamCopier) annotate() {
	for _, l := range inside(c.j.l) {
		if len(l.Inner) > 0 || !c.j.parallel(l) {
			continue
		}
		group := c.j.f.Module.Metadata().Add("distinct !{}")
		for _, b := range l.Blocks {
			for _, i := range c.blocks[b].Instrs {
				if i.Op == ir.Load || i.Op == ir.Store {
					attach(i, accessGroup, group)
				}
			}
		}
		attach(c.blocks[l.Latch()].Term(), parallelKind, group)
	}
}
