package activity

import (
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file is about programs in C and C++ whose words are doubles at some times and
// addresses or integers at others (see ir.Module.SharesWords). A function that moves such
// words may access one of the members only, or none: what is known there of
// a copied word does not exclude that it is another.

// sharesWords reports whether the program has such words.
func (t *types) sharesWords() bool { return t.env.M.SharesWords() }

// shared reports whether words among those that a block operation moves may be something
// else than they are taken for. Characters are none.
func (t *types) shared(i *ir.Instr, l []memtypes.Piece) bool {
	if !t.sharesWords() {
		return false
	}
	if n, fixed := ir.IntValue(i.Arg(2)); t.p.TargetOf(i).Kind == pointsto.ToCopy && fixed && n < 8 {
		return false
	}
	for _, p := range l {
		switch {
		case p.Class == memtypes.Pointer, p.Class == memtypes.FloatData && p.Type.Kind == ir.DoubleKind:
			return true
		case p.Class == memtypes.Integer && (p.Size >= 8 || len(l) == 1):
			return !t.characters(i)
		}
	}
	return false
}

// memberNumber reports whether i loads what a struct declares as an integer, in code that the
// compiler has not optimised: a union would be a member of its own type.
func (t *types) memberNumber(i *ir.Instr) bool {
	if !t.p.Study.PlainCode || i.Op != ir.Load || !i.Typ.IsInt() {
		return false
	}
	g, ok := i.Arg(0).(*ir.Instr)
	if !ok || g.Op != ir.GetElementPtr || g.Elem.Kind != ir.StructKind || g.Elem.IsUnion() || g.NumArgs() != 3 {
		return false
	}
	k, ok := pointsto.ConstIndex(g.Arg(2))
	return ok && k >= 0 && int(k) < len(g.Elem.Fields) && g.Elem.Fields[k] == i.Typ
}

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
	if elem := o.Site.(*ir.Instr).Elem; t.sharesWords() && (elem.IsPtr() && !t.p.Study.PlainCode || elem.IsUnion()) {
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
