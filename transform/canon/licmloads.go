package canon

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// LICMLoads hoists loop-invariant loads (loop-invariant code motion): the address is
// invariant, nothing in the loop may write there, and every iteration does the load. What
// computes the address, and floating-point arithmetic on what was hoisted, follow. The
// compiler has done so where it could prove it; it does not know that the buffers of two
// vectors are disjoint, forgets it where it checks at run time, and does nothing of the kind
// without optimisation. It needs preheaders, and reports whether anything changed.
func LICMLoads(f *ir.Function) bool {
	dt := ir.Dominators(f)
	li := analysis.Loops(f, dt)
	if len(li.All) == 0 {
		return false
	}
	h := &loadHoister{f: f, dt: dt, li: li, alias: edit.NewAlias(f)}
	for k := len(li.All) - 1; k >= 0; k-- { // inner loops first
		h.loop(li.All[k])
	}
	return h.changed
}

type loadHoister struct {
	f       *ir.Function
	dt      *ir.DomTree
	li      *analysis.LoopInfo
	alias   *analysis.Alias
	passed  *analysis.DependenceTest
	changed bool
}

// maxHoistQueries bounds the pairs of loads and stores of a loop that are compared.
const maxHoistQueries = 4000

// everyIteration reports whether every iteration of a loop with one latch runs b, the last one
// included.
func everyIteration(dt *ir.DomTree, l *analysis.Loop, b *ir.Block) bool {
	return dt.Dominates(b, l.Latch()) && !slices.ContainsFunc(l.ExitEdges(), func(e ir.Edge) bool { return !dt.Dominates(b, e.From) })
}

// elsewhere reports whether w writes other elements of the array than the one that i loads.
func (h *loadHoister) elsewhere(l *analysis.Loop, i, w *ir.Instr) bool {
	if h.passed == nil {
		h.passed = analysis.NewDependenceTest(h.f, h.li)
	}
	return h.passed.NoDependenceIn(l, i, w)
}

func (h *loadHoister) loop(l *analysis.Loop) {
	pre := l.Preheader()
	if pre == nil || l.Latch() == nil {
		return
	}
	var writers, loads []*ir.Instr
	scopes := false
	for _, b := range l.Blocks {
		every := everyIteration(h.dt, l, b)
		for _, i := range b.Instrs {
			switch {
			case MayWrite(i):
				if i.Op != ir.Store && !SetsErrno(i) {
					return // may also not come back
				}
				writers = append(writers, i)
			case every && (i.Op == ir.Load || ComputesFloat(i)):
				loads = append(loads, i)
			case DeclaresScope(i):
				scopes = true
			case i.IsCall() && !removableCall(i) && !IsAssume(i):
				return
			}
		}
	}
	asked := 0
next:
	for _, i := range loads {
		if ComputesFloat(i) {
			if !slices.ContainsFunc(i.Args(), func(v ir.Value) bool { return !sameAlways(l, v, 0) }) {
				moveBefore(l, i, pre)
				h.changed = true
			}
			continue
		}
		if !sameAlways(l, i.Arg(0), 0) {
			continue
		}
		if asked += len(writers); asked > maxHoistQueries {
			return
		}
		for _, w := range writers {
			if h.alias.Clobbers(w, i) && (w.Op != ir.Store || !h.elsewhere(l, i, w)) {
				continue next
			}
		}
		if scopes { // those declared in the loop tell of one iteration
			i.Meta = edit.WithoutScopes(i.Meta)
		}
		moveBefore(l, i, pre)
		h.changed = true
	}
}

// SetsErrno reports whether i calls a function of the mathematical library, whose result depends on its arguments alone and
// which writes errno at most.
func SetsErrno(i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil || i.Op != ir.Call {
		return false
	}
	k := rules.KnownOf(f)
	return k != nil && k.Pure && k.Class == rules.Math
}

// ComputesFloat reports whether i computes a floating-point number from others.
func ComputesFloat(i *ir.Instr) bool {
	switch i.Op {
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FNeg, ir.SIToFP, ir.UIToFP, ir.FPExt, ir.FPTrunc:
		return true
	case ir.Call:
		f := i.CalledFunc()
		return f != nil && i.Typ.IsFP() && (edit.IsOverload(f.Name, "llvm.fmuladd") || edit.IsOverload(f.Name, "llvm.sqrt"))
	}
	return false
}

// maxAddressDepth bounds the computation of an address that is hoisted.
const maxAddressDepth = 12

// sameAlways reports whether v is invariant in l: defined outside, or computed from invariants
// by arithmetic.
func sameAlways(l *analysis.Loop, v ir.Value, depth int) bool {
	if l.Invariant(v) {
		return true
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth > maxAddressDepth {
		return false
	}
	switch i.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.Shl, ir.ZExt, ir.SExt, ir.Trunc, ir.GetElementPtr, ir.BitCast:
	default:
		return false
	}
	for _, a := range i.Args() {
		if !sameAlways(l, a, depth+1) {
			return false
		}
	}
	return true
}

// moveBefore moves i, and the operands that are defined in l, to the end of pre.
func moveBefore(l *analysis.Loop, i *ir.Instr, pre *ir.Block) {
	for _, a := range i.Args() {
		if x, ok := a.(*ir.Instr); ok && l.Contains(x.Parent) {
			moveBefore(l, x, pre)
		}
	}
	i.Detach()
	b := ir.NewBuilder(pre)
	b.Before(pre.Term())
	b.Insert(i)
}
