package loopopt

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// HideRowBases makes LLVM's run-time alias checks compare, for each execution of an innermost
// loop, the rows that it accesses. From version 17 on LLVM compares all rows of one array with
// all of the other before the loop around it, which succeeds only for ascending rows: for the
// descending order of reversed loops the check fails at run time, and the vectorized loop is
// never used. The base of each row goes through a call that hides where it comes from.
//
// It is for accesses in one alias scope of which nothing else is known, to several objects. It
// needs preheaders, and reports whether anything changed.
func HideRowBases(f *ir.Function) bool {
	li := analysis.Loops(f, ir.Dominators(f))
	changed := false
	for _, l := range li.All {
		if l.Parent == nil || len(l.Inner) > 0 || len(l.Blocks) > maxRowBlocks || l.Preheader() == nil || !descends(l.Parent) {
			continue
		}
		r := &rows{l: l, p: l.Parent, layout: f.Module.Layout}
		if r.find() && r.plan() {
			r.hideBases()
			changed = true
		}
	}
	return changed
}

const (
	maxRowBlocks = 4  // of a loop that may become vectors
	maxRows      = 12 // more are not compared
)

// rows are the accesses of an innermost loop l in the loop p.
type rows struct {
	l, p    *analysis.Loop
	layout  *ir.Layout
	at      []ir.Value // addresses of accesses that may be of the same memory
	changes []rowChange
	opened  []rowStart
}

// rowChange is a GEP of the loop that gets another base. With rest, its index is what remains
// of the old one.
type rowChange struct {
	gep   *ir.Instr
	start ir.Value // what base is made of: itself, or the object whose row begins at off
	off   ir.Value
	rest  ir.Value
	via   ir.Op // SExt: index and offset were added before they were widened; else 0
}

type rowStart struct{ from, to ir.Value }

// descends reports whether the loop counts down by one.
func descends(p *analysis.Loop) bool {
	latch := p.Latch()
	if latch == nil {
		return false
	}
	for _, phi := range p.Header.Phis() {
		next, ok := phi.Incoming(latch).(*ir.Instr)
		if !ok || len(phi.Blocks) != 2 || next.NumArgs() != 2 || next.Arg(0) != phi {
			continue
		}
		n, ok := ir.IntValue(next.Arg(1))
		if ok && (next.Op == ir.Sub && n == 1 || next.Op == ir.Add && n == -1) {
			return true
		}
	}
	return false
}

// find collects the accesses that have to be compared: those of an alias scope in which the
// loop writes, to several objects. Loops with other memory accesses or with a constant trip
// count are left alone.
func (r *rows) find() bool {
	if r.constant() {
		return false
	}
	written := ""
	byScope := map[string][]ir.Value{}
	for _, b := range r.l.Blocks {
		for _, i := range b.Instrs {
			scope := i.Metadata("alias.scope")
			switch {
			case i.Op == ir.Load && i.Flags&(ir.Volatile|ir.Atomic) == 0 && scope != "":
				byScope[scope] = append(byScope[scope], i.Arg(0))
			case i.Op == ir.Store && i.Flags&(ir.Volatile|ir.Atomic) == 0 && scope != "":
				if written != "" && written != scope {
					return false
				}
				written = scope
				byScope[scope] = append(byScope[scope], i.Arg(1))
			case i.Op == ir.Store && r.again(i):
			case i.Op == ir.Load || canon.MayWrite(i):
				return false
			}
		}
	}
	r.at = byScope[written]
	objects := map[ir.Value]bool{}
	for _, p := range r.at {
		objects[objectOf(p)] = true
	}
	return written != "" && len(objects) > 1
}

// again reports whether a store writes back what was loaded from there, which compilers
// remove.
func (r *rows) again(i *ir.Instr) bool {
	v, ok := i.Arg(0).(*ir.Instr)
	return ok && v.Op == ir.Load && v.Arg(0) == i.Arg(1) && v.Parent == i.Parent
}

// constant reports whether the loop counts down from a constant, as the reversal of a loop
// with a constant trip count does.
func (r *rows) constant() bool {
	pre := r.l.Preheader()
	counters := 0
	for _, phi := range r.l.Header.Phis() {
		if !phi.Typ.IsInt() {
			continue
		}
		if counters++; !ir.IsConstant(phi.Incoming(pre)) {
			return false
		}
	}
	return counters > 0
}

// objectOf is the underlying object of p.
func objectOf(p ir.Value) ir.Value {
	for range 100 {
		i, ok := p.(*ir.Instr)
		if !ok || i.Op != ir.GetElementPtr && i.Op != ir.BitCast {
			break
		}
		p = i.Arg(0)
	}
	return p
}

// plan decides on the changes: for all addresses that vary with the loop around, or none.
func (r *rows) plan() bool {
	planned := map[*ir.Instr]bool{}
	for _, p := range r.at {
		gep, ok := p.(*ir.Instr)
		if !ok || r.l.Invariant(p) {
			if r.varies(p, 0) {
				return false // one number for the whole loop
			}
			continue
		}
		for {
			base, ok := gep.Arg(0).(*ir.Instr)
			if gep.Op != ir.GetElementPtr && gep.Op != ir.BitCast || !ok || r.l.Invariant(base) {
				break
			}
			gep = base
		}
		if gep.Op != ir.GetElementPtr || gep.NumArgs() != 2 || gep.Typ.IsVector() {
			return false
		}
		if planned[gep] {
			continue
		}
		planned[gep] = true
		c, ok := r.change(gep)
		switch {
		case !ok:
			return false
		case c != nil:
			r.changes = append(r.changes, *c)
		}
	}
	return len(r.changes) > 0 && len(r.changes) <= maxRows
}

// change is how gep, whose base is invariant in the loop, is to be computed; nil where it
// stays.
func (r *rows) change(gep *ir.Instr) (c *rowChange, ok bool) {
	base, idx := gep.Arg(0), gep.Arg(1)
	if r.varies(base, 0) {
		if strings.HasPrefix(calleeName(base), "llvm.launder.") {
			return nil, true
		}
		return &rowChange{gep: gep, start: base}, true
	}
	if !r.varies(idx, 0) {
		return nil, true
	}
	sum, via := idx, ir.Op(0)
	if x, isInstr := idx.(*ir.Instr); isInstr && x.Op == ir.SExt {
		sum, via = x.Arg(0), ir.SExt
	}
	x, isInstr := sum.(*ir.Instr)
	if !isInstr || x.Op != ir.Add || via == ir.SExt && x.Flags&ir.NSW == 0 || via == 0 && edit.IntWidth(idx.Type()) != 64 {
		return nil, false
	}
	off, rest := x.Arg(0), x.Arg(1)
	if !r.l.Invariant(off) {
		off, rest = rest, off
	}
	if !r.l.Invariant(off) || r.varies(rest, 0) {
		return nil, false
	}
	return &rowChange{gep: gep, start: base, off: off, rest: rest, via: via}, true
}

// varies reports whether v depends on the loop around.
func (r *rows) varies(v ir.Value, depth int) bool {
	i, ok := v.(*ir.Instr)
	switch {
	case !ok || r.p.Invariant(v):
		return false
	case depth > 12 || i.Op == ir.Load || i.IsCall() || i.Op == ir.Phi && i.Parent != r.l.Header:
		return true
	case i.Op == ir.Phi:
		start := i.Incoming(r.l.Preheader())
		return start == nil || r.varies(start, depth+1)
	}
	for k := range i.NumArgs() {
		if r.varies(i.Arg(k), depth+1) {
			return true
		}
	}
	return false
}

func calleeName(v ir.Value) string {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op != ir.Call || i.CalledFunc() == nil {
		return ""
	}
	return i.CalledFunc().Name
}

// hideBases makes the changes. Rows at a constant distance keep it: compilers rely on it.
func (r *rows) hideBases() {
	pre := r.l.Preheader()
	b := ir.NewBuilder(pre)
	for _, c := range r.changes {
		b.Before(pre.Term())
		start := c.start
		if c.off != nil {
			off := c.off
			if c.via == ir.SExt {
				off = b.Cast(ir.SExt, off, c.gep.Arg(1).Type())
			}
			g := b.GEP(c.gep.Elem, start, off)
			if x, ok := g.(*ir.Instr); ok && x.Op == ir.GetElementPtr {
				x.Flags = 0
			}
			start = g
		}
		c.gep.SetArg(0, r.hide(b, start))
		if c.rest != nil {
			rest := c.rest
			if c.via == ir.SExt {
				b.Before(c.gep)
				rest = b.Cast(ir.SExt, rest, c.gep.Arg(1).Type())
			}
			c.gep.SetArg(1, rest)
			c.gep.Flags = 0
		}
	}
}

// hide emits the call that hides where a base comes from.
func (r *rows) hide(b *ir.Builder, start ir.Value) ir.Value {
	m := b.Module()
	for _, o := range r.opened {
		if d, ok := analysis.Distance(r.layout, o.from, start); ok {
			if d == 0 {
				return b.Cast(ir.BitCast, o.to, start.Type())
			}
			p := b.Offset(b.Cast(ir.BitCast, o.to, m.Ptr()), ir.NewInt(ir.I64, d))
			p.(*ir.Instr).Flags = 0
			return b.Cast(ir.BitCast, p, start.Type())
		}
	}
	p := b.Cast(ir.BitCast, start, m.Ptr())
	p = b.Intrinsic("launder.invariant.group", p.Type(), []*ir.Type{p.Type()}, p)
	p = b.Cast(ir.BitCast, p, start.Type())
	r.opened = append(r.opened, rowStart{start, p})
	return p
}
