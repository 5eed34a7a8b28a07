package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// stageSizes is how long callees may be that one stage after the other inlines: short
// ones tell of types and sizes, by which calls of long ones fall away.
var stageSizes = []int{60, 60, 200, 200, 600, 600, 2000, 2000, 6000, 6000, 1 << 30, 1 << 30, 1 << 30}

// InlineInStages is InlineAll for bodies that the compiler left as they were written:
// where callees do not all find room, the short ones come first, and are simplified
// before others follow. Much of generic code is never reached once what it asks about
// its types is known, and most of the rest are slots. simplify is run between stages: it
// makes bodies short that were written without optimisation.
func InlineInStages(f *ir.Function, budget int, policy func(call *ir.Instr, callee *ir.Function) bool, simplify func(*ir.Function)) int {
	count := 0
	if !callsBodies(f) {
		return count
	}
	rec := analysis.NewCallCycles(f)
	for _, most := range stageSizes {
		if edit.HasLoopMetadata(f) || inlinedLength(f, budget, policy) <= budget {
			break
		}
		rec = rec.FreshFor(f)
		FoldTypeTests(f)
		n := inlineAll(rec, f, budget, func(call *ir.Instr, callee *ir.Function) bool {
			return length(callee) <= most && policy(call, callee)
		})
		if n > 0 {
			simplify(f)
		}
		count += n
	}
	return count + inlineAll(rec.FreshFor(f), f, budget, policy)
}

// CallsWanted reports whether f still calls functions with bodies that the policy wants in
// it: there was no room for them, as calls of functions that call themselves don't count.
func CallsWanted(f *ir.Function, policy func(call *ir.Instr, callee *ir.Function) bool) bool {
	rec := analysis.NewCallCycles(f)
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			callee := i.CalledFunc()
			if callee != nil && !callee.IsDecl && callee.Load() == nil && inlinable(i, callee) == nil && !rec.Contain(callee) && policy(i, callee) {
				return true
			}
		}
	}
	return false
}

// callsBodies reports whether f calls any function that has a body.
func callsBodies(f *ir.Function) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if callee := i.CalledFunc(); callee != nil && !callee.IsDecl {
				return true
			}
		}
	}
	return false
}

func length(f *ir.Function) int {
	n := 0
	for _, b := range f.Blocks {
		n += len(b.Instrs)
	}
	return n
}

// inlinedLength is how long f would be with all the callees that the policy wants; more than
// most for anything longer.
func inlinedLength(f *ir.Function, most int, policy func(call *ir.Instr, callee *ir.Function) bool) int {
	sizes := map[*ir.Function]int{}
	var of func(f *ir.Function) int
	of = func(f *ir.Function) int {
		if n, ok := sizes[f]; ok {
			return n
		}
		sizes[f] = 0 // a call of itself stays
		n := length(f)
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if i.Op != ir.Call && i.Op != ir.Invoke || n > most {
					continue
				}
				if callee := i.CalledFunc(); callee != nil && !callee.IsDecl && callee.Load() == nil && policy(i, callee) {
					n += of(callee)
				}
			}
		}
		n = min(n, most+1)
		sizes[f] = n
		return n
	}
	return of(f)
}
