package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// peeledParts writes the parts of a loop: a copy for the first iterations, the loop itself, and a copy
// for the last ones, each of which is entered where it has iterations left.
type peeledParts struct {
	f    *ir.Function
	p    *peeling
	phis []*ir.Instr // of the loop's header
	out  *ir.Block   // where the loop leads to
	left *ir.Block   // where a part leads to before it is chained
	at   *ir.Block   // in front of the next part
	now  map[*ir.Instr]ir.Value
	less ir.Pred // by which the counter is below where a part ends
}

// peeledPart is one of them.
type peeledPart struct {
	values map[ir.Value]ir.Value // nil for the loop itself
	header *ir.Block
	latch  *ir.Block
	end    ir.Value // the counter where the part ends
	always bool     // it has an iteration
	once   bool     // it has no more than one
}

func newPeeledParts(f *ir.Function, p *peeling) *peeledParts {
	return &peeledParts{f: f, p: p, phis: p.loop.Header.Phis(), out: p.out(), left: f.NewBlock(f.FreshName("peel.out")), now: map[*ir.Instr]ir.Value{}, less: ir.ULT}
}

// out is where the loop leads to when it ends.
func (p *peeling) out() *ir.Block {
	t := p.latch.Term()
	if t.Blocks[0] == p.loop.Header {
		return t.Blocks[1]
	}
	return t.Blocks[0]
}

// write makes the parts, and gives their headers.
func (w *peeledParts) write() (headers []*ir.Block) {
	p := w.p
	w.enter()
	outside := p.readBehind(p.deadEnds...)
	edit.RedirectEdges(p.latch, w.out, w.left) // which has no phis
	var parts []*peeledPart
	low, high := w.limits()
	if p.first > 0 {
		part := w.copy(".first", low)
		part.always, part.once = true, p.first == 1
		parts = append(parts, part)
	}
	parts = append(parts, &peeledPart{header: p.loop.Header, latch: p.latch, end: high, always: p.base == nil})
	if p.last > 0 {
		part := w.copy(".last", p.test.Arg(1))
		part.always, part.once = p.base == nil, p.last == 1 && !p.limited
		parts = append(parts, part)
	}
	headers = w.join(parts, outside)
	p.simplify()
	return headers
}

// join puts the parts one behind the other, and gives their headers. outside are the uses behind the loop of what
// its phis would be next.
func (w *peeledParts) join(parts []*peeledPart, outside map[*ir.Instr][]*ir.Use) (headers []*ir.Block) {
	p := w.p
	for _, phi := range w.phis {
		w.now[phi] = phi.Incoming(p.pre)
	}
	old := p.pre.Term()
	old.Detach()
	old.DropArgs()
	for _, part := range parts {
		w.chain(part)
		headers = append(headers, part.header)
	}
	ir.NewBuilder(w.at).Br(w.out)
	ir.NewBuilder(w.left).Unreachable() // nothing leads there any more
	edit.ReplaceIncomingBlock(w.out, p.latch, w.at)
	for phi, uses := range outside {
		for _, u := range uses {
			u.User.SetArg(u.Index(), w.now[phi])
		}
	}
	return headers
}

// enter gives the loop a preheader.
func (w *peeledParts) enter() {
	p := w.p
	header, from := p.loop.Header, p.pre
	if len(from.Succs()) > 1 {
		p.pre = w.f.NewBlock(w.f.FreshName("peel.pre"))
		edit.RedirectEdges(from, header, p.pre)
		edit.ReplaceIncomingBlock(header, from, p.pre)
		ir.NewBuilder(p.pre).Br(header)
	}
	w.at = p.pre
}

// limits computes in front of the loop where its first part ends, and where its last one begins.
func (w *peeledParts) limits() (low, high ir.Value) {
	p := w.p
	b := ir.NewBuilder(p.pre)
	b.Before(p.pre.Term())
	bound := p.test.Arg(1)
	start := p.phi.Incoming(p.pre)
	typ := p.phi.Typ
	low = ir.NewInt(typ, p.start+p.step*int64(p.first))
	if p.first > 1 && p.base != nil {
		low = b.Select(b.ICmp(ir.ULT, low, bound), low, bound)
	}
	if p.last == 0 {
		return low, bound
	}
	if p.base == nil {
		return low, ir.NewInt(typ, p.bound-p.step*int64(p.last))
	}
	high = b.Add(bound, ir.NewInt(typ, -int64(p.last)))
	if p.last > 1 {
		high = b.Select(b.ICmp(ir.ULT, bound, ir.NewInt(typ, int64(p.last))), start, high)
	}
	if p.limited {
		more := b.Add(p.base, ir.NewInt(p.base.Type(), -p.fewest()))
		high = b.Select(b.ICmp(ir.ULE, more, ir.NewInt(p.base.Type(), p.most-p.fewest())), high, start)
	}
	return low, high
}

// copy makes a copy of the loop.
func (w *peeledParts) copy(suffix string, end ir.Value) *peeledPart {
	values, blocks := w.f.CopyBlocks(slices.Concat(w.p.loop.Blocks, w.p.copied), suffix)
	return &peeledPart{values: values, header: blocks[w.p.loop.Header], latch: blocks[w.p.latch], end: end}
}

func (part *peeledPart) of(v ir.Value) ir.Value {
	if c := part.values[v]; c != nil {
		return c
	}
	return v
}

// chain enters the part where the counter is below its end, and goes on behind it.
func (w *peeledParts) chain(part *peeledPart) {
	p, f := w.p, w.f
	enter, left, next := f.NewBlock(f.FreshName("peel.enter")), f.NewBlock(f.FreshName("peel.left")), f.NewBlock(f.FreshName("peel.next"))
	b := ir.NewBuilder(w.at)
	if part.always {
		b.Br(enter)
	} else {
		b.CondBr(b.ICmp(w.less, w.now[p.phi], part.end), enter, next)
	}
	ir.NewBuilder(enter).Br(part.header)
	edit.RedirectEdges(part.latch, w.left, left)
	b.AtEnd(left)
	b.Br(next)
	b.AtEnd(next)
	after := map[*ir.Instr]ir.Value{}
	for _, phi := range w.phis {
		if phi == p.phi && part.always {
			after[phi] = part.end
			continue
		}
		m := b.Phi(phi.Typ)
		if !part.always {
			m.AddIncoming(w.now[phi], w.at)
		}
		m.AddIncoming(part.of(phi.Incoming(p.latch)), left)
		after[phi] = m
	}
	for _, phi := range w.phis {
		c := part.of(phi).(*ir.Instr)
		if part.once {
			ir.ReplaceAllUses(c, w.now[phi])
			continue
		}
		for k, from := range c.Blocks {
			if from == p.pre {
				c.SetArg(k, w.now[phi])
				c.Blocks[k] = enter
			}
		}
	}
	w.end(part, left)
	w.at, w.now = next, after
}

// end lets the part end where the counter reaches its end.
func (w *peeledParts) end(part *peeledPart, left *ir.Block) {
	t := part.latch.Term()
	if part.once {
		t.Detach()
		t.DropArgs()
		ir.NewBuilder(part.latch).Br(left)
		for _, phi := range slices.Clone(part.header.Phis()) {
			phi.Erase()
		}
		return
	}
	test := w.p.test.Copy()
	b := ir.NewBuilder(part.latch)
	b.Before(t)
	test.SetArg(0, part.of(w.p.next))
	test.SetArg(1, part.end)
	t.SetArg(0, b.Insert(test))
}

// simplify replaces what is known in the loop itself by now, and reports whether there was anything.
func (p *peeling) simplify() (changed bool) {
	for _, b := range p.loop.Blocks {
		for _, i := range slices.Clone(b.Instrs) {
			if !ir.HasUses(i) {
				continue
			}
			if v := p.known(i); v != nil {
				ir.ReplaceAllUses(i, v)
				changed = true
			}
		}
	}
	return changed
}

// known is what i is in the loop itself, nil where that is not known.
func (p *peeling) known(i *ir.Instr) ir.Value {
	if holds, ok := p.decided[i]; ok {
		return ir.NewBool(holds)
	}
	if c, ok := p.sums[i]; ok {
		return p.sum(i, c)
	}
	if p.same[i] {
		return i.Arg(0)
	}
	return nil
}

// sum writes the counter plus c in the place of i.
func (p *peeling) sum(i *ir.Instr, c int64) ir.Value {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	if i.Op == ir.Phi {
		b.AtStart(i.Parent)
	}
	v := ir.Value(p.phi)
	if p.phi.Typ.Bits < i.Typ.Bits {
		v = b.Cast(ir.SExt, v, i.Typ)
	}
	if c != 0 {
		v = edit.NoWrap(b, ir.Add, v, ir.NewInt(v.Type(), c))
	}
	if p.phi.Typ.Bits > i.Typ.Bits {
		v = b.Cast(ir.Trunc, v, i.Typ)
	}
	return v
}
