package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// nestRoot identifies a loop nest, by its header, and a root pointer that it reads through.
type nestRoot struct {
	header *ir.Block
	root   ir.Value
	object bool // all that it leads to is copied
}

// readKind is why a nest is to read a copy.
type readKind uint8

const (
	repeated readKind = iota // each load reads elements again and again
	shifted                  // each load reads an element once, but several loads do
	object                   // it is not known where, but the object is
)

// nestReads are the reads of a nest through one root pointer, and the stores of the nest that
// may alias them.
type nestReads struct {
	root    ir.Value
	loads   []*ir.Instr
	kind    readKind
	against []*ir.Instr
}

// holdsNumbers reports whether a copy of memory that is read as t may be made: floats or vectors of them.
func holdsNumbers(t *ir.Type) bool {
	return (ir.Same(t.Scalar(), ir.Double) || ir.Same(t.Scalar(), ir.Float)) && !t.Scalable
}

// sameNumbers reports whether both loads read numbers of one type.
func sameNumbers(i, j *ir.Instr) bool {
	return holdsNumbers(i.Typ) && ir.Same(i.Typ.Scalar(), j.Typ.Scalar())
}

// readsToo adds the other reads of nest l through the same root: differences of elements,
// which may be factors, need not be kept then.
func (c *dataCopier) readsToo(l *analysis.Loop, r *nestReads) {
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Load || !sameNumbers(i, r.loads[0]) || i.Flags&(ir.Volatile|ir.Atomic) != 0 || plainRoot(i.Arg(0)) != r.root ||
				slices.Contains(r.loads, i) || !c.dense(i) || !c.separable(i, r.root, l) {
				continue
			}
			if c.depends(i.Arg(0), r.root, map[*analysis.Loop]bool{}, map[ir.Value]bool{}) {
				r.loads = append(r.loads, i)
			}
		}
	}
}

func addReads(list []*nestReads, root ir.Value, i *ir.Instr, kind readKind) []*nestReads {
	for _, r := range list {
		if r.root == root && sameNumbers(r.loads[0], i) && (r.kind == object) == (kind == object) {
			r.loads = append(r.loads, i)
			r.kind = min(r.kind, kind)
			return list
		}
	}
	return append(list, &nestReads{root: root, loads: []*ir.Instr{i}, kind: kind})
}

// isFactor reports whether a derivative may need the value that i loads: sums do not.
func isFactor(i *ir.Instr) bool {
	for u := range ir.Uses(i) {
		x := u.User
		switch x.Op {
		case ir.FAdd, ir.FSub, ir.FNeg, ir.Store, ir.FCmp:
		case ir.FMul:
			if !ir.IsConstant(x.Arg(1 - u.Index())) {
				return true
			}
		case ir.Call:
			if !isFusedProduct(x) || u.Index() < 2 && !ir.IsConstant(x.Arg(1-u.Index())) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// isFusedProduct reports whether i computes the product of its first two operands and adds the third.
func isFusedProduct(i *ir.Instr) bool {
	f := i.CalledFunc()
	return f != nil && (edit.IsOverload(f.Name, "llvm.fmuladd") || edit.IsOverload(f.Name, "llvm.fma"))
}

// plainRoot is the pointer that p is computed from by GEPs and casts alone; nil where it is a
// constant.
func plainRoot(p ir.Value) ir.Value {
	for range 50 {
		i, ok := p.(*ir.Instr)
		if !ok {
			if _, ok := p.(*ir.Param); ok {
				return p
			}
			return nil
		}
		if i.Op != ir.GetElementPtr && i.Op != ir.BitCast || !i.Arg(0).Type().IsPtr() {
			return p
		}
		if _, _, marked := analysis.DisjointMark(i); marked {
			return p
		}
		p = i.Arg(0)
	}
	return nil
}

// nestOf is the outermost loop, inside of which root is invariant, in which load i reads the
// same element repeatedly: its address does not depend on that loop or on one inside. Where no
// such loop has loops inside, the reads are shifted, and the nest is the outermost loop around i with
// each of which its address varies; nil if there is none.
func (c *dataCopier) nestOf(i *ir.Instr, root ir.Value) (nest *analysis.Loop, kind readKind) {
	on := map[*analysis.Loop]bool{}
	if !c.depends(i.Arg(0), root, on, map[ir.Value]bool{}) {
		return nil, repeated
	}
	var moves *analysis.Loop
	again := false
	for l := c.li.Of(i.Parent); l != nil && l.Invariant(root) && !c.done[l.Header] && c.separable(i, root, l); l = l.Parent {
		if !nestsIn(l) {
			break
		}
		// Once some loop reads it again, loops around that only make the copy larger.
		if again = again || !on[l] && !shortLoop(l); again {
			nest = l
		} else if on[l] {
			moves = l
		}
	}
	switch {
	case nest != nil && nest.Preheader() != nil && nest != c.li.Of(i.Parent):
		return nest, repeated
	case nest == nil && moves != nil && moves.Depth > 1 && moves.Preheader() != nil && c.dense(i):
		return moves, shifted
	}
	return nil, repeated
}

// dense reports whether load i has stride one element in its innermost loop: other members of
// structs may be no floats.
func (c *dataCopier) dense(i *ir.Instr) bool {
	rec := c.li.Of(i.Parent).Recurrence(i.Arg(0))
	if rec == nil {
		return false
	}
	step, ok := rec.Step()
	return ok && max(step, -step) == c.f.Module.Layout.StoreSize(i.Typ)
}

// separable reports whether the stores of l that may alias load i go through other root
// pointers, which can be compared before l.
func (c *dataCopier) separable(i *ir.Instr, root ir.Value, l *analysis.Loop) bool {
	for _, w := range c.writers {
		if !l.Contains(w.Parent) {
			continue
		}
		list := addressesOf(w)
		if c.f.Team && len(list) == 0 && !canon.SetsErrno(w) {
			return false // threads may wait for each other there
		}
		if !c.clobbers(w, i) {
			continue
		}
		if len(list) == 0 || !list[0].written || list[0].bytes == nil {
			return false
		}
		other := plainRoot(list[0].p)
		if other == nil || !l.Invariant(other) || other == root && invariantStart(l, list[0].p) == invariantStart(l, i.Arg(0)) {
			return false
		}
	}
	return true
}

// invariantStart is the last address on the way to p that is invariant in l. Accesses with
// different ones usually touch different parts of an object.
func invariantStart(l *analysis.Loop, p ir.Value) ir.Value {
	for !l.Invariant(p) {
		p = p.(*ir.Instr).Arg(0)
	}
	return p
}

// clobbers reports whether w may write what load i reads. After maxCopyAsked queries the
// answer is yes.
func (c *dataCopier) clobbers(w, i *ir.Instr) bool {
	c.asked++
	return c.asked > maxCopyAsked || c.alias.Clobbers(w, i)
}

// depends collects the loops that v varies with; false where no bounds of v can be computed.
func (c *dataCopier) depends(v, root ir.Value, on map[*analysis.Loop]bool, seen map[ir.Value]bool) bool {
	i, ok := v.(*ir.Instr)
	if !ok || v == root || seen[v] {
		return true
	}
	if seen[v] = true; len(seen) > 60 {
		return false
	}
	l := c.li.Of(i.Parent)
	if l == nil {
		return true
	}
	switch {
	case i.Op == ir.Phi && l.Header == i.Parent:
		on[l] = true
	case i.Op == ir.Load, i.Op == ir.Phi, i.IsCall():
		for ; l != nil; l = l.Parent {
			on[l] = true // nothing is known of it but where it is computed
		}
		return true
	}
	for _, a := range i.Args() {
		if !c.depends(a, root, on, seen) {
			return false
		}
	}
	return true
}

// overwritten reports whether a loop, the nest included, may later write what load i read.
func (c *dataCopier) overwritten(i *ir.Instr, nest *analysis.Loop) bool {
	if c.shared(i) {
		return true
	}
	for _, w := range c.writers {
		if c.done[w.Parent] {
			continue
		}
		follows := c.order[w.Parent] > c.order[nest.Header]
		for l := nest; l != nil && !follows; l = l.Parent {
			follows = l.Contains(w.Parent)
		}
		if follows && c.clobbers(w, i) && !(w.Op == ir.Store && c.passed.NoAntiDependence(i, w)) {
			return true
		}
	}
	return false
}

// shared reports whether load i reads memory that other threads may read at the same time. What they add to its
// adjoint has to be added atomically, and later code may overwrite it.
func (c *dataCopier) shared(i *ir.Instr) bool {
	return c.f.Team && i.Flags&ir.Owned == 0 && c.alias.Private(i.Arg(0)) == nil
}
