package raise

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// Devectorize undoes what compilers do to loops last: where a vectorised loop
// stands beside the scalar loop that does what the vectors leave over (and all
// of it when they may not run), the scalar loop does it all; and where an
// unrolled loop stands beside one that runs single iterations, that one runs
// them all; where none stands beside it, one is made of a part of its body. An iteration is then what it was in the source, for the analyses
// that ask what iterations have to do with each other; the derivative's loops
// are vectorised and unrolled like any others. Results stay bit for bit unless
// the program allowed sums in any order.
//
// It must run before anything else changes loops: it goes by the marks that the
// compiler left on them, and takes those away. It reports whether anything
// changed.
func Devectorize(f *ir.Function) bool {
	if !edit.HasLoopMetadata(f) {
		return false
	}
	changed, again := rejoinRests(f), false
	changed = canon.LoopSimplify(f) || changed
	// What joins one pair may be what another one lacked, which has been looked at before:
	// all are looked at again, but not before the end.
	tried, triedAlone := map[*ir.Block]bool{}, map[*ir.Block]bool{}
	for t := newLoopPairs(f); ; {
		if t.pairs(tried) || t.eachAlone(triedAlone) {
			edit.RemoveUnreachable(f)
			foldSingle(f)
			canon.LoopSimplify(f)
			t = newLoopPairs(f)
			changed, again = true, true
			continue
		}
		if !again {
			break
		}
		clear(tried)
		clear(triedAlone)
		again = false
	}
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

// foldSingle puts what phis of one entry stand for in their place: where a loop was
// left out, another that begins where it would have ended begins with a constant.
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

// pairs makes the scalar loops of pairs do all of it; false when there is no
// pair left. Loops whose headers were tried are passed over; it adds to them those that
// it finds to be in no pair.
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

// eachAlone makes loops of single iterations of those that were unrolled and stand in no
// pair, or that stand behind their first iteration; headers are as for pairs. Loops
// with vectors, of which some are the vectoriser's, come last: pairs go by what those count.
func (t *loopPairs) eachAlone(tried map[*ir.Block]bool) bool {
	changed := false
	for _, vectors := range []bool{false, true} {
		for _, l := range t.li.All {
			if tried[l.Header] || t.gone[l.Header] || hasVectors(l) != vectors {
				continue
			}
			if t.attempt(l, tried, func() bool { return t.alone(l) || t.halves(l) || t.peeled(l) }) {
				changed = true
			}
		}
		if changed {
			break
		}
	}
	return changed
}
