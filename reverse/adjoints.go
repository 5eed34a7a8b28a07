package reverse

import "github.com/llad-ad/llad/ir"

// adjoints has the adjoints of values, lane by lane.
type adjoints struct {
	cu *cursor

	inHand *laneAdjoints // of the lane at hand
	lanes  []*laneAdjoints
	here   *ir.Block // whose instructions are being reversed
	shared bool      // addAt adds to memory that other threads add to
}

func newAdjoints(cu *cursor) *adjoints {
	ads := &adjoints{cu: cu}
	for range cu.s.fn.env.Width {
		ads.lanes = append(ads.lanes, &laneAdjoints{adjs: map[ir.Value]*ir.Instr{}, localOf: map[ir.Value]int{}})
	}
	ads.setLane(0)
	return ads
}
