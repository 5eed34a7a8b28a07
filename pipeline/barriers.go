package pipeline

import (
	"errors"
	"fmt"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// refuseBarriers refuses barriers between threads in what f can reach, for derivatives that are made in two sweeps:
// the first has them where the function has them, and the second would need them at the same places. seen are
// functions that were looked through before; it gets those that are now.
func refuseBarriers(f *ir.Function, seen map[*ir.Function]bool) error {
	var errs []error
	Reach(f, func(g *ir.Function) bool {
		if seen[g] || rules.GivenOf(g).What() != nil || rules.GivenOf(g).Has(false) || g.Load() != nil {
			return false
		}
		seen[g] = true
		for _, b := range g.Blocks {
			for _, i := range b.Instrs {
				if rules.Barrier(i) {
					errs = append(errs, refuseBarrier(i, f))
				}
			}
		}
		return true
	})
	return errors.Join(errs...)
}

func refuseBarrier(i *ir.Instr, f *ir.Function) error {
	d := ir.DiagAt(i, codeBarrier, "threads may wait for each other in '%s': there is no derivative in reverse mode, which would not wait on its way back", diag.Demangled(i.CalledFunc()))
	if g := i.Parent.Parent; g != f {
		d.Causes = []string{fmt.Sprintf("'%s' may call '%s'", diag.Demangled(f), diag.Demangled(g))}
	}
	d.Hint = "use forward mode (`-forward`), differentiate the code between barriers, or register the function as inactive where no data with derivatives passes between threads"
	return d
}
