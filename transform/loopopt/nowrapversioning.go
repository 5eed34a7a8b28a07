package loopopt

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// Unsigned 32-bit indices (a[i * n + j]) may wrap: rows are not known to be disjoint then, and
// a derivative keeps what loops read of memory that they update in place. Where the conditions
// under which no such index wraps can be computed before the loops, a second version of the
// loops computes the indices in 64 bits (see LoopAliasVersioning, which makes one version for
// both).

// noWrapVersioner finds the indices that may wrap, and recomputes them in 64 bits where they
// do not.
type noWrapVersioner struct {
	a      *aliasVersioner
	found  []*ir.Instr           // conversions of such indices to 64 bits
	tests  []*ir.Instr           // comparisons of counters of 64 bits that were cut to fewer
	leaves map[ir.Value]ir.Value // what is known in front of the loops, in 64 bits
	values map[ir.Value]ir.Value // of the copy
}

// wrappable lists the extensions to 64 bits, in loops, of sums and products of fewer bits that
// addresses are computed from.
func wrappable(f *ir.Function, li *analysis.LoopInfo) []*ir.Instr {
	var l []*ir.Instr
	for _, b := range f.Blocks {
		if li.Of(b) == nil {
			continue
		}
		for _, i := range b.Instrs {
			if !mayWrap(i) {
				continue
			}
			for u := range ir.Uses(i) {
				if op := u.User.Op; op == ir.GetElementPtr || op == ir.Shl {
					l = append(l, i)
					break
				}
			}
		}
	}
	return l
}

// mayWrap reports whether i extends to 64 bits a sum or product of 32 bits that may wrap, or what was cut to 32 bits of one of 64.
// So are sums and products of what was cut, whether they wrap or not. Signed sums lose what says that they do not where compilers join them: a[j * n + j] is at j * (n + 1).
func mayWrap(i *ir.Instr) bool {
	if i.Op != ir.ZExt && i.Op != ir.SExt || i.Typ != ir.I64 {
		return false
	}
	x, ok := i.Arg(0).(*ir.Instr)
	switch {
	case !ok || x.Typ != ir.I32:
		return false
	case unwraps(x) && (isCut(x.Arg(0)) || isCut(x.Arg(1))):
		return true
	case i.Op == ir.SExt:
		return unwraps(x) && x.Flags&ir.NSW == 0
	case i.Flags&ir.NNeg != 0:
		return false
	case isCut(x):
		wide, ok := x.Arg(0).(*ir.Instr)
		return ok && unwraps(wide)
	}
	return unwraps(x) && x.Flags&ir.NUW == 0
}

// cutByMask turns the lower halves of sums and products of 64 bits, in loops, from masks into truncations and extensions.
func cutByMask(f *ir.Function, li *analysis.LoopInfo) bool {
	changed := false
	for _, b := range f.Blocks {
		if li.Of(b) == nil {
			continue
		}
		for _, i := range slices.Clone(b.Instrs) {
			if i.Op != ir.And || i.Typ != ir.I64 {
				continue
			}
			c, ok := ir.IntValue(i.Arg(1))
			x, isInstr := i.Arg(0).(*ir.Instr)
			if !ok || c != 1<<32-1 || !isInstr || !unwraps(x) {
				continue
			}
			n := ir.NewBuilder(b)
			n.Before(i)
			ir.ReplaceAllUses(i, n.Cast(ir.ZExt, n.Cast(ir.Trunc, x, ir.I32), ir.I64))
			edit.Kill(i)
			changed = true
		}
		edit.CompactBlock(b)
	}
	return changed
}

// unwraps reports whether i is an operation that may be done in more bits.
func unwraps(i *ir.Instr) bool {
	switch i.Op {
	case ir.Add, ir.Sub, ir.Mul:
		return true
	case ir.Shl:
		c, ok := ir.IntValue(i.Arg(1))
		return ok && c >= 0 && c < 32
	}
	return false
}

// NoWrapVersioning makes two versions of the loops where LoopAliasVersioning found no pointers
// to compare: one for unsigned 32-bit indices that do not wrap, which are computed in 64 bits
// there. It reports whether anything changed.
func NoWrapVersioning(f *ir.Function) bool {
	if !unversioned(f) {
		return false
	}
	dt := ir.Dominators(f)
	a := &aliasVersioner{f: f, dt: dt, li: analysis.Loops(f, dt), roots: map[ir.Value]*pointerAccesses{}}
	changed := cutByMask(f, a.li)
	wraps := wrappable(f, a.li)
	if len(wraps) == 0 || len(ir.Irreducible(f, dt)) > 0 {
		return changed
	}
	ptr := inPlace(wraps)
	a.order = []*pointerAccesses{{all: wraps}}
	if ptr == nil || !a.place() || !a.before(ptr) {
		return changed
	}
	var behind *ir.Instr
	if a.from > 0 {
		behind = a.at.Instrs[a.from-1]
	}
	s := analysis.NewBounds(f, a.at, behind, dt, a.li, maxVersionQueries)
	w := a.unwrapper(s)
	conds := s.Holds()
	if len(w.found) == 0 || len(conds) == 0 {
		return changed
	}
	// The check has one pointer, which is apart from nothing: it tells of the versions.
	zero := ir.NewInt(ir.I64, 0)
	m := f.Module
	var c ir.Value = s.Builder().CallFunc(m.Declare(AliasCheck, m.Types.Func(ir.I1, nil, true)), zero, zero, zero)
	for _, h := range conds {
		c = s.Builder().Binary(ir.And, c, h)
	}
	w.rewrite(a.versions(c, []*pointerAccesses{{ptr: ptr}}, 0))
	return true
}

// unversioned reports whether f is small enough for two versions of its loops, and has none: where LoopAliasVersioning
// made some, it did so for all reasons, and where a marker says something about one loop, that would be two.
func unversioned(f *ir.Function) bool {
	n := 0
	for _, b := range f.Blocks {
		if n += len(b.Instrs); n > maxVersionedInstrs {
			return false
		}
		if t := b.Term(); t.Op == ir.IndirectBr || t.Op == ir.CallBr {
			return false
		}
		for _, i := range b.Instrs {
			if g := i.CalledFunc(); g != nil && (strings.HasPrefix(g.Name, "__llad_") || g.Name == AliasCheck) {
				return false
			}
		}
	}
	return true
}

// inPlace is a pointer through which floats are loaded and stored at such addresses, nil if
// there is none.
func inPlace(wraps []*ir.Instr) ir.Value {
	loads, stores := map[ir.Value]bool{}, map[ir.Value]bool{}
	var order []ir.Value
	for _, w := range wraps {
		seen := map[*ir.Instr]bool{w: true}
		for work := []*ir.Instr{w}; len(work) > 0; {
			v := work[0]
			work = work[1:]
			for u := range ir.Uses(v) {
				switch i := u.User; i.Op {
				case ir.GetElementPtr, ir.BitCast, ir.Shl, ir.Add:
					if !seen[i] && len(seen) < 50 {
						seen[i] = true
						work = append(work, i)
					}
				case ir.Load:
					if !i.Typ.Scalar().IsFP() {
						continue
					}
					for _, root := range choicesOf(rootOf(v)) {
						loads[root] = true
						order = append(order, root)
					}
				case ir.Store:
					if u.Index() != 1 || !i.Arg(0).Type().Scalar().IsFP() {
						continue
					}
					for _, root := range choicesOf(rootOf(v)) {
						stores[root] = true
					}
				}
			}
		}
	}
	for _, root := range order {
		if stores[root] {
			return root
		}
	}
	return nil
}

// unwrapper emits the conditions under which the indices in the versions do not wrap.
func (a *aliasVersioner) unwrapper(s *analysis.Bounds) *noWrapVersioner {
	w := &noWrapVersioner{a: a, leaves: map[ir.Value]ir.Value{}}
	for _, i := range wrappable(a.f, a.li) {
		if a.inside(i) && w.known(s, i.Arg(0), i.Parent, 0) && s.NonNegative(i.Arg(0), i.Parent) {
			w.found = append(w.found, i)
		}
	}
	if len(w.found) == 0 {
		return w
	}
	for _, b := range a.f.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.ICmp && i.Arg(0).Type() == ir.I32 && a.li.Of(b) != nil && a.inside(i) && (isCut(i.Arg(0)) || isCut(i.Arg(1))) &&
				w.known(s, i.Arg(0), b, 0) && w.known(s, i.Arg(1), b, 0) && s.NonNegative(i.Arg(0), b) && s.NonNegative(i.Arg(1), b) {
				w.tests = append(w.tests, i)
			}
		}
	}
	return w
}

// isCut reports whether v is the truncation of a 64-bit number to its lower half.
func isCut(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && i.Op == ir.Trunc && i.Arg(0).Type() == ir.I64
}

// maxWideDepth bounds how deep a computation may be that is done again in 64 bits.
const maxWideDepth = 8

// known reports whether v, of 32 bits and used in block b, can be computed in 64 bits.
func (w *noWrapVersioner) known(s *analysis.Bounds, v ir.Value, b *ir.Block, depth int) bool {
	if ir.IsConstant(v) {
		_, ok := ir.IntValue(v)
		return ok
	}
	i, isInstr := v.(*ir.Instr)
	switch {
	case depth > maxWideDepth:
		return false
	case s.AtHand(v):
		if w.leaves[v] == nil {
			if !s.NonNegative(v, b) {
				return false
			}
			w.leaves[v] = w.extended(s, v)
		}
		return true
	case isInstr && unwraps(i):
		return w.known(s, i.Arg(0), b, depth+1) && w.known(s, i.Arg(1), b, depth+1)
	case isInstr && isCut(i):
		return s.NonNegative(v, b)
	}
	return isInstr && s.NonNegative(v, b)
}

// extended is v, available before the loops and not negative, extended to 64 bits; the
// program's own extension where there is one. Sums and products that do not wrap are those of what is extended:
// columns of rows with n + 1 elements are then told from rows of n.
func (w *noWrapVersioner) extended(s *analysis.Bounds, v ir.Value) ir.Value {
	if c, ok := ir.IntValue(v); ok {
		return ir.NewInt(ir.I64, c&(1<<32-1))
	}
	if i, ok := v.(*ir.Instr); ok && unwraps(i) && i.Op != ir.Shl && i.Flags&ir.NUW != 0 && s.AtHand(i.Arg(0)) && s.AtHand(i.Arg(1)) {
		x := s.Builder().Binary(i.Op, w.extended(s, i.Arg(0)), w.extended(s, i.Arg(1)))
		if x, ok := x.(*ir.Instr); ok {
			x.Flags |= ir.NSW
		}
		return x
	}
	for u := range ir.Uses(v) {
		if i := u.User; i.Op == ir.ZExt && i.Typ == ir.I64 && i.Parent != nil && s.AtHand(i) {
			return i
		}
	}
	return s.Builder().Cast(ir.ZExt, v, ir.I64)
}

// rewrite recomputes the indices in the copy.
func (w *noWrapVersioner) rewrite(values map[ir.Value]ir.Value) {
	w.values = values
	for _, i := range w.found {
		c, ok := values[i].(*ir.Instr)
		if !ok || c.Parent == nil {
			continue
		}
		b := ir.NewBuilder(c.Parent)
		b.Before(c)
		ir.ReplaceAllUses(c, w.wide(b, i.Arg(0)))
		edit.Kill(c)
	}
	for _, i := range w.tests {
		if c, ok := values[i].(*ir.Instr); ok && c.Parent != nil {
			b := ir.NewBuilder(c.Parent)
			b.Before(c)
			c.SetArg(0, w.wide(b, i.Arg(0)))
			c.SetArg(1, w.wide(b, i.Arg(1)))
		}
	}
}

// wide is the value of v, of the original, in 64 bits in the copy.
func (w *noWrapVersioner) wide(b *ir.Builder, v ir.Value) ir.Value {
	if c, ok := ir.IntValue(v); ok {
		return ir.NewInt(ir.I64, c)
	}
	if x := w.leaves[v]; x != nil {
		return x
	}
	i := v.(*ir.Instr)
	now := func(v ir.Value) ir.Value {
		if x := w.values[v]; x != nil {
			return x
		}
		return v
	}
	switch {
	case unwraps(i):
		x := b.Binary(i.Op, w.wide(b, i.Arg(0)), w.wide(b, i.Arg(1)))
		if x, ok := x.(*ir.Instr); ok {
			x.Flags |= ir.NSW
		}
		return x
	case isCut(i):
		return now(i.Arg(0))
	}
	return b.Cast(ir.ZExt, now(v), ir.I64)
}
