package reverse

import (
	"fmt"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/checkpoint"
)

// noteGoal notes where what keeps shadow memory in step with i writes.
func (s *synth) noteGoal(i *ir.Instr) {
	node := i.Metadata(checkpoint.GoalKind)
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
func (s *synth) noteGoals(i *ir.Instr, side *checkpoint.Side) bool {
	pieces, ok := s.goals[i]
	if !ok || !s.info.TellsWords() {
		return false
	}
	for _, k := range pieces {
		for lane := range s.env.Width {
			side.Add(checkpoint.Slot{Param: checkpoint.FirstPiece + 2*k, Lane: lane, Words: true})
		}
	}
	return true
}
