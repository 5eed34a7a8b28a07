package activity

import "github.com/llad-ad/llad/ir"

// This file is about programs in C and C++ whose words are doubles at some times and
// addresses or integers at others (see ir.Module.SharesWords). A function that moves such
// words may access one of the members only, or none: what is known there of
// a copied word does not exclude that it is another.

// sharesWords reports whether the program has such words.
func (t *types) sharesWords() bool { return !t.env.module.rust && t.env.M.SharesWords() }

// shared reports whether words among those that a block operation moves may be something
// else than they are taken for. Characters are none.
func (t *types) shared(i *ir.Instr, l []Piece) bool {
	if !t.sharesWords() {
		return false
	}
	if n, fixed := ir.IntValue(i.Arg(2)); t.p.targetOf(i).kind == toCopy && fixed && n < 8 {
		return false
	}
	for _, p := range l {
		switch {
		case p.Class == Pointer, p.Class == FloatData && p.Type.Kind == ir.DoubleKind:
			return true
		case p.Class == Integer && (p.Size >= 8 || len(l) == 1):
			return !t.characters(i)
		}
	}
	return false
}

// memberNumber reports whether i loads what a struct declares as an integer, in code that the
// compiler has not optimised: a union would be a member of its own type.
func (t *types) memberNumber(i *ir.Instr) bool {
	if !t.p.of.plainCode || i.Op != ir.Load || !i.Typ.IsInt() {
		return false
	}
	g, ok := i.Arg(0).(*ir.Instr)
	if !ok || g.Op != ir.GetElementPtr || g.Elem.Kind != ir.StructKind || g.Elem.IsUnion() || g.NumArgs() != 3 {
		return false
	}
	k, ok := constIndex(g.Arg(2))
	return ok && k >= 0 && int(k) < len(g.Elem.Fields) && g.Elem.Fields[k] == i.Typ
}
