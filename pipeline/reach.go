package pipeline

import (
	"errors"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/flang"
	"github.com/llad-ad/llad/transform/typerecovery"
)

// loadReachable reads f and every definition that its code names, transitively,
// and checks that they are well formed. Words that are moved as the lesser of two are chosen from then
// on, operations with a mask compute all lanes, variable arguments stand in memory, and calls of flang's library and those that start threads have
// bodies: the analyses of callees see code that is not normalised.
func loadReachable(f *ir.Function) error {
	var errs []error
	var all []*ir.Function
	Reach(f, func(g *ir.Function) bool {
		err := g.Load()
		if err == nil {
			err = ir.Verify(g)
		}
		if err != nil {
			errs = append(errs, err)
			return false
		}
		typerecovery.ExpandMinMax(g)
		typerecovery.ExpandMasks(g)
		canon.LowerVariadics(g, rules.ReadsVariadic)
		rules.OwnMemoryResources(g)
		all = append(all, g)
		return true
	})
	flang.Lower(all)
	errs = append(errs, runThreadsInTurn(all))
	return errors.Join(errs...)
}

// Reach calls visit for f and each definition reachable from it through the
// operands of instructions and the initialisers of variables, in order of first
// sight; it goes into those for which visit reports true.
func Reach(f *ir.Function, visit func(*ir.Function) bool) {
	seen := map[ir.Value]bool{}
	queue := []*ir.Function{}
	see := EachConstant(func(f *ir.Function) {
		if !seen[f] && !f.IsDecl {
			seen[f] = true
			queue = append(queue, f)
		}
	}, func(*ir.Global) bool { return true })
	see(f)
	for len(queue) > 0 {
		g := queue[0]
		queue = queue[1:]
		if !visit(g) {
			continue
		}
		for _, b := range g.Blocks {
			for _, i := range b.Instrs {
				for k := range i.NumArgs() {
					see(i.Arg(k))
				}
			}
		}
	}
}

// EachConstant gives what calls fn for the functions in a value, and in the initialisers of
// those variables in it for which into, called once for each, reports true.
func EachConstant(fn func(*ir.Function), into func(*ir.Global) bool) (see func(ir.Value)) {
	seen := map[*ir.Global]bool{}
	see = func(v ir.Value) {
		switch v := v.(type) {
		case *ir.Function:
			fn(v)
		case *ir.Global:
			if seen[v] {
				return
			}
			seen[v] = true
			if into(v) && v.LoadInit() == nil && v.Init != nil {
				see(v.Init)
			}
		case *ir.Const:
			for _, e := range v.Elems {
				see(e)
			}
		}
	}
	return see
}
