package checkpoint

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// Memory that is put aside once: what only the loop itself writes anew in every
// iteration, and what later code overwrites.

// findScratch finds memory that is written before it is read in every iteration.
func (f *stateFinder) findScratch() {
	var stores []*ir.Instr
	for _, w := range f.writes {
		stores = append(stores, w.i)
	}
	cover := analysis.NewCoverage(f.p, f.dt, analysis.Loops(f.p, f.dt))
	carried := map[ir.Value]bool{}
	for _, r := range f.reads {
		if r.i.Op == ir.Load && cover.Written(r.i, f.l, stores) {
			continue
		}
		for _, root := range f.rootsOf(r.ptr) {
			carried[root] = true
		}
	}
	f.scratch = map[ir.Value]bool{}
	for _, a := range f.all() {
		for _, root := range f.rootsOf(a.ptr) {
			if i, ok := root.(*ir.Instr); ok && i.Op != ir.Alloca && !f.isAlloc(i) {
				return // may lead anywhere
			}
		}
	}
	for _, w := range f.writes {
		for _, root := range f.rootsOf(w.ptr) {
			_, param := root.(*ir.Param)
			if !carried[root] && !param && (w.i.Op == ir.Store || f.isMemSet(w.i)) {
				f.scratch[root] = true
			}
		}
	}
	for _, w := range f.writes {
		if w.i.Op != ir.Store && !f.isMemSet(w.i) {
			for _, root := range f.rootsOf(w.ptr) {
				delete(f.scratch, root)
			}
		}
	}
}

// findInputs finds the memory that the loop only reads, but that is overwritten
// before the reverse sweep comes to the loop, and the deallocations to put off.
func (f *stateFinder) findInputs(st *loopState, done map[ir.Value]bool) {
	later := f.later()
	for _, w := range later {
		if k := f.knownOf(w); k != nil && k.Class == rules.Free {
			st.frees = append(st.frees, w)
		}
	}
	for _, r := range f.reads {
		for _, root := range f.rootsOf(r.ptr) {
			if done[root] {
				continue
			}
			if by := f.overwritten(r, root, later); by != nil {
				f.scratch[root] = true
				f.pieces(access{r.i, root, -1}, f.reads, done, st, "reads, and later code changes,")
				if f.bad != nil {
					return
				}
			}
		}
	}
}

// later lists the instructions outside of the loop that may run behind it and
// write memory or end it.
func (f *stateFinder) later() []*ir.Instr {
	var out []*ir.Instr
	seen := map[*ir.Block]bool{}
	stack := f.l.ExitBlocks()
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[b] || f.l.Contains(b) {
			continue
		}
		seen[b] = true
		for _, i := range b.Instrs {
			switch i.Op {
			case ir.Store, ir.AtomicRMW, ir.CmpXchg, ir.Call, ir.Invoke, ir.VAArg:
				out = append(out, i)
			}
		}
		stack = append(stack, b.Succs()...)
	}
	return out
}

// overwritten gives an instruction that may change what r reads from root.
func (f *stateFinder) overwritten(r access, root ir.Value, later []*ir.Instr) *ir.Instr {
	for _, w := range later {
		if k := f.knownOf(w); k != nil {
			switch k.Class {
			case rules.Free, rules.Alloc, rules.NoReturn, rules.Same:
				continue
			case rules.MemCpy, rules.MemMove, rules.MemSet:
				if f.alias.AliasAnytime(w.Arg(0), -1, r.ptr, -1) != analysis.NoAlias {
					return w
				}
				continue
			}
			if k.Pure || k.ReadOnly && k.Class != rules.Realloc {
				continue
			}
		}
		if w.Op == ir.Call && rules.ForInstr(w) != nil && len(rules.ForInstr(w).Outs) == 0 {
			continue
		}
		if r.i.Op == ir.Load {
			if f.alias.Clobbers(w, r.i) {
				return w
			}
		} else if f.alias.MayWrite(w, r.ptr, r.size) {
			return w
		}
	}
	return nil
}
