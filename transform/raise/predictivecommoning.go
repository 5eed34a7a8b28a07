package raise

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// UndoPredictiveCommoning undoes predictive commoning: phi(load p[0], load p[i+1]), by which
// an iteration reuses what the previous one loaded, becomes a load of p[i]. The iterations
// then depend on each other through memory only, which the analyses understand. Nothing in the
// loop may write what is loaded. It needs preheaders and single latches, and reports whether
// anything changed.
func UndoPredictiveCommoning(f *ir.Function) bool {
	var found []*reload
	var alias *analysis.Alias
	var preds [][]*ir.Block
	asked := false
	for _, l := range analysis.Loops(f, ir.Dominators(f)).All {
		pre, latch := l.Preheader(), l.Latch()
		if pre == nil || latch == nil {
			continue
		}
		for _, phi := range l.Header.Phis() {
			r := &reload{l: l, phi: phi}
			if !r.loads(pre, latch) {
				continue
			}
			if asked = true; alias == nil {
				alias, preds = edit.NewAlias(f), f.Preds()
			}
			if r.steps(pre) && r.unchanged(alias, preds, pre) {
				found = append(found, r)
			}
		}
	}
	for _, r := range found {
		r.write()
	}
	if asked {
		canon.DCE(f) // first addresses that were only compared
	}
	return len(found) > 0
}

// reload is a phi that becomes a load.
type reload struct {
	l           *analysis.Loop
	phi         *ir.Instr
	first, next *ir.Instr // the loads in front of the loop and in it
	step        int64
}

// loads finds the incoming loads of the phi.
func (r *reload) loads(pre, latch *ir.Block) bool {
	if !r.phi.Typ.IsFP() || r.phi.Typ.IsVector() || len(r.phi.Blocks) != 2 {
		return false
	}
	first, ok := r.phi.Incoming(pre).(*ir.Instr)
	for ok && first.Op == ir.Phi && len(first.Blocks) == 1 {
		first, ok = first.Arg(0).(*ir.Instr)
	}
	next, ok2 := r.phi.Incoming(latch).(*ir.Instr)
	if !ok || !ok2 || first.Op != ir.Load || next.Op != ir.Load || (first.Flags|next.Flags)&(ir.Volatile|ir.Atomic) != 0 || !r.l.Contains(next.Parent) {
		return false
	}
	r.first, r.next = first, next
	return true
}

// steps reports whether the address in the loop continues that of the first load.
func (r *reload) steps(pre *ir.Block) bool {
	rec := r.l.Recurrence(r.next.Arg(0))
	if rec == nil {
		return false
	}
	step, ok := rec.Step()
	if !ok || step == 0 {
		return false
	}
	r.step = step
	b := ir.NewBuilder(pre)
	b.Before(pre.Term())
	start := r.address(b, r.next.Arg(0), func(phi *ir.Instr) ir.Value { return phi.Incoming(pre) }, 0)
	if start == nil {
		return false
	}
	d, ok := analysis.Distance(r.l.Header.Parent.Module.Layout, r.first.Arg(0), start)
	return ok && d == step
}

// address recomputes v from the header's phis; nil where it depends on anything else in the
// loop.
func (r *reload) address(b *ir.Builder, v ir.Value, of func(*ir.Instr) ir.Value, depth int) ir.Value {
	i, ok := v.(*ir.Instr)
	if !ok || r.l.Invariant(v) {
		return v
	}
	if i.Op == ir.Phi && i.Parent == r.l.Header {
		return of(i)
	}
	if depth > 8 || !i.Op.IsBinary() && i.Op != ir.GetElementPtr && i.Op != ir.BitCast && i.Op != ir.SExt && i.Op != ir.ZExt && i.Op != ir.Trunc ||
		i.Op == ir.SDiv || i.Op == ir.UDiv || i.Op == ir.SRem || i.Op == ir.URem || i.Typ.IsFP() || i.Typ.IsVector() {
		return nil
	}
	args := make([]ir.Value, i.NumArgs())
	for k := range args {
		if args[k] = r.address(b, i.Arg(k), of, depth+1); args[k] == nil {
			return nil
		}
	}
	switch {
	case i.Op == ir.GetElementPtr:
		g := b.GEP(i.Elem, args[0], args[1:]...)
		if x, ok := g.(*ir.Instr); ok && x.Op == ir.GetElementPtr {
			x.Flags = r.flags(i)
		}
		return g
	case i.Op.IsBinary():
		return b.Binary(i.Op, args[0], args[1])
	}
	return b.Cast(i.Op, args[0], i.Typ)
}

// flags are the flags of an address computation that hold whenever the header is entered: the
// last iteration may not reach it.
func (r *reload) flags(i *ir.Instr) ir.Flags {
	if r.next.Parent == r.l.Header {
		return i.Flags
	}
	return 0
}

// unchanged reports whether nothing writes what is loaded, from the first load on.
func (r *reload) unchanged(a *analysis.Alias, preds [][]*ir.Block, pre *ir.Block) bool {
	size := r.l.Header.Parent.Module.Layout.StoreSize(r.phi.Typ)
	keeps := func(i *ir.Instr) bool {
		if !canon.MayWrite(i) {
			return true
		}
		if i.Op != ir.Store {
			return false
		}
		p, q, n := i.Arg(1), r.next.Arg(0), r.l.Header.Parent.Module.Layout.StoreSize(i.Arg(0).Type())
		if a.AliasAnytime(p, n, q, size) == analysis.NoAlias {
			return true
		}
		p, q = a.Base(p), a.Base(q)
		return r.l.Invariant(p) && r.l.Invariant(q) && a.DisjointTogether(p, q)
	}
	for _, b := range r.l.Blocks {
		for _, i := range b.Instrs {
			if !keeps(i) {
				return false
			}
		}
	}
	for b, n := pre, 0; n < 8; n++ {
		for k := len(b.Instrs) - 1; k >= 0; k-- {
			if b.Instrs[k] == r.first {
				return true
			}
			if !keeps(b.Instrs[k]) {
				return false
			}
		}
		if len(preds[b.ID]) != 1 {
			break
		}
		b = preds[b.ID][0]
	}
	return false
}

// write replaces the phi by the load.
func (r *reload) write() {
	h := r.l.Header
	b := ir.NewBuilder(h)
	b.Before(h.Instrs[h.FirstNonPhi()])
	m := b.Module()
	p := r.before(b)
	if p == nil {
		p = r.address(b, r.next.Arg(0), func(phi *ir.Instr) ir.Value { return phi }, 0)
		p = b.Offset(b.Cast(ir.BitCast, p, m.Ptr()), ir.NewInt(ir.I64, -r.step))
		if g, ok := p.(*ir.Instr); ok && g.Op == ir.GetElementPtr {
			g.Flags = r.flags(g)
		}
	}
	x := b.Load(r.phi.Typ, b.Cast(ir.BitCast, p, m.PtrTo(r.phi.Typ)), int(min(r.first.Align, r.next.Align)))
	x.Line, x.Meta = r.next.Line, r.next.Meta
	ir.ReplaceAllUses(r.phi, x)
	r.phi.Erase()
}

// before is the address in the form of the next one, p[i] beside p[i+1], if it has such a
// form: compilers recognise from it what iterations may reuse.
func (r *reload) before(b *ir.Builder) ir.Value {
	g, ok := r.next.Arg(0).(*ir.Instr)
	if !ok || g.Op != ir.GetElementPtr || g.NumArgs() != 2 || !r.l.Invariant(g.Arg(0)) {
		return nil
	}
	sum, ok := g.Arg(1).(*ir.Instr)
	if !ok || sum.Op != ir.Add {
		return nil
	}
	phi, ok := sum.Arg(0).(*ir.Instr)
	c, known := ir.IntValue(sum.Arg(1))
	if !ok || !known || phi.Op != ir.Phi || phi.Parent != r.l.Header || c*b.Module().Layout.AllocSize(g.Elem) != r.step {
		return nil
	}
	p := b.GEP(g.Elem, g.Arg(0), phi)
	if x, ok := p.(*ir.Instr); ok && x.Op == ir.GetElementPtr {
		x.Flags = r.flags(g) & ir.InBounds
	}
	return p
}
