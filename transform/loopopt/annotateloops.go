package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// accessGroup is the kind of attachments that put accesses of memory into a group, and
// parallelKind that of a loop's last branch which names the group of all of the loop's
// accesses where no iteration touches what another one writes.
const (
	accessGroup  = "llvm.access.group"
	parallelKind = "llad.parallel"
)

// longBody is the number of floating-point operations from which on one iteration, or vector
// of iterations, fills the registers and keeps a processor busy.
const longBody = 40

// AnnotateParallelLoops adds metadata to innermost loops for the compiler: parallel accesses
// where iterations are independent; no interleaving for long bodies with several reductions,
// whose sums would not fit into registers, and of which loops of a few dozen iterations would
// run only the scalar remainder; and no vectors where columns are written, also by loops inside that are unrolled. It
// reports whether anything changed.
func AnnotateParallelLoops(f *ir.Function) bool {
	changed := false
	once, plain := "", ""
	li := analysis.Loops(f, ir.Dominators(f))
	for _, l := range li.All {
		latch := l.Latch()
		if latch == nil || latch.Term().Metadata(ir.OwnLoop) != "" || !unrolledInside(l) {
			continue
		}
		hints := ""
		if group := latch.Term().Metadata(parallelKind); group != "" && len(l.Inner) == 0 {
			hints = ", " + f.Module.Metadata().Add(`!{!"llvm.loop.parallel_accesses", `+group+`}`)
		}
		if len(l.Inner) == 0 && hasLongSum(l) {
			if once == "" {
				once = f.Module.Metadata().Add(`!{!"llvm.loop.interleave.count", i32 1}`)
			}
			hints += ", " + once
		}
		if writesColumns(f.Module.Layout, li, l) {
			if plain == "" {
				plain = f.Module.Metadata().Add(`!{!"llvm.loop.vectorize.enable", i1 false}`)
			}
			hints += ", " + plain
		}
		if hints != "" {
			attach(latch.Term(), ir.OwnLoop, f.Module.Metadata().Add("distinct !{SELF"+hints+"}"))
			changed = true
		}
	}
	return changed
}

// attach replaces the metadata of a kind on i.
func attach(i *ir.Instr, kind, node string) {
	rest := slices.DeleteFunc(slices.Clone(i.Meta), func(a ir.Attachment) bool { return a.Kind == kind })
	i.Meta = append(rest, ir.Attachment{Kind: kind, Node: node})
}

// hasLongSum reports whether l carries a reduction and has more than longBody floating-point
// operations.
func hasLongSum(l *analysis.Loop) bool {
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
