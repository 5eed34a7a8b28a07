package reverse

import "github.com/llad-ad/llad/ir"

// Several adjoints at once share the primal, its control flow and all that is
// kept of it. Shadows and adjoints exist once for each of Env.Width lanes: the
// code that works on them is written once for every lane, and what is written
// for one reads and changes nothing of another.

// setLane makes lane k the one whose shadows are seen.
func (shs *shadows) setLane(k int) {
	shs.lane = k
	shs.shadows = shs.laneShadows[k]
}

// eachLane runs f for every lane.
func (shs *shadows) eachLane(f func()) {
	for k := range shs.fn.env.Width {
		shs.setLane(k)
		f()
	}
	shs.setLane(0)
}

// laneAdjoints are the adjoints of one lane.
type laneAdjoints struct {
	adjs    map[ir.Value]*ir.Instr // slots
	locals  []*localAdjoint        // of values of the block being reversed, in the order they came up
	localOf map[ir.Value]int       // numbers of them
}

// setLane makes lane k the one whose shadows and adjoints are seen.
func (ads *adjoints) setLane(k int) {
	ads.cu.s.sh.setLane(k)
	ads.inHand = ads.lanes[k]
}

// eachLane runs f for every lane.
func (ads *adjoints) eachLane(f func()) {
	for k := range ads.cu.s.fn.env.Width {
		ads.setLane(k)
		f()
	}
	ads.setLane(0)
}

// oneLane refuses what has no form for several adjoints at once.
func (shs *shadows) oneLane(i *ir.Instr, what string) bool {
	if shs.fn.env.Width == 1 {
		return true
	}
	if shs.fn.err == nil {
		d := ir.DiagAt(i, "L0710", "%s: not with several adjoints at once", what)
		d.Hint = "ask for one gradient after the other"
		shs.fn.err = d
	}
	return false
}
