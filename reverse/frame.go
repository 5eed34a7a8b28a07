package reverse

import (
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// A function that catches exceptions may find on the tape what callees pushed
// before they threw, and keeps the addresses of frames; so does the function
// that starts the sweep, whose loops may be reversed in other orders.

// catching reports whether f has calls whose exceptions it may catch.
func catching(f *ir.Function) bool {
	for _, b := range f.Blocks {
		if t := b.Term(); t != nil && t.Op == ir.Invoke {
			return true
		}
	}
	return false
}

// frameOf gives the address of the frame of a call that is being reversed.
func (lks *lookups) frameOf(c *augCall) ir.Value {
	if c.pair == nil || !c.pair.onTop || !lks.cu.s.fn.findsFrames() {
		return lks.lookup(c.frame)
	}
	m := lks.cu.s.fn.m
	if lks.cu.dry || c.pair.frameSize == 0 {
		return ir.Zero(m.Ptr())
	}
	top := lks.cu.s.fn.env.runtime().Top(lks.cu.b, lks.cu.tape)
	var size ir.Value
	if c.pair.frameSize > 0 {
		size = i64(-c.pair.frameSize)
	} else {
		if c.pair.sizeFunc == nil { // called by a function that it calls
			f := m.AddFunc(m.FreshSymbol("llad.frame"), m.FuncType(ir.I64))
			f.Prefix, f.Suffix = "internal", "nounwind"
			c.pair.sizeFunc = f
		}
		size = lks.cu.b.Sub(i64(0), lks.cu.b.CallFunc(c.pair.sizeFunc))
	}
	return lks.cu.b.Offset(top, size)
}

// inherited lists the parameters of a recursive function that its calls of
// itself pass on as they are: the reverse function gets them from its caller,
// who has them, and no frame need keep them.
func inherited(p, original *ir.Function) []int {
	passed := make([]bool, len(p.Params))
	calls := 0
	for _, b := range p.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Call && i.Op != ir.Invoke || i.CalledFunc() != original {
				continue
			}
			if i.NumCallArgs() != len(passed) {
				return nil
			}
			for k, a := range i.CallArgs() {
				passed[k] = a == ir.Value(p.Params[k]) && (calls == 0 || passed[k])
			}
			calls++
		}
	}
	var list []int
	for k, ok := range passed {
		if ok {
			list = append(list, k)
		}
	}
	return list
}

// hasShadow reports whether the augmented primal takes a shadow of parameter k.
func (sh *shape) hasShadow(k int) bool {
	kind := sh.seed.Params[k]
	return kind == signature.Dup || kind == signature.DupNoNeed
}

// inherits reports whether v is a parameter, or the shadow of one, that the
// reverse function has.
func (shs *shadows) inherits(v ir.Value) bool {
	if shs.fn.pair == nil {
		return false
	}
	for _, k := range shs.fn.pair.inherits {
		p := shs.fn.params[k]
		found := v == ir.Value(p)
		if shs.fn.pair.hasShadow(k) {
			for _, shadows := range shs.laneShadows {
				found = found || v == shadows[p]
			}
		}
		if found {
			return true
		}
	}
	return false
}
