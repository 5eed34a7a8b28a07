package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// inspectable finds what an inspector has to compute, and reports whether it can: without numbers, calls, or anything that threads do together.
func (g *gathers) inspectable() bool {
	var wanted []ir.Value
	for _, b := range g.l.Blocks {
		t := b.Term()
		if t.Op != ir.Br && t.Op != ir.Switch {
			return false
		}
		wanted = append(wanted, t.Args()...)
		for _, i := range b.Instrs {
			if synchronises(i) || i.Op == ir.Alloca || i.Typ.Kind == ir.TokenKind || i.IsCall() && canon.MayWrite(i) && !canon.SetsErrno(i) {
				return false
			}
			if i.Op != ir.Store {
				continue
			}
			if a := addressesOf(i); len(a) == 0 || a[0].bytes == nil {
				return false
			}
			g.track(i)
		}
	}
	for _, r := range g.roots {
		for _, i := range r.loads {
			g.track(i)
		}
	}
	for _, m := range g.order {
		for _, i := range m.instrs {
			wanted = append(wanted, addressesOf(i)[0].p)
		}
	}
	return !slices.ContainsFunc(wanted, func(v ir.Value) bool { return !g.take(v) })
}

// track adds i, a load or a store, to what is tracked with others of the same root.
func (g *gathers) track(i *ir.Instr) {
	var key ir.Value = i
	if root := startOf(addressesOf(i)[0].p); g.l.Invariant(root) {
		key = root
	}
	m := g.seen[key]
	if m == nil {
		m = &trackedMemory{}
		g.seen[key] = m
		g.order = append(g.order, m)
	}
	m.instrs = append(m.instrs, i)
}

// take adds what v is computed from in the loop to the inspector; false where that cannot be.
func (g *gathers) take(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if !ok || g.l.Invariant(v) || g.slice[i] {
		return true
	}
	if g.slice[i] = true; len(g.slice) > maxSlice || !i.Typ.IsInt() && !i.Typ.IsPtr() {
		return false
	}
	switch {
	case i.Op == ir.Load:
		if i.Flags&(ir.Volatile|ir.Atomic) != 0 {
			return false
		}
	case i.Op == ir.Call:
		if _, ok := edit.Extremum(i); !ok {
			return false
		}
	case i.Op != ir.Phi && i.Op != ir.Select && i.Op != ir.ICmp && i.Op != ir.GetElementPtr && i.Op != ir.Freeze && !i.Op.IsBinary() && !i.Op.IsCast():
		return false
	}
	return !slices.ContainsFunc(i.Args(), func(a ir.Value) bool { return !g.take(a) })
}

// separate finds which memory has to be apart from what the loop writes, and reports whether that can be found out.
func (g *gathers) separate() bool {
	var reads, writes []*ir.Instr
	for _, b := range g.l.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Op == ir.Store:
				writes = append(writes, i)
			case i.Op == ir.Load && g.slice[i]:
				reads = append(reads, i)
			}
		}
	}
	for _, r := range g.roots {
		reads = append(reads, r.loads...)
	}
	for _, i := range reads {
		for _, w := range writes {
			if !g.alias.Clobbers(w, i) {
				continue
			}
			if g.slice[i] {
				return false // the inspector might read what has not been written yet
			}
			g.keepApart(g.tracked(i), g.tracked(w))
		}
	}
	return !slices.ContainsFunc(g.apart, func(p [2]*trackedMemory) bool { return p[0] == p[1] })
}

// tracked is the memory that i is tracked with, nil if it is not.
func (g *gathers) tracked(i *ir.Instr) *trackedMemory {
	for _, m := range g.order {
		if slices.Contains(m.instrs, i) {
			return m
		}
	}
	return nil
}

func (g *gathers) keepApart(p, q *trackedMemory) {
	if pair := [2]*trackedMemory{p, q}; !slices.Contains(g.apart, pair) {
		g.apart = append(g.apart, pair)
	}
}

// write emits the inspector in front of the loop, and the version of the loop that reads copies.
func (g *gathers) write() {
	f, at := g.f, g.l.Preheader()
	g.needed()
	values, blocks := f.CopyBlocks(g.l.Blocks, ".inspect")
	decide := f.NewBlock(f.FreshName("inspected"))
	decide.Line = at.Line
	for _, exit := range g.l.ExitBlocks() {
		for _, phi := range exit.Phis() {
			edit.FilterIncoming(phi, func(_ int, from *ir.Block) bool { return !copied(blocks, from) })
		}
		for _, b := range blocks {
			edit.RedirectEdges(b, exit, decide)
		}
	}
	edit.RedirectEdges(at, g.l.Header, blocks[g.l.Header])
	edit.ReplaceIncomingBlock(g.l.Header, at, decide)
	b := ir.NewBuilder(decide)
	b.Br(g.l.Header)
	b.Before(at.Term())
	entry := ir.NewBuilder(f.Blocks[0])
	entry.AtStart(f.Blocks[0])
	for _, m := range g.order {
		g.begin(m, entry, b)
		for _, i := range m.instrs {
			g.note(m, values[i].(*ir.Instr))
		}
	}
	g.keepSlice(values, blocks)
	g.decide(decide)
}

// needed forgets tracked memory that is neither copied nor to be apart from other memory.
func (g *gathers) needed() {
	g.order = slices.DeleteFunc(g.order, func(m *trackedMemory) bool {
		gathered := slices.ContainsFunc(g.roots, func(r *nestReads) bool { return slices.Contains(m.instrs, r.loads[0]) })
		return !gathered && !slices.ContainsFunc(g.apart, func(p [2]*trackedMemory) bool { return p[0] == m || p[1] == m })
	})
}

func copied(blocks map[*ir.Block]*ir.Block, b *ir.Block) bool {
	for _, c := range blocks {
		if b == c {
			return true
		}
	}
	return false
}

// begin makes the variables for m, in front of the loop.
func (g *gathers) begin(m *trackedMemory, entry, pre *ir.Builder) {
	slot := func(v int64) *ir.Instr {
		s := entry.Alloca(ir.I64, ir.NewInt(ir.I32, 1), 8)
		pre.Store(ir.NewInt(ir.I64, v), s, 8)
		return s
	}
	m.lo, m.end, m.count = slot(-1), slot(0), slot(0)
}

// note has the copy i of a load or store of m widen what is known of m.
func (g *gathers) note(m *trackedMemory, i *ir.Instr) {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	a := addressesOf(i)[0]
	from := b.Cast(ir.PtrToInt, a.p, ir.I64)
	to := b.Add(from, a.bytes)
	lo, end, count := b.Load(ir.I64, m.lo, 8), b.Load(ir.I64, m.end, 8), b.Load(ir.I64, m.count, 8)
	b.Store(b.Select(b.ICmp(ir.ULT, from, lo), from, lo), m.lo, 8)
	b.Store(b.Select(b.ICmp(ir.UGT, to, end), to, end), m.end, 8)
	b.Store(b.Add(count, a.bytes), m.count, 8)
}

// keepSlice removes from the inspector what it need not compute.
func (g *gathers) keepSlice(values map[ir.Value]ir.Value, blocks map[*ir.Block]*ir.Block) {
	for _, b := range g.l.Blocks {
		for _, i := range b.Instrs {
			if !g.slice[i] && !i.Op.IsTerminator() {
				values[i].(*ir.Instr).DropArgs()
			}
		}
	}
	for _, b := range g.l.Blocks {
		drop := map[*ir.Instr]bool{}
		for _, i := range b.Instrs {
			drop[values[i].(*ir.Instr)] = !g.slice[i] && !i.Op.IsTerminator()
		}
		c := blocks[b]
		c.Instrs = slices.DeleteFunc(c.Instrs, func(i *ir.Instr) bool { return drop[i] })
	}
}

// decide lets the loop read copies where each element is read several times, and nothing that is written is copied.
func (g *gathers) decide(at *ir.Block) {
	b := ir.NewBuilder(at)
	b.Before(at.Term())
	var conds []ir.Value
	var copies []*nestCopy
	c := newDataCopier(g.f)
	value := func(slot *ir.Instr) ir.Value { return b.Load(ir.I64, slot, 8) }
	for _, r := range g.roots {
		m := g.tracked(r.loads[0])
		n := &nestCopy{dataCopier: c, at: at, l: g.l, nestReads: r}
		root := b.Cast(ir.PtrToInt, r.root, ir.I64)
		lo, end, count := value(m.lo), value(m.end), value(m.count)
		n.lo, n.end = b.Sub(lo, root), b.Sub(end, root)
		whole := b.Binary(ir.And, n.lo, ir.NewInt(ir.I64, n.size()-1))
		conds = append(conds, b.ICmp(ir.UGE, count, ir.NewInt(ir.I64, minGatherReads*n.size())), b.ICmp(ir.EQ, whole, ir.NewInt(ir.I64, 0)),
			b.ICmp(ir.UGE, count, b.Mul(b.Sub(end, lo), ir.NewInt(ir.I64, minGatherReuse))))
		copies = append(copies, n)
	}
	for _, p := range g.apart {
		below := b.ICmp(ir.ULE, value(p[0].end), value(p[1].lo))
		above := b.ICmp(ir.ULE, value(p[1].end), value(p[0].lo))
		conds = append(conds, b.Binary(ir.Or, below, above))
	}
	all := conds[0]
	for _, x := range conds[1:] {
		all = b.Binary(ir.And, all, x)
	}
	canon.LCSSA(g.f)
	c.dt = ir.Dominators(g.f)
	c.li = analysis.Loops(g.f, c.dt)
	for _, l := range c.li.All {
		if l.Header == g.l.Header {
			c.version(l, all, copies)
			return
		}
	}
}
