package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// This file is about integers that are read where a float may stand as well, as far as the
// analysis can tell places apart: the length of a list in a node of another container, one
// member of a variant. They are used as numbers, and whether they are tells at run time:
// small integers of 64 bits, read as doubles, have no exponent, and where shorter ones are
// stored is looked at (see Parts).

// findNumbers fills numbers: the integers that are read as numbers where floats may stand
// or something else, and would otherwise pass for the bits of floats.
func (t *types) findNumbers() {
	t.findTaint()
	found := map[*ir.Instr]bool{}
	t.anchors = map[*ir.Instr][]*ir.Instr{}
	for _, b := range t.p.Func.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Load || !t.taint[i] {
				continue
			}
			if !t.doubted(i) {
				continue
			}
			word := i.Typ == ir.I64 && t.p.Class.Of(i) == pointsto.IsInt && t.env.mayTellWords() && modest(i)
			single := i.Typ == ir.I32 && !t.env.tellsWords() // which it may be where it goes
			if single && copiedOn(i) {
				continue
			}
			if sure, ok := t.onlyNumber(i); ok && (word || i.Typ == ir.I32) {
				found[i] = true
				for _, at := range sure {
					t.anchors[at] = append(t.anchors[at], i)
				}
			}
		}
	}
	t.numbers = found
}

// copiedOn reports whether an integer is stored as it was read, or a part of it is: bytes that a
// program copies may be those of floats.
func copiedOn(i *ir.Instr) bool {
	seen := []ir.Value{i}
	for k := 0; k < len(seen); k++ {
		for u := range ir.Uses(seen[k]) {
			switch y := u.User; y.Op {
			case ir.Store:
				if u.Index() == 0 {
					return true
				}
			case ir.Phi, ir.Select, ir.Freeze, ir.ZExt, ir.SExt, ir.Trunc, ir.Shl, ir.LShr, ir.Or:
				if !slices.Contains(seen, ir.Value(y)) {
					seen = append(seen, y)
				}
			}
		}
		if len(seen) > pointsto.MaxNumbers {
			return true
		}
	}
	return false
}

// doubted reports whether at one of the places where a load reads an integer something else
// than a float may stand, whatever this and other accesses to integers make of it.
func (t *types) doubted(i *ir.Instr) bool {
	size := t.p.Layout.StoreSize(i.Typ)
	if t.isNumber(i, size) || t.plainInt(i.Typ) {
		return true
	}
	for _, a := range t.p.Pointees(i.Arg(0)) {
		if t.p.Merged[a.Obj] != nil || !t.floatsAt(a, size) {
			return true
		}
		for r := range t.mem[a.Obj].Seen {
			here := a.Stride != 0 || r.Stride != 0 || r.Off < a.Off+size && a.Off < r.Off+r.Size
			if here && (r.Class == memtypes.Pointer || r.Class == memtypes.Integer && r.Rank == memtypes.RankDeclared) {
				return true
			}
		}
	}
	return false
}

// onlyNumber reports whether what is computed from an integer stays one: it is compared,
// converted, an index, or stored where it is looked whether that cuts a float, perhaps as the
// bits of a float where a choice with floats is stored. It gives the instructions in front of which
// the program is sure to take it for a number: the stores, and what is computed on one of several
// ways alone.
func (t *types) onlyNumber(i *ir.Instr) (sure []*ir.Instr, ok bool) {
	seen := map[*ir.Instr]bool{i: true}
	looked := map[*ir.Instr]bool{} // what follows from choices of what is looked at before
	for work := []*ir.Instr{i}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(x) {
			y := u.User
			switch y.Op {
			case ir.ICmp, ir.Switch, ir.SIToFP, ir.UIToFP, ir.GetElementPtr:
			case ir.Store:
				size := t.p.Layout.StoreSize(x.Typ)
				if u.Index() != 0 || size > t.p.Layout.StoreSize(i.Typ) {
					return nil, false
				}
				for _, d := range t.p.Pointees(y.Arg(1)) {
					if d.Stride > 0 && d.Stride < size {
						return nil, false
					}
				}
				if !looked[x] {
					sure = append(sure, y)
				}
			case ir.Add, ir.Sub, ir.Mul, ir.SDiv, ir.UDiv, ir.SRem, ir.URem, ir.And, ir.Or, ir.Xor, ir.Shl, ir.LShr, ir.AShr,
				ir.Phi, ir.Select, ir.Freeze, ir.Trunc, ir.SExt, ir.ZExt:
				if !seen[y] {
					if len(seen) == pointsto.MaxNumbers || !y.Typ.IsInt() {
						return nil, false
					}
					seen[y] = true
					work = append(work, y)
				}
				if y.Op == ir.Phi && (x != i || i.Op != ir.Load) && onOneWay(x) {
					sure = append(sure, x)
					looked[y] = true
				}
				looked[y] = looked[y] || looked[x]
			default:
				return nil, false
			}
		}
	}
	return sure, t.above(i, sure)
}

// above reports whether a value is known wherever one of a list of instructions stands.
func (t *types) above(i *ir.Instr, list []*ir.Instr) bool {
	for _, at := range list {
		if t.dom == nil {
			t.dom = ir.Dominators(t.p.Func)
		}
		if at != i && !t.dom.InstrDominates(i, at) {
			return false
		}
	}
	return true
}

// onOneWay reports whether what is computed is used in choices alone, by the way from its block.
func onOneWay(i *ir.Instr) bool {
	some := false
	for u := range ir.Uses(i) {
		if y := u.User; y.Op != ir.Phi || y.Blocks[u.Index()] != i.Parent || y.Parent == i.Parent {
			return false
		}
		some = true
	}
	return some && len(i.Parent.Succs()) == 1
}

// modest reports whether what is computed from a word is what programs compute from counts,
// which are small: hashes and random numbers have bits anywhere.
func modest(i *ir.Instr) bool {
	for u := range ir.Uses(i) {
		switch y := u.User; y.Op {
		case ir.URem, ir.And, ir.Or, ir.Xor, ir.LShr, ir.AShr:
			return false
		case ir.Add, ir.Sub: // an exponent is no count
			if n := analysis.TrailingZeros(y.Arg(1-u.Index()), maxIntSteps); n >= 20 && !ir.IsZero(y.Arg(1-u.Index())) {
				return false
			}
		case ir.Shl:
			if n, ok := ir.IntValue(y.Arg(1)); !ok || n != 32 { // the lower half, made a word again
				return false
			}
		case ir.Mul:
			if n, ok := ir.IntValue(y.Arg(1)); !ok || n != int64(int16(n)) {
				return false
			}
		}
	}
	return true
}

// CheckNumbers writes, in front of a store or what is computed on the way to one, what ends the program if what is stored was
// computed from a word that was taken for a number and is none. A compiler may read and
// compute earlier than the program asks what is there, but not store.
func (a *Info) CheckNumbers(b *ir.Builder, i *ir.Instr, copyOf func(ir.Value) ir.Value) {
	a.checkHalves(b, i, copyOf)
	for _, n := range a.sol.g.ty.anchors[i] {
		if n.Typ == ir.I64 && a.nearFloats(n, map[ir.Value]bool{}) {
			b.CallFunc(numberCheck(b.Module()), copyOf(n))
		}
	}
}

// nearFloats reports whether a word may come from memory that holds active floats, or from code that
// may have read it there: the keys of hash maps are numbers with bits anywhere, which the library gives
// or a variable of its own keeps.
func (a *Info) nearFloats(v ir.Value, seen map[ir.Value]bool) bool {
	i, ok := v.(*ir.Instr)
	if !ok || seen[v] {
		return !ok && !ir.IsConstant(v)
	}
	seen[v] = true
	switch {
	case i.Op == ir.Load:
		return a.nearActive(i)
	case pointsto.IsChoice(i):
		return slices.ContainsFunc(pointsto.ChosenFrom(i), func(c ir.Value) bool { return a.nearFloats(c, seen) })
	case i.Op == ir.ExtractValue:
		return a.nearFloats(i.Arg(0), seen)
	case i.IsCall():
		return a.sol.p.TargetOf(i).Kind != pointsto.ToInactive
	}
	return true
}

// nearActive reports whether a load reads memory that holds active floats.
func (a *Info) nearActive(i *ir.Instr) bool {
	return slices.ContainsFunc(a.sol.p.Pointees(i.Arg(0)), func(d memtypes.Addr) bool { return a.sol.active(a.sol.g.obj[d.Obj]) })
}

// checkNumber refuses a number that a word would not tell from floats.
func (a *Info) checkNumber(i *ir.Instr) {
	if i.Typ == ir.I64 && a.sol.g.ty.numbers[i] && !a.env.tellsWords() && a.nearActive(i) {
		a.refuseBits(i)
	}
}

// numberCheck is a function void (i64) that ends the program where an integer, read as a
// double, has an exponent, unless it is a small negative number.
func numberCheck(m *ir.Module) *ir.Function {
	return shadowrt.WordCheck(m, "llad.check.number", IsNumber, "error["+CodeBits+"]: an integer that is computed with may be the bits of a float with a derivative; write it with floating-point operations, or keep integers above 2^52 apart from floats")
}
