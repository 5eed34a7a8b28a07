package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// jamAccess is an access of bytes bytes, or of length where that is set, at offset off from
// its object's base.
type jamAccess struct {
	i      *ir.Instr
	off    jamSum
	bytes  int64
	length jamSum // of what is filled
	step   jamSum // off's factor of the iterations of the loop to be jammed
}

// jamObject collects the accesses with one base.
type jamObject struct {
	base     ir.Value
	accesses []*jamAccess
	written  bool
	fixed    bool // no address depends on the iteration of the loop to be jammed
}

const (
	maxJamObjects  = 10
	maxJamCompared = 6
)

// accesses groups the accesses by object. Those of an object that is written must have a
// stride in the loop that exceeds the range of the inner loops; or all be of one element that
// is a different one in each iteration of the inner loops. What cannot be proved is left to
// the check.
func (j *unrollAndJam) accesses() bool {
	j.sums = &jamSums{j: j, number: map[jamLeaf]int{}}
	byBase := map[ir.Value]*jamObject{}
	for _, b := range j.blocks {
		for _, i := range b.Instrs {
			p, bytes, length := j.accessed(i)
			if p == nil {
				continue
			}
			a := &jamAccess{i: i, bytes: bytes}
			base, off, ok := j.sums.address(p)
			if !ok || bytes < 0 {
				return false
			}
			if length != nil {
				if a.length, ok = j.sums.of(length, 0); !ok {
					return false
				}
			}
			a.off = off
			if a.step, ok = j.stepOf(off); !ok {
				return false
			}
			o := byBase[base]
			if o == nil {
				o = &jamObject{base: base, fixed: true}
				byBase[base] = o
				j.objects = append(j.objects, o)
			}
			o.accesses = append(o.accesses, a)
			o.written = o.written || i.Op != ir.Load
			o.fixed = o.fixed && len(a.step) == 0
		}
	}
	if len(j.objects) > maxJamObjects {
		return false
	}
	j.joinObjects()
	j.shared = map[*ir.Instr]*jamObject{}
	for _, o := range j.objects {
		if o.written && !j.inTurn(o) {
			return false
		}
		for _, a := range o.accesses {
			if o.fixed {
				j.shared[a.i] = o
			}
		}
	}
	return j.objectsApart()
}

// accessed is the address that i accesses, and the number of bytes, or length where that
// varies. p is nil where i accesses nothing.
func (j *unrollAndJam) accessed(i *ir.Instr) (p ir.Value, bytes int64, length ir.Value) {
	size := j.f.Module.Layout.StoreSize
	switch {
	case i.Op == ir.Load:
		return i.Arg(0), size(i.Typ), nil
	case i.Op == ir.Store:
		return i.Arg(1), size(i.Arg(0).Type()), nil
	case isMemSet(i):
		if n, ok := ir.IntValue(i.Arg(2)); ok {
			return i.Arg(0), n, nil
		}
		return i.Arg(0), 0, i.Arg(2)
	}
	return nil, 0, nil
}

// stepOf is the coefficient of the iteration number of the loop to be jammed.
func (j *unrollAndJam) stepOf(off jamSum) (step jamSum, ok bool) {
	own := j.sums.number
	k, known := own[jamLeaf{loop: j.l}]
	for _, t := range off {
		n := 0
		var rest []int
		for _, f := range t.leaves {
			if known && f == k {
				n++
			} else {
				rest = append(rest, f)
			}
		}
		switch n {
		case 0:
		case 1:
			for _, f := range rest {
				if j.sums.leaves[f].loop != nil {
					return nil, false
				}
			}
			step = append(step, jamTerm{t.coef, rest})
		default:
			return nil, false
		}
	}
	return step, true
}

// inTurn reports whether the iterations can be disjoint, or ordered at each element, as far as
// that is known without the values of sizes.
func (j *unrollAndJam) inTurn(o *jamObject) bool {
	first := o.accesses[0]
	if !o.fixed {
		for _, a := range o.accesses {
			if len(a.step) == 0 {
				return false
			}
		}
		return true
	}
	stores := 0
	for k, a := range o.accesses {
		if a.i.Parent != first.i.Parent || !a.off.equal(first.off) || a.length != nil || a.bytes != first.bytes {
			return false
		}
		if a.i.Op == ir.Store {
			if stores++; k != len(o.accesses)-1 {
				return false
			}
		}
	}
	if stores != 1 || accessType(first.i) != accessType(o.accesses[len(o.accesses)-1].i) {
		return false
	}
	_, ok := j.strides(first)
	return ok && j.li.Of(first.i.Parent) != j.l
}

func accessType(i *ir.Instr) *ir.Type {
	if i.Op == ir.Store {
		return i.Arg(0).Type()
	}
	return i.Typ
}

// strides gives the strides of an access in the inner loops around it, from the innermost
// outwards.
func (j *unrollAndJam) strides(a *jamAccess) (list []jamStride, ok bool) {
	for l := j.li.Of(a.i.Parent); l != j.l; l = l.Parent {
		by, ok := j.stride(a, l)
		if !ok {
			return nil, false
		}
		list = append(list, jamStride{l, by})
	}
	return list, true
}

// stride is the absolute stride of an access in l, a loop inside the one to be jammed.
func (j *unrollAndJam) stride(a *jamAccess, l *analysis.Loop) (by jamTerm, ok bool) {
	k, known := j.sums.number[jamLeaf{loop: l}]
	if !known {
		return jamTerm{}, false
	}
	for n := range a.off {
		at := slices.Index(a.off[n].leaves, k)
		if at < 0 {
			continue
		}
		if ok {
			return jamTerm{}, false
		}
		rest := slices.Delete(slices.Clone(a.off[n].leaves), at, at+1)
		for _, f := range rest {
			if j.sums.leaves[f].loop != nil {
				return jamTerm{}, false
			}
		}
		by, ok = jamTerm{max(a.off[n].coef, -a.off[n].coef), rest}, true
	}
	return by, ok
}

type jamStride struct {
	l  *analysis.Loop
	by jamTerm
}

// objectsApart finds the pairs of objects that may alias.
func (j *unrollAndJam) objectsApart() bool {
	for k, o := range j.objects {
		for _, p := range j.objects[:k] {
			if !o.written && !p.written || j.alias.Alias(o.base, -1, p.base, -1) == analysis.NoAlias || j.scopesApart(o, p) {
				continue
			}
			j.compared = append(j.compared, [2]*jamObject{p, o})
		}
	}
	return len(j.compared) <= maxJamCompared
}

// joinObjects makes one object of two that move alike from iteration to iteration and may alias, where the distance of their bases
// is a sum: one element of the row that an iteration works on, and the row.
func (j *unrollAndJam) joinObjects() {
	for k := 1; k < len(j.objects); k++ {
		o := j.objects[k]
		for _, p := range j.objects[:k] {
			if !o.written && !p.written || !movesAlike(o, p) || j.alias.Alias(o.base, -1, p.base, -1) == analysis.NoAlias || j.scopesApart(o, p) {
				continue
			}
			if j.join(p, o) {
				j.objects = slices.Delete(j.objects, k, k+1)
				k--
				break
			}
		}
	}
}

// movesAlike reports whether all accesses of both have the same stride, which is not zero, in the loop to be jammed.
func movesAlike(o, p *jamObject) bool {
	step := o.accesses[0].step
	for _, a := range slices.Concat(o.accesses, p.accesses) {
		if len(a.step) == 0 || !a.step.equal(step) {
			return false
		}
	}
	return true
}

// join adds the accesses of o to those of p.
func (j *unrollAndJam) join(p, o *jamObject) bool {
	root, at := j.sums.root(p.base)
	from, to := j.sums.root(o.base)
	far, ok := to.plus(at, -1)
	if root != from || !ok {
		return false
	}
	offs := make([]jamSum, len(o.accesses))
	for k, a := range o.accesses {
		if offs[k], ok = a.off.plus(far, 1); !ok {
			return false
		}
	}
	for k, a := range o.accesses {
		a.off = offs[k]
	}
	p.accesses = append(p.accesses, o.accesses...)
	p.written = p.written || o.written
	return true
}

// scopesApart reports whether alias scopes say that no access of o aliases one of p.
func (j *unrollAndJam) scopesApart(o, p *jamObject) bool {
	for _, a := range o.accesses {
		for _, b := range p.accesses {
			if !edit.DisjointScopes(j.f.Module, a.i, b.i) {
				return false
			}
		}
	}
	return true
}

// jamNumbers emits the run-time check before the loop.
type jamNumbers struct {
	j      *unrollAndJam
	b      *ir.Builder
	counts map[*analysis.Loop]ir.Value // backedges taken
	ok     ir.Value
	asked  map[int]bool
}

func (x *jamNumbers) require(c ir.Value) {
	if x.ok == nil {
		x.ok = c
		return
	}
	x.ok = x.b.Binary(ir.And, x.ok, c)
}

// factor is the value of an invariant factor, with the condition that it is small and not
// negative.
func (x *jamNumbers) factor(k int) ir.Value {
	leaf := x.j.sums.leaves[k]
	var v ir.Value
	if leaf.loop != nil {
		v = x.counts[leaf.loop]
	} else {
		v = x.b.Cast(ir.SExt, leaf.v, ir.I64)
	}
	if !x.asked[k] {
		x.asked[k] = true
		x.require(x.b.ICmp(ir.ULT, v, ir.NewInt(ir.I64, maxJamFactor)))
	}
	return v
}

// ends are the minimum and maximum of a sum.
func (x *jamNumbers) ends(s jamSum, without *analysis.Loop) (lo, hi ir.Value) {
	lo, hi = ir.NewInt(ir.I64, 0), ir.NewInt(ir.I64, 0)
next:
	for _, t := range s {
		v, counts := ir.Value(ir.NewInt(ir.I64, t.coef)), false
		for _, k := range t.leaves {
			l := x.j.sums.leaves[k].loop
			if l != nil && l == without {
				continue next
			}
			counts = counts || l != nil
			v = x.b.Mul(v, x.factor(k))
		}
		if !counts || t.coef < 0 {
			lo = x.b.Add(lo, v)
		}
		if !counts || t.coef > 0 {
			hi = x.b.Add(hi, v)
		}
	}
	return lo, hi
}

// extent is the range that an access touches in one iteration of the loop or, with all, in all
// iterations.
func (x *jamNumbers) extent(a *jamAccess, all bool) (lo, hi ir.Value) {
	without := x.j.l
	if all {
		without = nil
	}
	lo, hi = x.ends(a.off, without)
	n := ir.Value(ir.NewInt(ir.I64, a.bytes))
	if a.length != nil {
		_, n = x.ends(a.length, nil)
	}
	return lo, x.b.Add(hi, n)
}

// object is the range that all accesses of an object touch.
func (x *jamNumbers) object(o *jamObject, all bool) (lo, hi ir.Value) {
	for k, a := range o.accesses {
		from, to := x.extent(a, all)
		if k == 0 {
			lo, hi = from, to
			continue
		}
		lo = x.b.Select(x.b.ICmp(ir.SLT, from, lo), from, lo)
		hi = x.b.Select(x.b.ICmp(ir.SGT, to, hi), to, hi)
	}
	return lo, hi
}

// check emits all conditions; false where a trip count is not available before the loop.
func (x *jamNumbers) check() bool {
	for _, s := range x.j.sums.narrow {
		lo, hi := x.ends(s, nil)
		x.require(x.b.ICmp(ir.SGE, lo, ir.NewInt(ir.I64, 0)))
		x.require(x.b.ICmp(ir.SLT, hi, ir.NewInt(ir.I64, 1<<31)))
	}
	for _, o := range x.j.objects {
		switch {
		case !o.written:
		case o.fixed:
			x.elements(o)
		default:
			x.rows(o)
		}
	}
	for _, c := range x.j.compared {
		var ends [2][2]ir.Value
		for k, o := range c {
			lo, hi := x.object(o, true)
			base := x.b.Cast(ir.PtrToInt, o.base, ir.I64)
			ends[k] = [2]ir.Value{x.b.Add(base, lo), x.b.Add(base, hi)}
		}
		x.require(x.b.Binary(ir.Or, x.b.ICmp(ir.ULE, ends[0][1], ends[1][0]), x.b.ICmp(ir.ULE, ends[1][1], ends[0][0])))
	}
	return x.ok != nil
}

// rows requires that the stride of the loop exceeds the range of the inner loops.
func (x *jamNumbers) rows(o *jamObject) {
	lo, hi := x.object(o, false)
	step, _ := x.ends(o.accesses[0].step, nil)
	for _, a := range o.accesses[1:] {
		if !a.step.equal(o.accesses[0].step) {
			other, _ := x.ends(a.step, nil)
			x.require(x.b.ICmp(ir.EQ, step, other))
		}
	}
	neg := x.b.Sub(ir.NewInt(ir.I64, 0), step)
	step = x.b.Select(x.b.ICmp(ir.SLT, step, neg), neg, step)
	x.require(x.b.ICmp(ir.SGE, step, x.b.Sub(hi, lo)))
}

// elements requires that no two iterations of the inner loops access the same element.
func (x *jamNumbers) elements(o *jamObject) {
	a := o.accesses[0]
	strides, _ := x.j.strides(a)
	span := ir.Value(ir.NewInt(ir.I64, a.bytes))
	for _, s := range strides {
		by, _ := x.ends(jamSum{s.by}, nil)
		x.require(x.b.ICmp(ir.SGE, by, span))
		span = x.b.Add(span, x.b.Mul(by, x.counts[s.l]))
	}
}
