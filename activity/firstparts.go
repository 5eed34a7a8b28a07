package activity

import (
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// checkFirstPart refuses to move a word in parts that holds a float with a derivative, or the
// address of memory with a shadow, where the first part is read as a short integer, as
// which it may count for no part of either: optimised Rust moves so an enum that holds a float
// or a Box on one way and a short integer on another, which it reads for both ways.
func (a *Info) checkFirstPart(i *ir.Instr) {
	size := a.sol.p.Layout.StoreSize(i.Typ)
	if i.Op != ir.Load || !i.Typ.IsInt() || size > 4 || !a.halved(i, size) || !storedOn(i, 0) || !a.restMoved(i, size) {
		return
	}
	a.report(i, CodeBits, "a part of a float or of an address is moved as an integer, and the rest apart from it", "keep what is a float at some times and a short integer at others apart, or make the integer one of 64 bits")
}

// halved reports whether a read of a short integer reads the first part of a word that may
// be a float with a derivative or an address of memory with a shadow.
func (a *Info) halved(i *ir.Instr, size int64) bool {
	s := a.sol
	for _, d := range s.p.Pointees(i.Arg(0)) {
		if d.Stride != 0 {
			continue
		}
		if s.varied[s.g.obj[d.Obj]] || s.shadow[d.Obj] {
			for _, p := range s.g.ty.partsAt(d, size) {
				if p.Off == 0 {
					return true
				}
			}
			for _, r := range s.g.ty.mem[d.Obj].Exact[d.Off] {
				if r.Class == memtypes.Mixed {
					return true
				}
			}
		}
		n, ok := s.p.Objs[d.Obj].Cells[d.Off]
		if !ok {
			continue
		}
		for _, to := range s.p.Sets[n] {
			if s.shadow[to.Obj] {
				return true
			}
		}
	}
	return false
}

// storedOn reports whether an integer is stored, perhaps after a choice.
func storedOn(v ir.Value, depth int) bool {
	for u := range ir.Uses(v) {
		switch y := u.User; y.Op {
		case ir.Store:
			if u.Index() == 0 {
				return true
			}
		case ir.Phi, ir.Select, ir.Freeze:
			if depth < maxNarrow && storedOn(y, depth+1) {
				return true
			}
		}
	}
	return false
}

// restMoved reports whether what stands behind a part of a word that is read is moved too.
func (a *Info) restMoved(i *ir.Instr, size int64) bool {
	beside := func(v ir.Value) bool {
		if n, ok := analysis.Distance(a.sol.p.Layout, i.Arg(0), v); ok {
			return n == size
		}
		return false
	}
	for _, b := range a.F.Blocks {
		for _, x := range b.Instrs {
			switch {
			case x.Op == ir.Load:
				if n := a.sol.p.Layout.StoreSize(x.Typ); x.Typ.IsInt() && n < 8 && n+size >= 8 && beside(x.Arg(0)) && storedOn(x, 0) {
					return true
				}
			case x.IsCall():
				if a.sol.p.TargetOf(x).Kind == pointsto.ToCopy && beside(x.Arg(1)) {
					return true
				}
			}
		}
	}
	return false
}
