package analysis

import "github.com/llad-ad/llad/ir"

// dependenceQuery asks about w in a later iteration of common[level] than l's, in the same
// iteration of the loops outside of it; or, at level len(common), in the same iteration of all
// of them.
type dependenceQuery struct {
	x      *DependenceTest
	l, w   *ir.Instr
	common []*Loop
	level  int

	leaves []queryLeaf
	number map[queryLeaf]int
	least  map[int]int64 // of what does not change, as far as loops tell that they run
	asked  int
}

// queryLeaf is a value at the time of l or of w.
type queryLeaf struct {
	v    ir.Value
	late bool
}

const maxQuerySteps = 400

// apart reports whether w writes above all that l read, or below.
func (q *dependenceQuery) apart() bool {
	layout := q.x.f.Module.Layout
	p, read := accessed(q.l)
	base, from, ok := q.address(p, false)
	other, to, ok2 := q.address(q.w.Arg(1), true)
	if !ok || !ok2 || base != other || !q.settled(base) {
		return false
	}
	for _, t := range []*ir.Type{read, q.w.Arg(0).Type()} {
		if t.Kind == ir.VectorKind && t.Scalable || t.Kind == ir.TargetKind {
			return false
		}
	}
	q.learn()
	up, ok := to.plus(from, -1)
	down, ok2 := from.plus(to, -1)
	if !ok || !ok2 {
		return false
	}
	first, written := layout.StoreSize(read), layout.StoreSize(q.w.Arg(0).Type())
	return q.atLeast(up, first) || q.atLeast(down, written) || q.inOtherColumns(up, down, first, written)
}

// accessed is the address of a load or a store, and the type of what it reads or writes.
func accessed(i *ir.Instr) (ir.Value, *ir.Type) {
	if i.Op == ir.Store {
		return i.Arg(1), i.Arg(0).Type()
	}
	return i.Arg(0), i.Typ
}

// settled reports whether v is invariant in the function.
func (q *dependenceQuery) settled(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return !ok || q.x.loops.Of(i.Parent) == nil
}

// address decomposes an address into a base and an offset in bytes. Inbounds offsets do not
// wrap; neither do others that are sums of induction variables and invariants, as in a[i*n+j]
// computed as a[i*n] and j more: no loop runs long enough.
func (q *dependenceQuery) address(p ir.Value, late bool) (base ir.Value, off poly, ok bool) {
	layout := q.x.f.Module.Layout
	for range 50 {
		i, isInstr := p.(*ir.Instr)
		if !isInstr || i.Op != ir.GetElementPtr && i.Op != ir.BitCast || !i.Typ.IsPtr() {
			return p, off, true
		}
		if i.Op == ir.GetElementPtr {
			inside := i.Flags&ir.InBounds != 0
			ok := layout.Steps(i.Elem, i.Args()[1:], func(v ir.Value, bytes int64) (ok bool) {
				if v == nil {
					off, ok = off.plus(polyConst(bytes), 1)
					return ok
				}
				n, ok := q.of(v, late, 0)
				if ok = ok && (inside || q.counts(n)); ok {
					off, ok = off.plus(n, bytes)
				}
				return ok
			})
			if !ok {
				return nil, nil, false
			}
		}
		p = i.Arg(0)
	}
	return nil, nil, false
}

// counts reports whether p is a sum of induction variables and invariants.
func (q *dependenceQuery) counts(p poly) bool {
	for _, t := range p {
		for _, k := range t.leaves {
			if q.counterOf(k) == nil && !q.settled(q.leaves[k].v) {
				return false
			}
		}
	}
	return true
}

// of decomposes an integer through arithmetic that does not wrap, as address does.
func (q *dependenceQuery) of(v ir.Value, late bool, depth int) (poly, bool) {
	if c, ok := ir.IntValue(v); ok {
		return polyConst(c), !tooLargeCoef(c)
	}
	i, ok := v.(*ir.Instr)
	if !v.Type().IsInt() || v.Type().Bits > 64 || depth > 16 {
		return nil, false
	}
	if !ok {
		_, param := v.(*ir.Param)
		return q.leaf(v, late), param
	}
	exact := i.Flags&ir.NSW != 0
	two := func() (a, b poly, ok bool) {
		a, ok = q.of(i.Arg(0), late, depth+1)
		if ok {
			b, ok = q.of(i.Arg(1), late, depth+1)
		}
		return a, b, ok && (exact || i.Typ == ir.I64 && q.counts(a) && q.counts(b))
	}
	switch {
	case i.Op == ir.SExt, i.Op == ir.ZExt && (i.Flags&ir.NNeg != 0 || q.notNegative(i.Arg(0), 0)), i.Op == ir.Trunc && (i.Flags&ir.NSW != 0 || q.fits(i)):
		return q.of(i.Arg(0), late, depth+1)
	case i.Op == ir.Add || i.Op == ir.Sub:
		if a, b, ok := two(); ok {
			return a.plus(b, map[ir.Op]int64{ir.Add: 1, ir.Sub: -1}[i.Op])
		}
	case i.Op == ir.Mul:
		if a, b, ok := two(); ok {
			return a.times(b)
		}
	case i.Op == ir.Shl && i.Flags&ir.NSW != 0:
		if c, ok := ir.IntValue(i.Arg(1)); ok && c >= 0 && c < 32 {
			if a, ok := q.of(i.Arg(0), late, depth+1); ok {
				return a.times(polyConst(1 << c))
			}
		}
	}
	if i.Op == ir.Phi {
		if first, d := q.x.together(i); first != i {
			return q.leaf(first, late).plus(polyConst(d), 1)
		}
	}
	return q.leaf(v, late), true
}

// notNegative reports whether an integer is not negative. The bound of a loop around l or w is
// not where a flag says so: comparing poison would be undefined behaviour.
func (q *dependenceQuery) notNegative(v ir.Value, depth int) bool {
	if c, ok := ir.IntValue(v); ok {
		return c >= 0
	}
	if i, ok := v.(*ir.Instr); ok && depth < 8 {
		switch {
		case (i.Op == ir.Mul || i.Op == ir.Add) && i.Flags&ir.NSW != 0:
			return q.notNegative(i.Arg(0), depth+1) && q.notNegative(i.Arg(1), depth+1)
		case i.Op == ir.ZExt:
			if i.Flags&ir.NNeg != 0 || q.notNegative(i.Arg(0), depth+1) {
				return true
			}
		case i.Op == ir.Trunc && q.fits(i):
			return true
		case i.Op == ir.Phi:
			c := q.x.counter(i)
			return c != nil && !c.down() && c.bound != nil && q.notNegative(c.start, depth+1)
		}
	}
	for _, at := range []*ir.Instr{q.l, q.w} {
		if q.x.tested(at.Parent, func(p ir.Pred, x, y ir.Value) bool {
			least, ok := ir.IntValue(y)
			return x == v && ok && (p == ir.SGT && least >= -1 || p == ir.SGE && least >= 0)
		}) {
			return true
		}
		for m := q.x.loops.Of(at.Parent); m != nil; m = m.Parent {
			for _, phi := range m.Header.Phis() {
				if c := q.x.counter(phi); c != nil && c.bound != nil {
					if b, ok := c.bound.(*ir.Instr); ok && b.Op == ir.ZExt && b.Flags&ir.NNeg != 0 && b.Arg(0) == v {
						return true
					}
				}
			}
		}
	}
	return false
}

// fits reports whether truncation does not change a value: of induction variables whose bound
// has so many bits.
func (q *dependenceQuery) fits(cut *ir.Instr) bool {
	phi, ok := cut.Arg(0).(*ir.Instr)
	if !ok || phi.Op != ir.Phi {
		return false
	}
	c := q.x.counter(phi)
	if c == nil || c.down() || c.bound == nil || c.off > -1 || !q.notNegative(c.start, 1) {
		return false
	}
	b, ok := c.bound.(*ir.Instr)
	return ok && b.Op == ir.ZExt && b.Arg(0).Type().Bits <= cut.Typ.Bits && q.notNegative(b, 1)
}

// leaf is v at the time of l or, with late, of w. Values of iterations that both are in are
// the same.
func (q *dependenceQuery) leaf(v ir.Value, late bool) poly {
	if i, ok := v.(*ir.Instr); !ok || !q.differs(q.x.loops.Of(i.Parent)) {
		late = false
	}
	key := queryLeaf{v, late}
	k, ok := q.number[key]
	if !ok {
		k = len(q.leaves)
		q.number[key] = k
		q.leaves = append(q.leaves, key)
	}
	return poly{{1, []int{k}}}
}

// differs reports whether l and w may be in different iterations of m.
func (q *dependenceQuery) differs(m *Loop) bool {
	if m == nil {
		return false
	}
	for _, c := range q.common[:q.level] {
		if c == m {
			return false
		}
	}
	return true
}

// counterOf is the induction variable that leaf k is, nil if it is none.
func (q *dependenceQuery) counterOf(k int) *loopCounter {
	if i, ok := q.leaves[k].v.(*ir.Instr); ok && i.Op == ir.Phi {
		return q.x.counter(i)
	}
	return nil
}

// ends are the first and the last value of the induction variable c at l or, with late, at w;
// nil for one that is not known.
func (q *dependenceQuery) ends(c *loopCounter, late bool) (lo, hi *poly) {
	at := q.l
	if late {
		at = q.w
	}
	first, ok := q.of(c.start, late, 0)
	if ok {
		lo = &first
	}
	if c.bound != nil && c.loop.Contains(at.Parent) && !(c.notInHeader && at.Parent == c.loop.Header) {
		last, ok := q.of(c.bound, late, 0)
		if ok {
			last, ok = last.plus(polyConst(c.off), 1)
		}
		if ok {
			hi = &last
		}
	}
	if late && q.level < len(q.common) && c.loop == q.common[q.level] { // at least one iteration on
		if next, ok := q.leaf(c.phi, false).plus(polyConst(c.step), 1); ok {
			lo = &next
		}
	}
	if c.down() {
		return hi, lo
	}
	return lo, hi
}

// learn finds lower bounds of invariants: the loops around l and w have iterations.
func (q *dependenceQuery) learn() {
	q.least = map[int]int64{}
	for side, at := range []*ir.Instr{q.l, q.w} {
		for m := q.x.loops.Of(at.Parent); m != nil; m = m.Parent {
			for _, phi := range m.Header.Phis() {
				c := q.x.counter(phi)
				if c == nil || side == 1 && m == q.later() {
					continue
				}
				lo, hi := q.ends(c, side == 1)
				if lo == nil || hi == nil {
					continue
				}
				d, ok := hi.plus(*lo, -1) // not negative
				if !ok {
					continue
				}
				if one, rest, ok := d.leafPlus(); ok && q.settled(q.leaves[one].v) {
					if old, ok := q.least[one]; !ok || old < -rest {
						q.least[one] = -rest
					}
				}
			}
		}
	}
}

func (q *dependenceQuery) later() *Loop {
	if q.level < len(q.common) {
		return q.common[q.level]
	}
	return nil
}

// atLeast reports whether p is at least n for all values of its leaves.
func (q *dependenceQuery) atLeast(p poly, n int64) bool {
	q.asked++
	if q.asked > maxQuerySteps {
		return false
	}
	if c, ok := p.isConst(); ok {
		return c >= n
	}
	k := q.innermost(p)
	factor, rest, ok := p.by(k)
	if !ok {
		return false
	}
	var lo, hi *poly
	if c := q.counterOf(k); c != nil {
		lo, hi = q.ends(c, q.leaves[k].late)
	} else {
		if v, ok := q.least[k]; ok {
			least := polyConst(v)
			lo = &least
		}
		hi = q.most(k)
	}
	negative, ok := poly(nil).plus(factor, -1)
	if !ok {
		return false
	}
	for _, side := range []struct {
		to   *poly
		sign poly
	}{{lo, factor}, {hi, negative}} {
		if side.to == nil || !q.atLeast(side.sign, 0) {
			continue
		}
		at, ok := factor.times(*side.to)
		if ok {
			at, ok = at.plus(rest, 1)
		}
		return ok && q.atLeast(at, n)
	}
	return false
}

// innermost is a leaf of p on which the bounds of no other leaf depend.
func (q *dependenceQuery) innermost(p poly) int {
	best, rank := -1, -1
	for _, t := range p {
		for _, k := range t.leaves {
			r := 0
			if i, ok := q.leaves[k].v.(*ir.Instr); ok {
				if l := q.x.loops.Of(i.Parent); l != nil {
					r = 3 * l.Depth
					if q.leaves[k].late {
						r++
					}
					if i.Op != ir.Phi || i.Parent != l.Header {
						r++ // computed in the loop: nothing is known of it
					}
				}
			}
			if r > rank {
				best, rank = k, r
			}
		}
	}
	return best
}
