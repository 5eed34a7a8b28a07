package reverse

import (
	"fmt"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/checkpoint"
)

// noteGoal notes where what keeps shadow memory in step with i writes.
func (ins *inserter) noteGoal(i *ir.Instr) {
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
		if !ins.sh.isShadow[c] {
			return
		}
		ins.goals[c] = pieces
	}
}

// noteGoals enters the addresses in the shadows of the pieces that i writes into into
// the state; it reports false where these are not known.
func (ins *inserter) noteGoals(i *ir.Instr, side *checkpoint.Side) bool {
	pieces, ok := ins.goals[i]
	if !ok || !ins.fn.info.TellsWords() {
		return false
	}
	for _, k := range pieces {
		for lane := range ins.fn.env.Width {
			side.Add(checkpoint.Slot{Param: checkpoint.FirstPiece + 2*k, Lane: lane, Words: true})
		}
	}
	return true
}
