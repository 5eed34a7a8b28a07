package checkpoint

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// A loop over time that prints does so when its steps are run for the first time,
// not when they are run again. The loop counts its iterations, which is part of
// its state, and the control block has the number of those that were ever run.

// printsOnly reports whether all that a call does is output, so that a step which
// is run again can do without it.
func printsOnly(i *ir.Instr) bool {
	f := i.CalledFunc()
	if i.Op != ir.Call || f == nil || !f.IsDecl || ir.HasUses(i) {
		return false
	}
	k := rules.Lookup(f.Name)
	if k == nil || !k.Prints {
		return false
	}
	return !k.This || isStandardStream(i.Arg(0))
}

// widens reports whether a call is one of the two by which std::endl, inlined,
// asks the stream's locale for a character. They may be run again.
func (f *stateFinder) widens(i *ir.Instr) bool {
	const fill = "_ZNKSt5ctypeIcE13_M_widen_initEv"
	if i.CalledName() == fill {
		return true
	}
	if i.CalledFunc() != nil || i.NumCallArgs() == 0 {
		return false
	}
	for _, b := range f.l.Blocks {
		for _, j := range b.Instrs {
			if j.CalledName() == fill && j.Arg(0) == i.Arg(0) && f.dt.Dominates(b, i.Parent) {
				return true
			}
		}
	}
	return false
}

// isStandardStream reports whether v is the address of one of C++'s streams that
// are always there. Others may be memory that the program reads.
func isStandardStream(v ir.Value) bool {
	if c, ok := v.(*ir.Const); ok && c.Kind == ir.ConstExpr && len(c.Elems) > 0 {
		v = c.Elems[0]
	}
	g, ok := v.(*ir.Global)
	return ok && (strings.HasPrefix(g.Name, "_ZSt4c") || strings.HasPrefix(g.Name, "_ZSt5wc")) && strings.HasPrefix(g.Prefix, "external")
}

// quiet makes l, a loop of p, print in iterations that are run for the first time
// only. It gives the loop, found anew, and the value that stands for the number of
// those that are not; nil where the loop does not print.
func quiet(p *ir.Function, l *analysis.Loop) (*analysis.Loop, ir.Value) {
	var calls []*ir.Instr
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if printsOnly(i) {
				calls = append(calls, i)
			}
		}
	}
	if len(calls) == 0 {
		return l, nil
	}
	pre, latch, header := l.Preheader(), l.Latch(), l.Header
	b := ir.NewBuilder(pre)
	b.Before(pre.Term())
	seen := b.Insert(ir.NewInstr(ir.Freeze, ir.I64, i64(0)))
	b.AtStart(header)
	count := b.Phi(ir.I64)
	count.AddIncoming(i64(0), pre)
	b.Before(latch.Term())
	count.AddIncoming(b.Add(count, i64(1)), latch)
	edit.PredicateCalls(p, calls, func(b *ir.Builder) ir.Value { return b.ICmp(ir.SGE, count, seen) })
	return loopAt(p, header), seen
}

// loopAt finds the loop of p with a header.
func loopAt(p *ir.Function, header *ir.Block) *analysis.Loop {
	for _, l := range analysis.Loops(p, ir.Dominators(p)).All {
		if l.Header == header {
			return l
		}
	}
	return nil
}

// printsInvoked reports whether the loop prints by calls whose exceptions are
// caught.
func printsInvoked(l *analysis.Loop) bool {
	for _, b := range l.Blocks {
		if t := b.Term(); t.Op == ir.Invoke && t.CalledFunc() != nil {
			if k := rules.Lookup(t.CalledFunc().Name); k != nil && k.Prints {
				return true
			}
		}
	}
	return false
}
