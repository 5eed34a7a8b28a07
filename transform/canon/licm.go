package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// LICM hoists invariant arithmetic and address computations out of loops, and folds phis that
// can only be one constant. It reports whether anything changed.
func LICM(f *ir.Function) bool {
	changed := constantPhis(f)
	li := analysis.Loops(f, ir.Dominators(f))
	for k := len(li.All) - 1; k >= 0; k-- { // inner ones first
		l := li.All[k]
		before := l.Preheader()
		if before == nil {
			continue
		}
		for _, b := range l.Blocks {
			kept := b.Instrs[:0:0]
			for _, i := range b.Instrs {
				if !hoistable(l, i) {
					kept = append(kept, i)
					continue
				}
				changed = true
				i.Parent = nil
				before.InsertAt(len(before.Instrs)-1, i)
			}
			b.Instrs = kept
		}
	}
	return changed
}

// hoistable reports whether i may be hoisted out of l.
func hoistable(l *analysis.Loop, i *ir.Instr) bool {
	switch i.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.Shl, ir.ZExt, ir.SExt, ir.Trunc, ir.GetElementPtr, ir.ICmp, ir.Select, ir.BitCast,
		ir.And, ir.Or, ir.Xor, ir.PtrToInt:
	default:
		return false
	}
	for _, v := range i.Args() {
		if !l.Invariant(v) {
			return false
		}
	}
	return true
}

// maxConstPhis bounds the constants that are tried, and the rounds over all phis for each of
// them.
const maxConstPhis = 6

// constantPhis folds phis that can only be one constant, cycles of phis included.
func constantPhis(f *ir.Function) bool {
	var consts []*ir.Const
	for _, b := range f.Blocks {
		for _, p := range b.Phis() {
			for _, v := range p.Args() {
				if c, ok := v.(*ir.Const); ok && c.Kind == ir.ConstFP && len(consts) < maxConstPhis && !hasConst(consts, c) {
					consts = append(consts, c)
				}
			}
		}
	}
	changed := false
	for _, c := range consts {
		set := map[ir.Value]bool{}
		for _, b := range f.Blocks {
			for _, p := range b.Phis() {
				set[p] = p.Typ == c.Typ
			}
		}
		for again, rounds := true, 0; again; rounds++ {
			if rounds == maxConstPhis {
				return changed
			}
			again = false
			for _, b := range f.Blocks {
				for _, p := range b.Phis() {
					for _, v := range p.Args() {
						if set[p] && !set[v] && !edit.SameValue(v, c) {
							set[p], again = false, true
						}
					}
				}
			}
		}
		for _, b := range f.Blocks {
			for _, p := range append([]*ir.Instr(nil), b.Phis()...) {
				if set[p] {
					ir.ReplaceAllUses(p, c)
					p.Erase()
					changed = true
				}
			}
		}
	}
	return changed
}

func hasConst(list []*ir.Const, c *ir.Const) bool {
	for _, d := range list {
		if edit.SameValue(d, c) {
			return true
		}
	}
	return false
}
