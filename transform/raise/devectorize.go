package raise

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// Devectorize undoes loop vectorization and unrolling: where a vectorized loop precedes the
// scalar remainder loop, the scalar loop does all iterations; where an unrolled loop stands
// beside a loop of single iterations, that one does them all; where there is no remainder
// loop, one is made from a part of the unrolled body. An iteration is then what it was in the
// source, for dependence analysis; the derivative's loops are vectorized and unrolled like any
// others. Results stay the same bit for bit, unless the program allowed reassociation.
//
// It must run before anything else changes loops: it looks for the metadata that the compiler
// left on them, and removes it. It reports whether anything changed.
func Devectorize(f *ir.Function) bool {
	if !edit.HasLoopMetadata(f) {
		return false
	}
	changed := rejoinRests(f)
	changed = canon.LoopSimplify(f) || changed
	inner := newInnerLoops(f)
	for more := true; more; more = inner.outline() {
		changed = rerollLoops(f, inner) || changed
	}
	inner.inline()
	for _, b := range f.Blocks {
		t := b.Term()
		for k, a := range t.Meta {
			if a.Kind == edit.LoopMetadata {
				t.Meta = append(t.Meta[:k:k], t.Meta[k+1:]...)
				break
			}
		}
	}
	return changed
}

// rerollLoops undoes what was done to loops of one block.
func rerollLoops(f *ir.Function, inner *innerLoops) bool {
	// What joins one pair may be what another one lacked, which has been looked at before:
	// all are looked at again, but not before the end.
	changed, again := false, false
	tried, triedAlone := map[*ir.Block]bool{}, map[*ir.Block]bool{}
	for t := newLoopPairs(f, inner); ; {
		if t.pairs(tried) || t.eachAlone(triedAlone) {
			edit.RemoveUnreachable(f)
			foldSingle(f)
			canon.LoopSimplify(f)
			t = newLoopPairs(f, inner)
			changed, again = true, true
			continue
		}
		if !again {
			return changed
		}
		clear(tried)
		clear(triedAlone)
		again = false
	}
}

// foldSingle replaces phis with one incoming value: where a loop was skipped, one that begins
// where it would have ended begins with a constant.
func foldSingle(f *ir.Function) {
	for _, b := range f.Blocks {
		foldSinglePhis(b)
	}
	edit.Compact(f)
}

func foldSinglePhis(b *ir.Block) {
	for _, phi := range b.Phis() {
		if len(phi.Blocks) == 1 && phi.Arg(0) != phi {
			edit.Replace(phi, phi.Arg(0))
		}
	}
}

// pairs lets the scalar loops of pairs do all iterations; false when no pair is left. Loops
// whose headers are in tried are skipped; loops that are found to be in no pair are added to
// it.
func (t *loopPairs) pairs(tried map[*ir.Block]bool) bool {
	changed := false
	for _, l := range t.li.All {
		if tried[l.Header] || t.gone[l.Header] {
			continue
		}
		if t.attempt(l, tried, func() bool { return t.single(l) || t.vectorised[l] && t.dropVectorLoop(l) }) {
			changed = true
		}
	}
	return changed
}

// eachAlone rerolls unrolled loops that are in no pair, or that follow their first iteration;
// tried is as for pairs. Loops with vectors come last: pairs depend on their counts.
func (t *loopPairs) eachAlone(tried map[*ir.Block]bool) bool {
	changed := false
	for _, vectors := range []bool{false, true} {
		for _, l := range t.li.All {
			if tried[l.Header] || t.gone[l.Header] || hasVectors(l) != vectors {
				continue
			}
			if t.attempt(l, tried, func() bool { return t.alone(l) || t.halves(l) || t.peeled(l) || t.lanewise(l) }) {
				changed = true
			}
		}
		if changed {
			break
		}
	}
	return changed
}
