package loopopt

import (
	"math"

	"github.com/llad-ad/llad/ir"
)

// write emits a version of the loop in which every element is updated once, and the checks
// before both versions.
func (n *scatterLoop) write() {
	l, h := n.l, n.l.Header
	pre := l.Preheader()
	n.close()
	near, plain := n.f.NewBlock(n.f.FreshName("llad.near")), n.f.NewBlock(n.f.FreshName("llad.plain"))
	old := pre.Term()
	b := ir.NewBuilder(pre)
	b.Before(old)
	ok := n.check(b)
	old.Erase()
	b.AtEnd(pre)
	MarkFastVersion(b.CondBr(ok, near, plain))
	values, blocks := n.f.CopyBlocks(l.Blocks, ".near")
	for block, header := range map[*ir.Block]*ir.Block{near: blocks[h], plain: h} {
		for _, p := range header.Phis() {
			for k, from := range p.Blocks {
				if from == pre {
					p.Blocks[k] = block
				}
			}
		}
		b.AtEnd(block)
		b.Br(header)
	}
	// Behind the copy stands what is still open when it is done.
	open := n.f.NewBlock(n.f.FreshName("llad.open"))
	header := blocks[h]
	for k, to := range header.Term().Blocks {
		if to == n.exit {
			header.Term().Blocks[k] = open
		}
	}
	for _, p := range n.exit.Phis() {
		for k, from := range p.Blocks {
			if from == header {
				p.Blocks[k] = open
			}
		}
	}
	b.AtEnd(open)
	b.Br(n.exit)
	w := &gatherWriter{n: n, values: values, near: near, header: header, latch: blocks[l.Latch()], open: open, handed: map[ir.Value][]ir.Value{}}
	for _, g := range n.groups {
		w.group(g)
	}
}

// close inserts an exit block with phis of the values that are used after the loop.
func (n *scatterLoop) close() {
	h := n.l.Header
	to := n.l.ExitEdges()[0].To
	n.exit = n.f.NewBlock(n.f.FreshName("llad.behind"))
	ir.NewBuilder(n.exit).Br(to)
	for k, b := range h.Term().Blocks {
		if b == to {
			h.Term().Blocks[k] = n.exit
		}
	}
	for _, p := range to.Phis() {
		for k, from := range p.Blocks {
			if from == h {
				p.Blocks[k] = n.exit
			}
		}
	}
	for _, b := range n.l.Blocks {
		for _, i := range b.Instrs {
			var phi *ir.Instr
			var outside []ir.Use
			for u := range ir.Uses(i) {
				if !n.l.Contains(u.User.Parent) && !(u.User.Op == ir.Phi && u.User.Parent == n.exit) {
					outside = append(outside, *u)
				}
			}
			if len(outside) == 0 {
				continue
			}
			phi = ir.NewInstr(ir.Phi, i.Typ)
			phi.AddIncoming(i, n.l.Header)
			n.exit.InsertAt(0, phi)
			for _, u := range outside {
				u.User.SetArg(u.Index(), phi)
			}
		}
	}
}

// check emits the conditions: enough iterations, and disjoint rows.
func (n *scatterLoop) check(b *ir.Builder) ir.Value {
	count := n.count.Emit(b)
	num := func(v int64) ir.Value { return ir.NewInt(ir.I64, v) }
	ok := b.Binary(ir.And, b.ICmp(ir.UGE, count, num(minGatherTrips-1)), b.ICmp(ir.ULT, count, num(math.MaxInt32)))
	type ends struct{ lo, end ir.Value }
	known := map[*accessRow]ends{}
	of := func(r *accessRow) ends {
		e, ok := known[r]
		if ok {
			return e
		}
		lo, end := int64(math.MaxInt64), int64(math.MinInt64)
		for _, a := range r.list {
			lo, end = min(lo, a.off), max(end, a.off+a.size)
		}
		start := r.rec.EmitStart(b)
		last := b.Add(start, b.Mul(count, num(r.stride)))
		if r.stride < 0 {
			start, last = last, start
		}
		e = ends{b.Add(start, num(lo)), b.Add(last, num(end))}
		known[r] = e
		return e
	}
	for _, c := range n.compared {
		x, y := of(c[0]), of(c[1])
		ok = b.Binary(ir.And, ok, b.Binary(ir.Or, b.ICmp(ir.ULE, x.end, y.lo), b.ICmp(ir.ULE, y.end, x.lo)))
	}
	return ok
}

// gatherWriter rewrites the copy of the loop.
type gatherWriter struct {
	n                         *scatterLoop
	values                    map[ir.Value]ir.Value // from the loop to the copy
	near, header, latch, open *ir.Block
	handed                    map[ir.Value][]ir.Value // what a number of the copy was so many iterations before, from 0 on
}

// before is the value that v had in the copy lag iterations before.
func (w *gatherWriter) before(v ir.Value, lag int) ir.Value {
	if c := w.values[v]; c != nil {
		v = c
	}
	list := w.handed[v]
	if list == nil {
		list = []ir.Value{v}
	}
	for len(list) <= lag {
		phi := ir.NewInstr(ir.Phi, v.Type())
		phi.AddIncoming(ir.NewFloat(v.Type(), math.Copysign(0, -1)), w.near)
		phi.AddIncoming(list[len(list)-1], w.latch)
		w.header.InsertAt(0, phi)
		list = append(list, phi)
	}
	w.handed[v] = list
	return list[lag]
}

// group emits one update for the elements of g in the copy, and after the copy those that are
// still pending.
func (w *gatherWriter) group(g *updateGroup) {
	copied := func(i *ir.Instr) *ir.Instr { return w.values[i].(*ir.Instr) }
	// The change that comes to an element last does what all do.
	final := g.list[len(g.list)-1]
	load, store := copied(final.load.i), copied(final.store.i)
	for _, c := range g.list {
		w.terms(c, func(_ *ir.Instr, v ir.Value) { w.before(v, c.lag) }) // phis, before anything is put behind them
	}
	load.Detach()
	b := ir.NewBuilder(w.header)
	b.Before(store)
	b.Insert(load)
	load.SetArg(0, store.Arg(1))
	v := ir.Value(load)
	for _, c := range g.list {
		v = w.add(b, v, c, c.lag)
	}
	store.SetArg(0, v)
	for _, c := range g.list {
		if c != final {
			copied(c.store.i).Erase()
		}
		for k := len(c.adds) - 1; k >= 0; k-- {
			copied(c.adds[k]).Erase()
		}
		if c != final {
			copied(c.load.i).Erase()
		}
	}
	b.Before(w.open.Term())
	for t := range g.span {
		first := g.list[0] // the one that came to these elements first
		p := b.Offset(b.Cast(ir.BitCast, store.Arg(1), w.n.f.Module.Ptr()), ir.NewInt(ir.I64, g.row.stride*int64(t+1)))
		if x, ok := p.(*ir.Instr); ok && x.Op == ir.GetElementPtr {
			x.Flags = 0
		}
		p = b.Cast(ir.BitCast, p, store.Arg(1).Type())
		l := first.load.i.Copy()
		l.SetArg(0, p)
		v := ir.Value(b.Insert(l))
		for _, c := range g.list {
			if c.lag > t {
				v = w.add(b, v, c, c.lag-1-t)
			}
		}
		s := first.store.i.Copy()
		s.SetArgs(v, p)
		b.Insert(s)
	}
}

// add adds to v what c added lag iterations before.
func (w *gatherWriter) add(b *ir.Builder, v ir.Value, c *elementUpdate, lag int) ir.Value {
	w.terms(c, func(i *ir.Instr, term ir.Value) {
		a := ir.NewInstr(i.Op, i.Typ, v, w.before(term, lag))
		a.Flags = i.Flags
		v = b.Insert(a)
	})
	return v
}

// terms calls do with each addition of c and its term.
func (w *gatherWriter) terms(c *elementUpdate, do func(i *ir.Instr, term ir.Value)) {
	sum := ir.Value(c.load.i)
	for _, i := range c.adds {
		term := i.Arg(1)
		if term == sum {
			term = i.Arg(0)
		}
		do(i, term)
		sum = i
	}
}
