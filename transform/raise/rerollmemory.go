package raise

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// sumRegion are the blocks that may run between two blocks, one of which dominates the other.
type sumRegion struct {
	writers []*ir.Instr
	whole   bool // all of them are known
	again   bool // the second block may run several times behind the first
}

// overwritten reports whether the function may write what the terms load. What it does not
// write can be loaded again in the reverse sweep.
func (r *reroller) overwritten(s *unrolledSum) bool {
	r.ask()
	return slices.ContainsFunc(s.loads(0), func(n laneValue) bool {
		l := n.instr()
		base := r.affine.Base(l.Arg(0))
		changed, known := r.changes[base]
		if !known {
			for _, b := range r.f.Blocks {
				changed = changed || slices.ContainsFunc(r.writersOf(b), func(w *ir.Instr) bool { return r.clobbers(w, l, nil) })
			}
			r.changes[base] = changed
		}
		return changed
	})
}

// affordable is how many sums may become loops: the reverse sweep compares each load in a loop
// with all stores.
func (r *reroller) affordable() int {
	stores := 1
	for _, b := range r.f.Blocks {
		stores += len(r.writersOf(b))
	}
	return maxRolledPairs / stores
}

// unchanged reports whether what the terms load is not written before the sum is complete.
func (r *reroller) unchanged(s *unrolledSum) bool {
	end := s.last()
	if b := end.Parent; b == r.f.Entry() && slices.ContainsFunc(b.Instrs[r.place(end):], func(i *ir.Instr) bool { return i.Op == ir.Alloca }) {
		return false // slots stay where they are
	}
	seen := map[*ir.Instr]bool{}
	for _, a := range s.chain {
		for _, n := range a.loads {
			if l := n.instr(); !seen[l] && !r.stillThere(l, end) {
				return false
			}
			seen[n.instr()] = true
		}
	}
	return true
}

// place is the index of an instruction in its block.
func (r *reroller) place(i *ir.Instr) int {
	if _, ok := r.places[i]; !ok {
		for k, o := range i.Parent.Instrs {
			r.places[o] = k
		}
	}
	return r.places[i]
}

// writersOf are the instructions of a block that may write memory.
func (r *reroller) writersOf(b *ir.Block) []*ir.Instr {
	ws, ok := r.writers[b]
	if !ok {
		for _, i := range b.Instrs {
			if canon.MayWrite(i) {
				ws = append(ws, i)
			}
		}
		r.writers[b] = ws
	}
	return ws
}

// ask prepares the alias analysis.
func (r *reroller) ask() {
	if r.alias == nil {
		r.preds = r.f.Preds()
		r.li = analysis.Loops(r.f, ir.Dominators(r.f))
		r.alias = edit.NewAlias(r.f)
	}
}

// stillThere reports whether nothing writes what l loads until end.
func (r *reroller) stillThere(l, end *ir.Instr) bool {
	r.ask()
	b, from := end.Parent, l.Parent
	if from == b {
		ws := r.writersOf(b)
		behind := func(i *ir.Instr) int {
			k, _ := slices.BinarySearchFunc(ws, r.place(i), func(w *ir.Instr, at int) int { return r.place(w) - at })
			return k
		}
		return !slices.ContainsFunc(ws[behind(l):behind(end)], func(w *ir.Instr) bool { return r.clobbers(w, l, nil) })
	}
	var within *analysis.Loop // the outermost one that the load is in front of
	for m := r.li.Of(b); m != nil && !m.Contains(from); m = m.Parent {
		within = m
	}
	region := r.between(from, b)
	return region.whole && !slices.ContainsFunc(region.writers, func(w *ir.Instr) bool {
		early := w.Parent == from && r.place(w) < r.place(l)
		late := w.Parent == b && !region.again && r.place(w) > r.place(end)
		return !early && !late && r.clobbers(w, l, within)
	})
}

// between are the blocks that may run from one block to another that it dominates, both
// included.
func (r *reroller) between(from, to *ir.Block) *sumRegion {
	key := [2]*ir.Block{from, to}
	if region := r.regions[key]; region != nil {
		return region
	}
	region := &sumRegion{}
	r.regions[key] = region
	seen := map[*ir.Block]bool{from: true, to: true}
	for todo := []*ir.Block{from, to}; len(todo) > 0; {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		region.writers = append(region.writers, r.writersOf(b)...)
		if r.walked++; r.walked > maxRollWalked {
			return region
		}
		if b == from {
			continue
		}
		for _, p := range r.preds[b.ID] {
			region.again = region.again || p == to
			if !seen[p] {
				seen[p] = true
				todo = append(todo, p)
			}
		}
	}
	region.whole = true
	return region
}

// clobbers reports whether w may write what l loads, before the loop within.
func (r *reroller) clobbers(w, l *ir.Instr, within *analysis.Loop) bool {
	if r.asked++; r.asked > maxRollAsked {
		return true
	}
	if !r.alias.Clobbers(w, l) {
		return false
	}
	if within == nil || !within.Contains(w.Parent) {
		return true
	}
	if r.passed == nil {
		r.passed = analysis.NewDependenceTest(r.f, r.li)
	}
	return !r.passed.NoDependenceIn(within, l, w)
}
