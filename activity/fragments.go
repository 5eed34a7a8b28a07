package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file is about doubles that a Rust program copies itself in parts, byte after byte or as
// integers of 16 or 32 bits. Where the analysis does not tell the places of floats from those
// of such integers, as the keys in the nodes of an ordered map, they may as well be numbers.
// Tangents go along with the parts; adjoints do not, and reverse mode looks when running
// whether there is one where a part was stored.

// fragment reports whether an integer that is smaller than a double is stored, as it was read,
// where a double may stand, or from where such integers are copied on to there.
func (t *types) fragment(v ir.Value) bool {
	if !t.env.module.Rust {
		return false
	}
	if t.fragments == nil {
		t.findFragments()
	}
	return t.fragments[v]
}

// fragments are the copies of a small integer that is loaded.
type fragments struct {
	load   *ir.Instr
	copies []*ir.Instr // it and choices of it
	stores []*ir.Instr
}

// findFragments fills fragments.
func (t *types) findFragments() {
	t.fragments = map[ir.Value]bool{}
	var list []*fragments
	limit := 64
	if t.env.singles() {
		limit = 32
	}
	for _, b := range t.p.Func.Blocks {
		for _, i := range b.Instrs {
			if g := fragmentsOf(i, limit); g != nil {
				list = append(list, g)
			}
		}
	}
	copiedOn := map[int32]bool{} // objects that fragments are read from
	for grown := true; grown; {
		grown = false
		rest := list[:0]
		for _, g := range list {
			if !slices.ContainsFunc(g.stores, func(st *ir.Instr) bool { return t.storesPart(st, copiedOn) }) {
				rest = append(rest, g)
				continue
			}
			grown = true
			for _, i := range g.copies {
				t.fragments[i] = true
			}
			for _, a := range t.p.Pointees(g.load.Arg(0)) {
				copiedOn[a.Obj] = true
			}
		}
		list = rest
	}
}

// fragmentsOf are the copies of an integer if it is loaded, smaller than a float of that many bits, and stored
// as it was read; nil otherwise.
func fragmentsOf(i *ir.Instr, float int) *fragments {
	if i.Op != ir.Load || !i.Typ.IsInt() || i.Typ.Bits < 8 || i.Typ.Bits >= float || i.Flags&ir.Part != 0 {
		return nil
	}
	g := &fragments{load: i, copies: []*ir.Instr{i}}
	for k := 0; k < len(g.copies) && k < pointsto.MaxNumbers; k++ {
		for u := range ir.Uses(g.copies[k]) {
			switch y := u.User; y.Op {
			case ir.Store:
				if u.Index() == 0 && y.Flags&ir.Part == 0 {
					g.stores = append(g.stores, y)
				}
			case ir.Phi, ir.Select, ir.Freeze:
				if !slices.Contains(g.copies, y) {
					g.copies = append(g.copies, y)
				}
			}
		}
	}
	if g.stores == nil {
		return nil
	}
	return g
}

// storesPart reports whether an integer is stored where a double may stand, which is larger, or
// in an object from which parts of doubles may be copied.
func (t *types) storesPart(st *ir.Instr, copiedOn map[int32]bool) bool {
	size := t.p.Layout.StoreSize(st.Arg(0).Type())
	return slices.ContainsFunc(t.p.Pointees(st.Arg(1)), func(a memtypes.Addr) bool {
		return copiedOn[a.Obj] || t.floatsAt(a, size) && !t.isFloat(a, size)
	})
}

// isFloat reports whether what stands at an address is a float of that many bytes.
func (t *types) isFloat(a memtypes.Addr, size int64) bool {
	l := t.lookup(a, size)
	return len(l) == 1 && l[0].Class == memtypes.FloatData && l[0].Offset == 0 && l[0].Type != nil && t.p.Layout.StoreSize(l[0].Type) == size
}

// copiesFragments reports whether an integer is a fragment, or chosen among such and constants.
func (t *types) copiesFragments(v ir.Value) bool {
	if !t.fragment(v) {
		return false
	}
	seen := []ir.Value{v}
	for k := 0; k < len(seen); k++ {
		i, ok := seen[k].(*ir.Instr)
		switch {
		case ir.IsConstant(seen[k]):
		case !ok || !t.fragments[i] || len(seen) > pointsto.MaxNumbers:
			return false
		case i.Op != ir.Load:
			for _, a := range pointsto.Copied(i) {
				if !slices.Contains(seen, a) {
					seen = append(seen, a)
				}
			}
		}
	}
	return true
}

// countedFragment reports whether a value that is a fragment as far as it is stored is used as a
// number by an instruction.
func (t *types) countedFragment(v ir.Value, by *ir.Instr) bool {
	i, ok := v.(*ir.Instr)
	return ok && by.Op != ir.Phi && by.Op != ir.Freeze && t.numbers[i] && t.fragment(i)
}

// checkFragment has it looked, when running, whether a store of a fragment is one of a part of a
// float with an adjoint.
func (a *Info) checkFragment(i *ir.Instr) {
	if a.env.Forward {
		return
	}
	for _, d := range a.sol.p.Pointees(i.Arg(1)) {
		if a.sol.active(a.sol.g.obj[d.Obj]) {
			part := Part{Around: true, Typ: ir.Double}
			if a.env.singles() {
				part = Part{Typ: ir.Float}
			}
			a.noteParts(i, part)
		}
	}
}
