package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// stageSizes bounds the callees that each stage inlines: short ones return types and sizes,
// and calls of long ones often become unreachable then.
var stageSizes = []int{60, 60, 200, 200, 600, 600, 2000, 2000, 6000, 6000, 1 << 30, 1 << 30, 1 << 30}

// InlineInStages is InlineAll for unoptimised bodies: where the callees exceed the budget,
// short ones are inlined first, and simplify is run before longer ones follow. Much of generic
// code is unreachable once its type queries are constants, and most of the rest are stack
// slots.
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
			return callee.NumInstrs() <= most && policy(call, callee)
		})
		count += n
		if n == 0 {
			continue
		}
		if simplify(f); f.NumInstrs() > budget-budget/10 {
			break
		}
	}
	return count + inlineAll(rec.FreshFor(f), f, budget, policy)
}

// CallsWanted reports whether f still calls functions that policy accepts, recursive ones
// aside: they exceeded the budget.
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

// callsBodies reports whether f calls a function with a body.
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

// inlinedLength is the number of instructions of f with all accepted callees inlined, at most
// most+1.
func inlinedLength(f *ir.Function, most int, policy func(call *ir.Instr, callee *ir.Function) bool) int {
	sizes := map[*ir.Function]int{}
	var of func(f *ir.Function) int
	of = func(f *ir.Function) int {
		if n, ok := sizes[f]; ok {
			return n
		}
		sizes[f] = 0 // a call of itself stays
		n := f.NumInstrs()
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
