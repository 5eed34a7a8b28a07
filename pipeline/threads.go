package pipeline

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/openmp"
)

// runThreadsInTurn has functions run what threads do where they start them, if none of them can
// tell: no variable is one for each thread, and none waits for another. Threads stay what they are
// otherwise, calls that have no rule. Futures have functions of the derivative's where no thread is left.
func runThreadsInTurn(all []*ir.Function) error {
	has := func(is func(*ir.Instr) bool) bool {
		return slices.ContainsFunc(all, func(f *ir.Function) bool { return hasInstr(f, is) })
	}
	starts := has(rules.StartsThread)
	if starts && (has(notInTurn) || waits(all)) {
		return startedBefore(all)
	}
	futures := has(rules.UsesFutures) && !has(usesOnceFlag)
	for _, f := range all {
		if tasksRecur(f) {
			openmp.Tasks(f)
		}
		if starts {
			rules.RunThreadsInTurn(f)
		}
		if futures {
			rules.OwnFutures(f)
		}
	}
	return nil
}

// tasksRecur reports whether a task that f makes leads to f again: no copy of f has all tasks in it, and what f does is known of it
// as it is only where it runs them itself.
func tasksRecur(f *ir.Function) (found bool) {
	for _, entry := range openmp.TaskEntries(f) {
		Reach(entry, func(g *ir.Function) bool {
			found = found || g == f
			return !found
		})
	}
	return found
}

// startedBefore refuses threads that another derivative of the module runs in turn.
func startedBefore(all []*ir.Function) error {
	for _, f := range all {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if g := i.CalledFunc(); rules.StartsThread(i) && !g.IsDecl {
					d := ir.DiagAt(i, codeBarrier, "threads that may wait for each other are started, in code where another derivative runs them one after the other")
					d.Hint = "differentiate one of the two in a module of its own"
					return d
				}
			}
		}
	}
	return nil
}

func hasInstr(f *ir.Function, is func(*ir.Instr) bool) bool {
	return slices.ContainsFunc(f.Blocks, func(b *ir.Block) bool { return slices.ContainsFunc(b.Instrs, is) })
}

// notInTurn reports whether an instruction uses a variable that each thread has for itself, or calls
// what depends on which thread runs.
func notInTurn(i *ir.Instr) bool {
	return rules.NotInTurn(i) || usesVariable(i, func(g *ir.Global) bool {
		own := func(w string) bool { return strings.HasPrefix(w, "thread_local") }
		return slices.ContainsFunc(strings.Fields(g.Prefix), own) && !rules.OnceVariable(g) && !rules.OwnVariable(g)
	})
}

func usesOnceFlag(i *ir.Instr) bool { return usesVariable(i, rules.OnceFlag) }

// usesVariable reports whether an operand of an instruction is such a variable, or an address in it.
func usesVariable(i *ir.Instr, is func(*ir.Global) bool) bool {
	found := false
	see := EachConstant(func(*ir.Function) {}, func(g *ir.Global) bool {
		found = found || is(g)
		return false
	})
	for k := range i.NumArgs() {
		see(i.Arg(k))
	}
	return found
}

// accessorBlocks is how many blocks a function has at most that is taken for one which reads a variable.
const accessorBlocks = 12

// waits reports whether a loop may run until another thread writes what it reads: one that is left
// where an atomic or volatile load says so, its own or that of a function that it calls.
func waits(all []*ir.Function) bool {
	shared := map[*ir.Function]bool{}
	for more := true; more; {
		more = false
		for _, f := range all {
			if !shared[f] && len(f.Blocks) <= accessorBlocks && hasInstr(f, func(i *ir.Instr) bool { return isShared(i, shared) }) {
				shared[f], more = true, true
			}
		}
	}
	return slices.ContainsFunc(all, func(f *ir.Function) bool {
		future := hasInstr(f, rules.WaitsForFuture) // which ends in a message
		return !future && slices.ContainsFunc(f.Blocks, func(b *ir.Block) bool { return spins(b, shared) })
	})
}

// isShared reports whether a value may be read where another thread writes it.
func isShared(i *ir.Instr, shared map[*ir.Function]bool) bool {
	if i.Op == ir.Call || i.Op == ir.Invoke {
		return shared[i.CalledFunc()]
	}
	return i.Op == ir.Load && i.Flags&(ir.Atomic|ir.Volatile) != 0
}

// spins reports whether a block of a cycle leaves it by such a value.
func spins(b *ir.Block, shared map[*ir.Function]bool) bool {
	t := b.Term()
	if t == nil || len(b.Succs()) < 2 || !readsShared(t, shared, 6) {
		return false
	}
	back := ir.Reaching(b.Parent, []*ir.Block{b})
	returns := func(s *ir.Block) bool { return back[s] }
	return slices.ContainsFunc(b.Succs(), returns) && slices.ContainsFunc(b.Succs(), func(s *ir.Block) bool { return !returns(s) })
}

// readsShared reports whether an operand is computed from such a value in a few steps.
func readsShared(i *ir.Instr, shared map[*ir.Function]bool, steps int) bool {
	for k := range i.NumArgs() {
		if d, ok := i.Arg(k).(*ir.Instr); ok && (isShared(d, shared) || steps > 0 && d.Op != ir.Phi && readsShared(d, shared, steps-1)) {
			return true
		}
	}
	return false
}
