package pass

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// ScalarLoops undoes what compilers do to loops last: where a vectorised loop
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
func ScalarLoops(f *ir.Function) bool {
	if !hinted(f) {
		return false
	}
	changed, again := rejoinRests(f), false
	changed = LoopSimplify(f) || changed
	// What joins one pair may be what another one lacked, which has been looked at before:
	// all are looked at again, but not before the end.
	tried, triedAlone := map[*ir.Block]bool{}, map[*ir.Block]bool{}
	for t := newTwins(f); ; {
		if t.one(tried) || t.oneAlone(triedAlone) {
			RemoveUnreachable(f)
			foldSingle(f)
			LoopSimplify(f)
			t = newTwins(f)
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
			if a.Kind == loopHint {
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
		for _, phi := range b.Phis() {
			if len(phi.Blocks) == 1 && phi.Arg(0) != phi {
				replace(phi, phi.Arg(0))
			}
		}
	}
	compact(f)
}

const loopHint = "llvm.loop"

// twins are the loops of a function with what the compiler says of them.
type twins struct {
	f          *ir.Function
	dt         *ir.DomTree
	li         *ir.LoopInfo
	preds      [][]*ir.Block
	vectorised map[*ir.Loop]bool
	alias      *ir.Alias // see aliases
}

// aliases are the answers to what pointers of the function have to do with each other.
func (t *twins) aliases() *ir.Alias {
	if t.alias == nil {
		t.alias = ir.NewAlias(t.f)
	}
	return t.alias
}

func newTwins(f *ir.Function) *twins {
	t := &twins{f: f, dt: ir.Dominators(f), preds: f.Preds(), vectorised: map[*ir.Loop]bool{}}
	t.li = ir.Loops(f, t.dt)
	for _, l := range t.li.All {
		for _, latch := range l.Latches {
			if hasHint(f.Module, latch, "llvm.loop.isvectorized") {
				t.vectorised[l] = true
			}
		}
	}
	return t
}

// hasHint reports whether the loop metadata of a latch contains a word.
func hasHint(m *ir.Module, latch *ir.Block, word string) bool {
	id := latch.Term().Metadata(loopHint)
	if id == "" {
		return false
	}
	for k, op := range m.MetadataOperands(id) {
		if k > 0 && strings.Contains(m.MetadataNode(op), `"`+word+`"`) {
			return true
		}
	}
	return false
}

// one makes the scalar loop of one pair do all of it; false when there is no
// pair left. Loops whose headers were tried are passed over; it adds to them those that
// it finds to be in no pair.
func (t *twins) one(tried map[*ir.Block]bool) bool {
	for _, l := range t.li.All {
		if tried[l.Header] {
			continue
		}
		if t.single(l) || t.vectorised[l] && t.unvector(l) {
			return true
		}
		tried[l.Header] = true
	}
	return false
}

// oneAlone makes a loop of single iterations of one that was unrolled and stands in no
// pair, or of one that stands behind its first iteration; headers are as for one. Loops
// with vectors, of which some are the vectoriser's, come last: pairs go by what those count.
func (t *twins) oneAlone(tried map[*ir.Block]bool) bool {
	for _, vectors := range []bool{false, true} {
		for _, l := range t.li.All {
			if tried[l.Header] || hasVectors(l) != vectors {
				continue
			}
			tried[l.Header] = true
			if t.alone(l) || t.halves(l) || t.peeled(l) {
				return true
			}
		}
	}
	return false
}
