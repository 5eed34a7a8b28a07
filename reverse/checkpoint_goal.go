package reverse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// goalKind is the attachment of stores and copies of a loop that may put addresses
// into memory: in which pieces of the loop's state that is, by number. Blocks of a
// pool, and what an iteration allocates for itself, have none.
const goalKind = "llad.goal"

// markGoals notes where the loop's stores and copies go, as far as that is the
// loop's state.
func (f *stateFinder) markGoals(st *loopState) {
	for _, b := range f.l.Blocks {
		for _, i := range b.Instrs {
			var at ir.Value
			k := f.knownOf(i)
			switch {
			case i.Op == ir.Store && (i.Arg(0).Type().HasPtr() || i.Arg(0).Type().Scalar() == ir.I64):
				at = i.Arg(1)
			case k != nil && (k.Class == rules.MemCpy || k.Class == rules.MemMove):
				at = i.Arg(0)
			default:
				continue
			}
			if pieces, ok := f.goals(at, st); ok {
				node := strings.Trim(fmt.Sprint(pieces), "[]")
				i.Meta = append(i.Meta[:len(i.Meta):len(i.Meta)], ir.Attachment{Kind: goalKind, Node: " " + node})
			}
		}
	}
}

// goals gives the pieces of the state that an address may lead into; ok is false
// where it may lead elsewhere.
func (f *stateFinder) goals(at ir.Value, st *loopState) (pieces []int, ok bool) {
	all := slices.Concat(st.written, st.once)
	for _, r := range f.rootsOf(at) {
		i, isInstr := r.(*ir.Instr)
		k := slices.IndexFunc(all, func(p memPiece) bool { return p.ptr == f.places[r] })
		_, variable := f.places[r].(*ir.Global)
		switch {
		case isNowhere(r), isInstr && (f.inPool(i) || f.isAlloc(i) && f.inLoop(i) && f.endsInIteration(i)):
		case f.places[r] == nil || k < 0 || variable:
			return nil, false
		case !slices.Contains(pieces, k):
			pieces = append(pieces, k)
		}
	}
	return pieces, true
}

// noteGoal notes where what keeps shadow memory in step with i writes.
func (s *synth) noteGoal(i *ir.Instr) {
	node := i.Metadata(goalKind)
	if node == "" {
		return
	}
	pieces := []int{}
	for _, text := range strings.Fields(node) {
		var k int
		fmt.Sscan(text, &k)
		pieces = append(pieces, k)
	}
	for _, c := range i.Parent.Instrs[i.Parent.Index(i)+1:] {
		if !s.isShadow[c] {
			return
		}
		s.goals[c] = pieces
	}
}

// noteGoals enters the addresses in the shadows of the pieces that i writes into into
// the state; it reports false where these are not known.
func (s *synth) noteGoals(i *ir.Instr, side *loopSide) bool {
	pieces, ok := s.goals[i]
	if !ok || !s.info.TellsWords() {
		return false
	}
	for _, k := range pieces {
		for lane := range s.env.Width {
			side.note(shadowSlot{param: firstPiece + 2*k, lane: lane, words: true})
		}
	}
	return true
}
