package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// A nest may read memory through indices from memory, or under conditions, as sparse matrices, meshes
// and pairs of particles do: which of it is not known before the nest. Where the function has allocated
// the memory itself, all of it may be copied.

const (
	minObjectReuse  = 2 // how many numbers a nest reads for each one of the object, at least
	unknownTrips    = 4 // iterations that a loop is taken to have where nothing is known
	maxObjectUses   = 400
	maxFactorDepth  = 4
	maxObjectSource = 8
)

// objectNest is the outermost loop around load i in which the object that root leads to is not
// written at the place that i reads, for all that can be found out before the loop; nil if there is none,
// or nothing is known of the object.
func (c *dataCopier) objectNest(i *ir.Instr, root ir.Value) *analysis.Loop {
	if c.objectBytes(root, i.Typ.Scalar()) == nil {
		return nil
	}
	var nest *analysis.Loop
	for l := c.li.Of(i.Parent); l != nil && l.Invariant(root) && !c.done[l.Header] && l.Preheader() != nil && nestsIn(l) && c.apartIn(i, root, l); l = l.Parent {
		nest = l
	}
	return nest
}

// objectLasts reports whether load i, in nest l, reads an object that is overwritten before the loops around
// that allocate others do so again: blocks of their own for every step stay as they are.
func (c *dataCopier) objectLasts(i *ir.Instr, root ir.Value, l *analysis.Loop) bool {
	around := l
	for p := l; p != nil; p = p.Parent {
		around = p
		for _, made := range (&objectUses{}).sources(root) {
			if p.Contains(made.Parent) {
				return false
			}
		}
		if c.writtenIn(p, i) {
			return true
		}
	}
	return slices.ContainsFunc(c.writers, func(w *ir.Instr) bool {
		return !around.Contains(w.Parent) && c.order[w.Parent] > c.order[around.Header] && c.clobbers(w, i)
	})
}

// writtenIn reports whether a writer in loop l may write what load i reads.
func (c *dataCopier) writtenIn(l *analysis.Loop, i *ir.Instr) bool {
	return slices.ContainsFunc(c.writers, func(w *ir.Instr) bool { return l.Contains(w.Parent) && !c.done[w.Parent] && c.clobbers(w, i) })
}

// apartIn is separable for whole objects: stores through the same root are none to what i reads.
func (c *dataCopier) apartIn(i *ir.Instr, root ir.Value, l *analysis.Loop) bool {
	if !c.separable(i, root, l) {
		return false
	}
	return !slices.ContainsFunc(c.writers, func(w *ir.Instr) bool {
		return l.Contains(w.Parent) && c.clobbers(w, i) && plainRoot(addressesOf(w)[0].p) == root
	})
}

// objectReads adds the other reads of the nest through r's root, but for those of what the nest writes itself.
func (c *dataCopier) objectReads(l *analysis.Loop, r *nestReads) {
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.Load && sameNumbers(i, r.loads[0]) && i.Flags&(ir.Volatile|ir.Atomic) == 0 && plainRoot(i.Arg(0)) == r.root &&
				!slices.Contains(r.loads, i) && c.apartIn(i, r.root, l) {
				r.loads = append(r.loads, i)
			}
		}
	}
}

// objectBytes is the size of the object that root leads to, an allocation of this function or one of several of
// the same size; nil where it is not known, or where anything but numbers of type t is known to be there.
func (c *dataCopier) objectBytes(root ir.Value, t *ir.Type) ir.Value {
	if b, ok := c.bytesOf[root]; ok {
		return b
	}
	o := &objectUses{t: t, seen: map[ir.Value]bool{}}
	var bytes ir.Value
	if made := o.sources(root); len(made) > 0 {
		if bytes = o.sizeOf(made); bytes != nil && !o.onlyNumbers(made) {
			bytes = nil
		}
	}
	c.bytesOf[root] = bytes
	return bytes
}

// objectUses looks at what a function does with an object.
type objectUses struct {
	t    *ir.Type
	seen map[ir.Value]bool
	ends []*ir.Instr // calls that free it
}

// sources are the allocations that root may be; none where it may be something else.
func (o *objectUses) sources(root ir.Value) (made []*ir.Instr) {
	work, seen := []ir.Value{root}, map[ir.Value]bool{root: true}
	for len(work) > 0 {
		i, ok := work[len(work)-1].(*ir.Instr)
		work = work[:len(work)-1]
		switch {
		case !ok || len(seen) > maxObjectSource:
			return nil
		case i.Op == ir.Phi:
			for _, a := range i.Args() {
				if !seen[a] {
					seen[a] = true
					work = append(work, a)
				}
			}
		case i.Op == ir.Call && i.CalledFunc() != nil && rules.KnownOf(i.CalledFunc()) != nil && rules.KnownOf(i.CalledFunc()).Class == rules.Alloc:
			made = append(made, i)
		default:
			return nil
		}
	}
	return made
}

// sizeOf is how many bytes all of these allocations have; nil where that is not one value.
func (o *objectUses) sizeOf(made []*ir.Instr) ir.Value {
	factors := func(i *ir.Instr) (list []ir.Value) {
		for _, k := range rules.KnownOf(i.CalledFunc()).SizeArgs {
			if v, ok := ir.IntValue(i.Arg(k)); !ok || v != 1 {
				list = append(list, i.Arg(k))
			}
		}
		return list
	}
	first := factors(made[0])
	for _, i := range made[1:] {
		if !slices.EqualFunc(factors(i), first, sameNumber) {
			return nil
		}
	}
	if len(first) != 1 || !ir.Same(first[0].Type(), ir.I64) {
		return nil
	}
	return first[0]
}

func sameNumber(a, b ir.Value) bool {
	x, ok := ir.IntValue(a)
	y, also := ir.IntValue(b)
	return a == b || ok && also && x == y
}

// onlyNumbers reports whether the function, as far as it is known, stores nothing but numbers of type t
// in the objects, and no call has their addresses.
func (o *objectUses) onlyNumbers(made []*ir.Instr) bool {
	var work []ir.Value
	add := func(v ir.Value) {
		if !o.seen[v] {
			o.seen[v] = true
			work = append(work, v)
		}
	}
	for _, i := range made {
		add(i)
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(v) {
			i := u.User
			switch {
			case len(o.seen) > maxObjectUses:
				return false
			case (i.Op == ir.GetElementPtr || i.Op == ir.BitCast) && u.Index() == 0, i.Op == ir.Phi, i.Op == ir.Select:
				add(i)
			case i.Op == ir.Load && ir.Same(i.Typ.Scalar(), o.t), i.Op == ir.ICmp, i.Op == ir.PtrToInt:
			case i.Op == ir.Store && u.Index() == 1 && ir.Same(i.Arg(0).Type().Scalar(), o.t):
			case i.Op == ir.Call && o.harmless(i):
			default:
				return false
			}
		}
	}
	return true
}

// harmless reports whether the call i leaves no address behind and stores no other types.
func (o *objectUses) harmless(i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil {
		return false
	}
	k := rules.KnownOf(f)
	if k != nil && k.Class == rules.Free {
		o.ends = append(o.ends, i)
		return true
	}
	return k != nil && (k.Class == rules.MemSet || k.Class == rules.MemCpy || k.Class == rules.MemMove || k.Pure)
}

// endedBefore reports whether the object, where its uses are known, may be freed already at the end of block at: the
// nest then reads nothing there, but the copy would.
func (o *objectUses) endedBefore(made []*ir.Instr, at *ir.Block) bool {
	makes := func(b *ir.Block) bool { return len(made) == 1 && b == made[0].Parent } // another object from there on
	for _, end := range o.ends {
		if makes(end.Parent) && slices.Index(end.Parent.Instrs, end) < slices.Index(end.Parent.Instrs, made[0]) {
			continue
		}
		work, seen := []*ir.Block{end.Parent}, map[*ir.Block]bool{}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if b == at {
				return true
			}
			for _, next := range b.Succs() {
				if !seen[next] && !makes(next) {
					seen[next] = true
					work = append(work, next)
				}
			}
		}
	}
	return false
}

// isPart reports whether a derivative may need the value of i because a sum or difference of it is a factor.
func isPart(i *ir.Instr, depth int) bool {
	for u := range ir.Uses(i) {
		switch x := u.User; x.Op {
		case ir.FAdd, ir.FSub, ir.FNeg:
			if depth < maxFactorDepth && (isFactor(x) && !onlyJoined(x) || isPart(x, depth+1)) {
				return true
			}
		}
	}
	return false
}

// onlyJoined reports whether what i adds up goes to nothing but phis and stores.
func onlyJoined(i *ir.Instr) bool {
	for u := range ir.Uses(i) {
		if op := u.User.Op; op != ir.Phi && op != ir.Store && op != ir.FAdd && op != ir.FSub && op != ir.FNeg {
			return false
		}
	}
	return true
}

// checkObject is check for a copy of the whole object that root leads to.
func (n *nestCopy) checkObject() bool {
	bytes := n.objectBytes(n.root, n.loads[0].Typ.Scalar())
	if bytes == nil || slices.ContainsFunc(n.loads, func(i *ir.Instr) bool { return !n.apartIn(i, n.root, n.l) }) {
		return false
	}
	if d, ok := bytes.(*ir.Instr); ok && !n.dt.Dominates(d.Parent, n.at) {
		return false
	}
	o := &objectUses{t: n.loads[0].Typ.Scalar(), seen: map[ir.Value]bool{}}
	if made := o.sources(n.root); !o.onlyNumbers(made) || o.endedBefore(made, n.at) {
		return false
	}
	n.lo, n.end, n.conds = ir.NewInt(ir.I64, 0), bytes, nil
	s := n.bounds()
	b := s.Builder()
	var reads ir.Value = ir.NewInt(ir.I64, 0)
	for _, i := range n.loads {
		s.Address(n.root, i.Arg(0), sizeOf(i, i.Typ), i.Parent)
		reads = b.Add(reads, n.times(s, i, ir.NewInt(ir.I64, unknownTrips)))
	}
	n.conds = append(n.conds, b.ICmp(ir.NE, n.root, ir.Zero(n.root.Type())), b.ICmp(ir.SGT, bytes, ir.NewInt(ir.I64, 0)), b.ICmp(ir.SGE, reads, ir.NewInt(ir.I64, minNestReads)),
		b.ICmp(ir.SGE, b.Mul(reads, ir.NewInt(ir.I64, n.size())), b.Mul(bytes, ir.NewInt(ir.I64, minObjectReuse))))
	return n.apart()
}
