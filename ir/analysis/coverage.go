package analysis

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Coverage proves that memory is written before it is read within one iteration of a loop, by
// the ranges of addresses in the loops around the accesses. It is a snapshot of a function.
type Coverage struct {
	// Size, where it is set, gives the size in bytes of the object that a call
	// makes, nil if it makes none.
	Size func(call *ir.Instr) ir.Value

	f     *ir.Function
	dt    *ir.DomTree
	loops *LoopInfo
	walks map[*ir.Instr]*walk
	preds [][]*ir.Block
	cover map[coverKey]*extent
}

type coverKey struct {
	w *ir.Instr
	l *Loop
}

// extent is the range of bytes that an access touches in one iteration of a loop around it:
// from lo to the largest of his.
type extent struct {
	base ir.Value
	lo   linear
	his  []linear
}

// NewCoverage prepares the analysis of f.
func NewCoverage(f *ir.Function, dt *ir.DomTree, loops *LoopInfo) *Coverage {
	return &Coverage{f: f, dt: dt, loops: loops, walks: map[*ir.Instr]*walk{}, cover: map[coverKey]*extent{}}
}

// Written reports whether every byte that load reads in an iteration of l was written earlier
// in that iteration by one of writers, which are stores and memsets.
func (c *Coverage) Written(load *ir.Instr, l *Loop, writers []*ir.Instr) bool {
	for m := c.loops.Of(load.Parent); m != nil; m = m.Parent {
		if !l.ContainsLoop(m) {
			return false
		}
		for _, w := range writers {
			if c.precedes(w, load, m) && c.covers(w, load, m) || c.fillsUnlessEmpty(w, load, m) {
				return true
			}
		}
		if c.onEveryWay(writers, load, m) || c.byParts(writers, load, m) {
			return true
		}
	}
	return false
}

// onEveryWay reports whether each path to load in an iteration of m contains a writer that
// covers it: compilers unswitch loops on invariant conditions.
func (c *Coverage) onEveryWay(writers []*ir.Instr, load *ir.Instr, m *Loop) bool {
	past := map[*ir.Block]bool{m.Header: true} // blocks not to go through
	n := 0
	for _, w := range writers {
		if !m.Contains(w.Parent) || w.Parent == load.Parent {
			continue
		}
		at, in := w.Parent, c.loops.Of(w.Parent)
		for ; in != m; in = in.Parent {
			at = in.Header
			if in.Contains(load.Parent) {
				break
			}
		}
		if in == m && !past[at] && c.covers(w, load, m) {
			past[at] = true
			n++
		}
	}
	if n < 2 {
		return false
	}
	work := []*ir.Block{m.Header}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == load.Parent {
			return false
		}
		for _, next := range b.Succs() {
			if m.Contains(next) && !past[next] {
				past[next] = true
				work = append(work, next)
			}
		}
	}
	return true
}

// precedes reports whether w, with all iterations of the loops around it inside m, is complete
// before load in each iteration of m.
func (c *Coverage) precedes(w, load *ir.Instr, m *Loop) bool {
	if !m.Contains(w.Parent) {
		return false
	}
	in := c.loops.Of(w.Parent)
	if in == m {
		return c.dt.InstrDominates(w, load)
	}
	for in.Parent != m {
		in = in.Parent
	}
	return !in.Contains(load.Parent) && c.dt.Dominates(in.Header, load.Parent)
}

func (c *Coverage) covers(w, load *ir.Instr, m *Loop) bool {
	x := c.written(w, m)
	if x == nil {
		return false
	}
	y := c.reach(load, m)
	if y == nil || x.base != y.base {
		return c.whole(x, load)
	}
	return x.includes(y) || x.includes(y.bounded()) || c.whole(x, load)
}

// upTo reports whether the extent is known to reach hi.
func (x *extent) upTo(hi linear) bool {
	for _, h := range x.his {
		if atLeast(h, hi, 3) {
			return true
		}
	}
	return false
}

// atLeast reports whether h is known to be at least x, looking through up to n maxima in h.
func atLeast(h, x linear, n int) bool {
	if d, ok := h.minus(x); ok && d >= 0 {
		return true
	}
	for _, t := range h.terms {
		i, ok := t.v.(*ir.Instr)
		if n == 0 || !ok || t.factor < 0 || t.zext || i.CalledFunc() == nil || !strings.HasPrefix(i.CalledFunc().Name, "llvm.smax.") {
			continue
		}
		for k := range 2 {
			less, ok := linearOf(i.Arg(k))
			if !ok {
				continue
			}
			rest, ok := h.plus(linear{terms: []linearTerm{t}}, -1)
			if !ok {
				continue
			}
			if rest, ok = rest.plus(less, t.factor); ok && atLeast(rest, x, n-1) {
				return true
			}
		}
	}
	return false
}

// whole reports whether x is the whole local object that load reads.
func (c *Coverage) whole(x *extent, load *ir.Instr) bool {
	return x.base == StripAddress(load.Arg(0)) && c.isAll(x)
}

// WalksOver reports whether the loops around the access i, in one iteration of l, cover the
// whole local object that i accesses, where they run.
func (c *Coverage) WalksOver(i *ir.Instr, l *Loop) bool {
	x := c.written(i, l)
	return x != nil && c.isAll(x)
}

// isAll reports whether x is a whole local object.
func (c *Coverage) isAll(x *extent) bool {
	size, ok := c.sizeOf(x.base)
	d, ok2 := (linear{}).minus(x.lo)
	if !ok || !ok2 || d < 0 {
		return false
	}
	if x.upTo(size) {
		return true
	}
	// There is no object of so many bytes that the number is negative.
	if len(size.terms) != 1 || size.c != 0 || size.terms[0].factor < 0 || size.terms[0].zext {
		return false
	}
	t := size.terms[0]
	t.zext = true
	return x.upTo(linear{terms: []linearTerm{t}})
}

// fillsUnlessEmpty reports whether w, in a loop of m, writes the whole object that load reads,
// unless the object has size zero: the loop is skipped only then, and the load would be
// undefined behaviour.
func (c *Coverage) fillsUnlessEmpty(w, load *ir.Instr, m *Loop) bool {
	in := c.loops.Of(w.Parent)
	if in == nil || in == m || !m.Contains(w.Parent) {
		return false
	}
	for in.Parent != m {
		in = in.Parent
	}
	// Back to a choice, over what is always gone through to the loop.
	side, guard := in.Header, c.dt.Idom(in.Header)
	for n := 0; guard != nil && n < 16; n++ {
		if l := c.loops.Of(guard); l != m && m.ContainsLoop(l) {
			for l.Parent != m {
				l = l.Parent
			}
			if len(l.exits()) != 1 {
				return false
			}
			guard = l.Header
		} else if len(guard.Succs()) != 1 {
			break
		}
		side, guard = guard, c.dt.Idom(guard)
	}
	if guard == nil || c.loops.Of(guard) != m || guard == load.Parent || !c.dt.Dominates(guard, load.Parent) || c.dt.Dominates(side, load.Parent) {
		return false
	}
	x := c.written(w, m)
	if x == nil || !c.whole(x, load) {
		return false
	}
	size, _ := c.sizeOf(x.base)
	if len(size.terms) != 1 || size.terms[0].factor <= 0 {
		return false
	}
	n := size.terms[0]
	least := 1 - size.c/n.factor // the least n for which there are bytes
	if size.c%n.factor != 0 || n.zext && size.c != 0 {
		return false
	}
	if goesOn(guard.Term(), side, n, least) {
		return true
	}
	// n may be y + 1, the number of elements of an array with places 0 to y.
	i, ok := n.v.(*ir.Instr)
	if !ok || i.Op != ir.Add || n.zext {
		return false
	}
	d, ok := ir.IntValue(i.Arg(1))
	return ok && 0 < d && d < maxLinearConst && goesOn(guard.Term(), side, linearTerm{v: i.Arg(0)}, least-d)
}

// sizeOf is the size of the local object at base.
func (c *Coverage) sizeOf(base ir.Value) (size linear, ok bool) {
	o, ok := NotNull(base, c.loops).(*ir.Instr)
	for ok && o.Op == ir.BitCast {
		o, ok = NotNull(o.Arg(0), c.loops).(*ir.Instr)
	}
	if !ok {
		return size, false
	}
	switch n, constant := int64(0), false; o.Op {
	case ir.Alloca:
		if n, constant = ir.IntValue(o.Arg(0)); !constant || n < 0 || n > 1<<30 {
			return size, false
		}
		size.c = n * c.f.Module.Layout.AllocSize(o.Elem)
	case ir.Call, ir.Invoke:
		if c.Size == nil {
			return size, false
		}
		n := c.Size(o)
		if n == nil {
			return size, false
		}
		if size, ok = sizeIn(n); !ok {
			return size, false
		}
	default:
		return size, false
	}
	return size, true
}

// sizeIn is linearOf for the size of an allocation: a product that wraps allocates less than
// its value, or fails.
func sizeIn(n ir.Value) (size linear, ok bool) {
	i, ok := n.(*ir.Instr)
	if !ok || i.Op != ir.Mul && i.Op != ir.Shl {
		return linearOf(n)
	}
	factor, ok := ir.IntValue(i.Arg(1))
	if i.Op == ir.Shl && ok {
		ok = factor >= 0 && factor < 32
		factor = 1 << (factor & 31)
	}
	if !ok || factor <= 0 || factor > maxLinearConst {
		return linearOf(n)
	}
	of, ok := linearOf(i.Arg(0))
	if !ok {
		return size, false
	}
	return size.plus(of, factor)
}

// written is what w is known to write (or read, for a load) in one iteration of m; nil where
// it is not known.
func (c *Coverage) written(w *ir.Instr, m *Loop) *extent {
	key := coverKey{w, m}
	if x, ok := c.cover[key]; ok {
		return x
	}
	x := c.findWritten(w, m)
	c.cover[key] = x
	return x
}

func (c *Coverage) findWritten(w *ir.Instr, m *Loop) *extent {
	p, size := c.target(w)
	if p == nil {
		return nil
	}
	base, lo, ok := linearAddress(c.f.Module.Layout, p)
	if !ok {
		return nil
	}
	hi, ok := lo.plus(size, 1)
	if !ok {
		return nil
	}
	x := &extent{base, lo, []linear{hi}}
	at := w.Parent
	for in := c.loops.Of(w.Parent); in != m; in = in.Parent {
		iv := c.walkOf(in, x.lo)
		if iv == nil || len(in.exits()) != 1 || !c.dt.Dominates(at, in.Latch()) {
			return nil
		}
		factor := x.lo.factor(iv.phi)
		// What one iteration writes has to reach what the next one does.
		if step, ok := x.lo.plus(linear{c: factor}, 1); !ok || factor <= 0 || !x.upTo(step) {
			return nil
		}
		first, lasts, met := iv.bounds(c, at)
		if (iv.equal || iv.by != nil && iv.by.equal) && c.dt.Dominates(at, iv.exit) { // runs at least once
			lasts = append(lasts, first)
		}
		if !met || !x.widen(iv.phi, first, lasts) {
			return nil
		}
		at = in.Header
	}
	if !c.fixed(x.lo, m) {
		return nil
	}
	for _, h := range x.his {
		if !c.fixed(h, m) {
			return nil
		}
	}
	return x
}

// reach is what load may read in one iteration of m; nil where it is not known.
func (c *Coverage) reach(load *ir.Instr, m *Loop) *extent {
	base, lo, ok := linearAddress(c.f.Module.Layout, load.Arg(0))
	if !ok || load.Typ.Kind == ir.VectorKind && load.Typ.Scalable {
		return nil
	}
	hi, ok := lo.plus(linear{c: c.f.Module.Layout.StoreSize(load.Typ)}, 1)
	if !ok {
		return nil
	}
	x := &extent{base, lo, []linear{hi}}
	for in := c.loops.Of(load.Parent); in != m; in = in.Parent {
		for iv := c.walkOf(in, x.terms()); iv != nil; iv = c.walkOf(in, x.terms()) {
			first, lasts, _ := iv.bounds(c, load.Parent)
			if len(lasts) == 0 || !x.widen(iv.phi, first, lasts) {
				return nil
			}
		}
	}
	if !c.fixed(x.terms(), m) {
		if x = x.bounded(); !c.fixed(x.terms(), m) {
			return nil
		}
	}
	return x
}

// terms are the terms of all bounds.
func (x *extent) terms() linear {
	var out linear
	out.terms = append(out.terms, x.lo.terms...)
	for _, h := range x.his {
		out.terms = append(out.terms, h.terms...)
	}
	return out
}

// fixed reports whether the terms are invariant during an iteration of m.
func (c *Coverage) fixed(x linear, m *Loop) bool {
	for _, t := range x.terms {
		if i, ok := t.v.(*ir.Instr); ok {
			if l := c.loops.Of(i.Parent); l != nil && l != m && m.ContainsLoop(l) {
				return false
			}
		}
	}
	return true
}

// target is the address and the size of a load, store or memset; nil for other instructions.
func (c *Coverage) target(w *ir.Instr) (p ir.Value, size linear) {
	switch w.Op {
	case ir.Load, ir.Store:
		t, p := w.Typ, w.Arg(0)
		if w.Op == ir.Store {
			t, p = w.Arg(0).Type(), w.Arg(1)
		}
		if t.Kind == ir.VectorKind && t.Scalable {
			return nil, size
		}
		return p, linear{c: c.f.Module.Layout.StoreSize(t)}
	case ir.Call:
		if f := w.CalledFunc(); f == nil || len(f.Name) < 12 || f.Name[:12] != "llvm.memset." {
			return nil, size
		}
		n, ok := linearOf(w.Arg(2))
		if !ok {
			return nil, size
		}
		return w.Arg(0), n
	}
	return nil, size
}

// factor is the coefficient of v.
func (x linear) factor(v ir.Value) int64 {
	for _, t := range x.terms {
		if t.v == v && !t.zext {
			return t.factor
		}
	}
	return 0
}

// widen replaces v by its range, from first to the largest of lasts.
func (x *extent) widen(v ir.Value, first linear, lasts []linear) bool {
	put := func(y linear, by linear) (linear, bool) {
		f := y.factor(v)
		z, ok := y.plus(linear{terms: []linearTerm{{v, false, 1}}}, -f)
		if !ok {
			return z, false
		}
		return z.plus(by, f)
	}
	if x.lo.factor(v) < 0 {
		return false
	}
	lo, ok := put(x.lo, first)
	if !ok {
		return false
	}
	var his []linear
	for _, h := range x.his {
		if h.factor(v) < 0 {
			return false
		}
		for _, last := range lasts {
			y, ok := put(h, last)
			if !ok || len(his) >= 4 {
				return false
			}
			his = append(his, y)
		}
	}
	x.lo, x.his = lo, his
	return true
}
