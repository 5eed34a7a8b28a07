package activity

import "github.com/llad-ad/llad/ir"

// HoldsBare reports whether words that tell at run time what they are may stand where p leads, as far as
// the function itself stores them or copies them to there or from there: shadow memory then has addresses and
// numbers there as they are, until floats are stored over them.
func (a *Info) HoldsBare(p ir.Value) bool {
	if !a.TellsWords() {
		return false
	}
	if a.bare == nil {
		a.findBare()
	}
	for _, d := range a.sol.p.pointees(p) {
		if a.bare[d.obj] {
			return true
		}
	}
	return false
}

// findBare fills bare, by object.
func (a *Info) findBare() {
	p := a.sol.p
	a.bare = map[int32]bool{}
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			var places []ir.Value
			word := false
			switch {
			case i.Op == ir.Store && i.Arg(0).Type().Scalar() == ir.I64 && a.MayBeAddress(i.Arg(0)):
				places, word = i.Args()[1:], a.Word(i.Arg(0))
			case i.IsCall() && p.targetOf(i).kind == toCopy:
				places = i.CallArgs()[:2] // what is copied may have been left there by others
			default:
				continue
			}
			for _, piece := range a.Pieces(i) {
				word = word || piece.Class == Unknown || piece.Class == Mixed || piece.Class == Word
			}
			if !word {
				continue
			}
			for _, q := range places {
				for _, d := range p.pointees(q) {
					a.bare[d.obj] = true
				}
			}
		}
	}
}
