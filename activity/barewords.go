package activity

import (
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file is about words that tell at run time what they are and that shadow memory holds as they are, and about
// accesses that cannot lead to where an address seems to.

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
	for _, d := range a.sol.p.Pointees(p) {
		if a.bare[d.Obj] {
			return true
		}
	}
	return false
}

// findBare fills bare, by object.
func (a *Info) findBare() {
	p := a.sol.p
	a.bare = map[int32]bool{}
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			var places []ir.Value
			word := false
			switch {
			case i.Op == ir.Store && i.Arg(0).Type().Scalar() == ir.I64 && a.MayBeAddress(i.Arg(0)):
				places, word = i.Args()[1:], a.Word(i.Arg(0))
			case i.IsCall() && p.TargetOf(i).Kind == pointsto.ToCopy:
				places = i.CallArgs()[:2] // what is copied may have been left there by others
			default:
				continue
			}
			for _, piece := range a.Pieces(i) {
				word = word || piece.Class == memtypes.Unknown || piece.Class == memtypes.Mixed || piece.Class == memtypes.Word
			}
			if !word {
				continue
			}
			for _, q := range places {
				for _, d := range p.Pointees(q) {
					a.bare[d.Obj] = true
				}
			}
		}
	}
}

// foreign reports whether a float cannot be accessed at an address, one of
// several that a pointer may hold: it is outside of its object, or where a
// variable of the program has a member that is declared as an integer or a
// pointer (the head of a list or tree, which stands in the container and links to
// nodes as if it were one).
func (t *types) foreign(a memtypes.Addr, typ *ir.Type) bool {
	if !typ.IsFloat() || t.p.Merged[a.Obj] != nil || a.Stride != 0 {
		return false
	}
	size := t.p.Layout.StoreSize(typ)
	if t.p.Outside(a, size) {
		return true
	}
	o := &t.p.Objs[a.Obj]
	if o.Kind != pointsto.ObjAlloca || scalarOf(o.Site.(*ir.Instr).Elem).IsInt() {
		return false
	}
	if elem := o.Site.(*ir.Instr).Elem; elem.IsPtr() && !t.p.Study.PlainCode || elem.IsUnion() {
		return false // a compiler declares a union as one of its members
	}
	for _, r := range t.p.DeclaredIn(o.Site.(*ir.Instr).Elem) { // not what accesses tell, which may be meant for other memory
		if r.Off <= a.Off && a.Off < r.Off+r.Size && (r.Class == memtypes.Pointer || r.Class == memtypes.Integer) {
			return true
		}
	}
	return false
}

// floatPlaces are the addresses that an access i of type typ through ptr goes to.
func (t *types) floatPlaces(i *ir.Instr, ptr ir.Value, typ *ir.Type) []memtypes.Addr {
	all := t.p.Places(ptr)
	s := t.p.ShapeOf(i)
	if len(all) < 2 || !typ.IsFloat() && s == nil {
		return all
	}
	var list []memtypes.Addr
	for _, a := range all {
		if !t.foreign(a, typ) && !t.p.Misfits(a, s) {
			list = append(list, a)
		}
	}
	if len(list) == 0 {
		return all
	}
	return list
}
