package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file is about integers that are smaller than a double and stand in memory that
// holds doubles as well: flags, keys and counters in structs, where the analysis knows
// several kinds of structs as one.

// small reports whether an integer that is smaller than a double is only moved,
// compared, and counted with. Where double is the only floating-point type around, it is no
// part of a float: those are moved as a whole, but where a program takes
// doubles apart (see apart); what is stored over parts of them is found out at run time
// (see Parts).
func (t *types) small(v ir.Value) bool {
	e := t.env
	typ := v.Type()
	if !typ.IsInt() || typ.Bits > 32 || !e.tellsWords() {
		return false
	}
	if known, ok := t.smalls[v]; ok {
		return known
	}
	if t.smalls == nil {
		t.smalls = map[ir.Value]bool{}
	}
	g := smalls{t: t, list: []ir.Value{v}, in: map[ir.Value]bool{v: true}}
	only := true
	for k := 0; k < len(g.list) && only; k++ {
		only = g.comes(g.list[k])
		for u := range ir.Uses(g.list[k]) {
			only = only && g.goes(u)
		}
	}
	for _, w := range g.list {
		t.smalls[w] = only
	}
	return only
}

// smalls is a group of integers that are copies of each other, or computed from them.
type smalls struct {
	t    *types
	list []ir.Value
	in   map[ir.Value]bool
}

func (g *smalls) join(l ...ir.Value) bool {
	for _, w := range l {
		if !ir.IsConstant(w) && !g.in[w] {
			g.in[w] = true
			g.list = append(g.list, w)
		}
	}
	return true
}

// comes looks where a member of the group comes from.
func (g *smalls) comes(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if !ok {
		return true
	}
	switch i.Op {
	case ir.Load:
		return !g.t.apart(i, i.Arg(0), i.Typ)
	case ir.Phi, ir.Select, ir.Freeze:
		return g.join(pointsto.Copied(i)...)
	case ir.And, ir.Or, ir.Xor, ir.Add, ir.Sub:
		return g.join(i.Args()...)
	case ir.Trunc, ir.ZExt:
		return truth(i) && g.join(i.Arg(0))
	}
	return false
}

// truth reports whether a conversion is that of a truth value to how it stands in
// memory, or back.
func truth(i *ir.Instr) bool { return i.Typ == ir.I1 || i.Arg(0).Type() == ir.I1 }

// goes looks where a member of the group is used.
func (g *smalls) goes(u *ir.Use) bool {
	i := u.User
	switch i.Op {
	case ir.Phi, ir.Freeze:
		return g.join(i)
	case ir.Select:
		return u.Index() == 0 || g.join(i)
	case ir.Store:
		return !g.t.apart(i, i.Arg(1), i.Arg(0).Type())
	case ir.ICmp, ir.Ret, ir.Switch, ir.Call, ir.Invoke:
		return true
	case ir.And, ir.Or, ir.Xor, ir.Add, ir.Sub:
		return g.join(i)
	case ir.Br, ir.SIToFP, ir.UIToFP:
		return true
	case ir.Trunc, ir.ZExt:
		return truth(i) && g.join(i) || i.Op == ir.ZExt && counted(i, maxCounted)
	case ir.SExt:
		return counted(i, maxCounted)
	}
	return false
}

// maxCounted bounds the numbers that counted follows.
const maxCounted = 8

// counted reports whether a number is only compared and counted with, or tells how far
// an address is moved.
func counted(v ir.Value, steps int) bool {
	for u := range ir.Uses(v) {
		switch i := u.User; i.Op {
		case ir.ICmp, ir.SIToFP, ir.UIToFP, ir.Switch:
		case ir.GetElementPtr:
			if u.Index() == 0 {
				return false
			}
		case ir.Add, ir.Sub, ir.Mul, ir.Trunc, ir.SExt, ir.ZExt:
			if steps == 0 || !counted(i, steps-1) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// apart reports whether an integer may be loaded or stored as a part of a double that a
// program takes apart: where nothing says that an integer is accessed, or a double is known to
// stand, or all of a double's bytes are accessed as small integers.
func (t *types) apart(i *ir.Instr, ptr ir.Value, typ *ir.Type) bool {
	size := t.p.Layout.StoreSize(typ)
	number := t.isNumber(i, size)
	for _, a := range t.p.Pointees(ptr) {
		l := t.lookup(a, size)
		if plain(l) {
			continue
		}
		if !number || slices.ContainsFunc(l, func(p memtypes.Piece) bool { return p.Class == memtypes.FloatData }) || size > 1 && t.mem[a.Obj].InParts(a.Off&^7) {
			return true
		}
	}
	return false
}

// isNumber reports whether alias metadata, or what is done with it, says that a load or
// store of size bytes is that of an integer.
func (t *types) isNumber(i *ir.Instr, size int64) bool {
	tag := t.env.module.AliasTypes.Tag(i.Metadata("tbaa"))
	return tag.Enum || tag.Scalar.Class == memtypes.Integer && tag.Scalar.Size == size || isBool(i)
}

// isBool reports whether a load or store is that of a bool, whose lowest bit is told apart
// where it is loaded, and widened where it is stored.
func isBool(i *ir.Instr) bool {
	if i.Op == ir.Store {
		v, ok := i.Arg(0).(*ir.Instr)
		return ok && v.Op == ir.ZExt && v.Arg(0).Type() == ir.I1 && v.Typ == ir.I8
	}
	if i.Typ != ir.I8 {
		return false
	}
	for u := range ir.Uses(i) {
		if u.User.Op == ir.Trunc && u.User.Typ == ir.I1 {
			return true
		}
	}
	return false
}
