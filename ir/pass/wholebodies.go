package pass

import "github.com/llad-ad/llad/ir"

// longBody is how many operations on floats a loop has that fills the registers, and
// keeps a processor busy, with one iteration or vector of iterations.
const longBody = 40

// WholeBodies is for innermost loops that do much in an iteration. Where such a loop adds
// up several sums compilers run a few vectors of iterations at once: the sums no longer
// fit into registers, and loops of a few dozen iterations run all of them one by one. They
// are told not to. It reports whether anything changed.
func WholeBodies(f *ir.Function) bool {
	changed := false
	hint := ""
	for _, l := range ir.Loops(f, ir.Dominators(f)).All {
		latch := l.Latch()
		if len(l.Inner) > 0 || latch == nil || latch.Term().Metadata(ir.OwnLoop) != "" || !addsMuch(l) {
			continue
		}
		if hint == "" {
			hint = f.Module.AddMetadata(`!{!"llvm.loop.interleave.count", i32 1}`)
		}
		loop := f.Module.AddMetadata("distinct !{SELF, " + hint + "}")
		latch.Term().Meta = append(latch.Term().Meta, ir.Attachment{Kind: ir.OwnLoop, Node: loop})
		changed = true
	}
	return changed
}

// addsMuch reports whether l hands on a sum and does more than longBody operations on floats.
func addsMuch(l *ir.Loop) bool {
	sums := false
	for _, p := range l.Header.Phis() {
		sums = sums || p.Typ.IsFP()
	}
	n := 0
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Op == ir.FAdd, i.Op == ir.FSub, i.Op == ir.FMul, i.Op == ir.FDiv, i.Op == ir.FNeg, i.IsCall() && i.Typ.IsFP():
				n++
			}
		}
	}
	return sums && n > longBody
}
