package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// maxFused bounds the instructions of a fused loop.
const maxFused = 200

// LoopFusion joins innermost loops of one block that follow each other, run equally often and access the same elements
// (Allen and Kennedy, Optimizing Compilers for Modern Architectures, 2001, section 6.2.5): what both of them need in a
// reverse sweep is kept once, and what the second reads of what the first has stored is at hand. It reports whether there
// were any.
func LoopFusion(f *ir.Function) bool {
	changed := false
	for p := findFusion(f); p != nil; p = findFusion(f) {
		p.run()
		changed = true
	}
	return changed
}

// fusion is a pair of loops that may be joined.
type fusion struct {
	f             *ir.Function
	first, second *analysis.Loop
	alias         *analysis.Alias
	shared        bool // there is an element that both access
}

// findFusion finds two loops that may be joined; nil where there are none.
func findFusion(f *ir.Function) *fusion {
	info, preds := analysis.Loops(f, ir.Dominators(f)), f.Preds()
	var alias *analysis.Alias
	for _, l := range info.All {
		next := following(info, preds, l)
		if next == nil || len(l.Header.Instrs)+len(next.Header.Instrs) > maxFused {
			continue
		}
		if alias == nil {
			alias = analysis.NewAlias(f)
		}
		if p := (&fusion{f: f, first: l, second: next, alias: alias}); p.possible() {
			return p
		}
	}
	return nil
}

// following is the loop of one block to which l, which is one, leads with nothing between; nil where there is none.
func following(info *analysis.LoopInfo, preds [][]*ir.Block, l *analysis.Loop) *analysis.Loop {
	if !ofOneBlock(l) {
		return nil
	}
	from := l.Header
	for b := l.ExitEdges()[0].To; ; from, b = b, b.Succs()[0] {
		if next := info.Of(b); next != nil && next.Header == b && next != l {
			if ofOneBlock(next) && next.Parent == l.Parent && next.Preheader() == from {
				return next
			}
			return nil
		}
		if len(b.Instrs) != 1 || len(preds[b.ID]) != 1 || len(b.Succs()) != 1 || info.Of(b) != l.Parent {
			return nil
		}
	}
}

// ofOneBlock reports whether a loop is one block, which has one exit.
func ofOneBlock(l *analysis.Loop) bool {
	return len(l.Blocks) == 1 && l.Preheader() != nil && l.Latch() != nil && l.Header.Term().Op == ir.Br && len(l.ExitEdges()) == 1
}

// possible reports whether the loops may be joined, and access the same element.
func (p *fusion) possible() bool {
	n, m := analysis.BackedgeCount(p.first), analysis.BackedgeCount(p.second)
	if n == nil || m == nil || !n.Equal(m) {
		return false
	}
	a, ok := p.accesses(p.first)
	if !ok {
		return false
	}
	b, ok := p.accesses(p.second)
	if !ok || p.usesFirst() {
		return false
	}
	for _, x := range a {
		for _, y := range b {
			if !p.inOrder(x, y) {
				return false
			}
		}
	}
	return p.shared
}

// accesses are the loads and stores of a loop; false where it does other things to memory.
func (p *fusion) accesses(l *analysis.Loop) (list []*ir.Instr, ok bool) {
	for _, i := range l.Header.Instrs {
		switch {
		case i.Flags&(ir.Volatile|ir.Atomic) != 0:
			return nil, false
		case i.Op == ir.Load, i.Op == ir.Store:
			list = append(list, i)
		case i.IsCall() && !canon.IsPure(i.CalledFunc()), i.Op == ir.Fence, i.Op == ir.AtomicRMW, i.Op == ir.CmpXchg, i.Op == ir.VAArg:
			return nil, false
		}
	}
	return list, true
}

// usesFirst reports whether the second loop uses a value that the first computes.
func (p *fusion) usesFirst() bool {
	return slices.ContainsFunc(p.second.Header.Instrs, func(i *ir.Instr) bool {
		return slices.ContainsFunc(i.Args(), func(v ir.Value) bool {
			x, ok := v.(*ir.Instr)
			return ok && x.Parent == p.first.Header
		})
	})
}

// inOrder reports whether no iteration of the second loop meets a later one of the first in memory that one of x and y writes:
// they are accesses of the same element in the same iteration, or never meet.
func (p *fusion) inOrder(x, y *ir.Instr) bool {
	reads := x.Op == ir.Load && y.Op == ir.Load
	at, to := address(x), address(y)
	r, s := p.first.Recurrence(at), p.second.Recurrence(to)
	if r != nil && s != nil && r.Equal(s) {
		layout := p.f.Module.Layout
		size := max(layout.StoreSize(accessType(x)), layout.StoreSize(accessType(y)))
		if step, ok := r.Step(); ok && (step >= size || -step >= size) {
			p.shared = p.shared || accessType(x) == accessType(y)
			return true
		}
	}
	return reads || p.apart(base(p.first, at), base(p.second, to))
}

// apart reports whether what is based on v never meets what is based on w, whatever iterations these are of.
func (p *fusion) apart(v, w ir.Value) bool {
	if !p.first.Invariant(v) || !p.second.Invariant(w) {
		return p.alias.AliasAnytime(v, -1, w, -1) == analysis.NoAlias
	}
	return p.alias.Alias(v, -1, w, -1) == analysis.NoAlias
}

// base is what an address is computed from in a loop: the same in all of its iterations, or what an iteration computes.
func base(l *analysis.Loop, v ir.Value) ir.Value {
	for {
		i, ok := v.(*ir.Instr)
		if !ok || l.Invariant(v) || i.Op != ir.GetElementPtr && i.Op != ir.BitCast {
			return v
		}
		v = i.Arg(0)
	}
}

// run puts the body of the second loop behind that of the first.
func (p *fusion) run() {
	first, second := p.first.Header, p.second.Header
	before, between := p.first.Preheader(), p.second.Preheader()
	end := first.Term()
	counters := map[*ir.Instr]*ir.Instr{}
	for _, phi := range second.Phis() {
		if same := p.sameCounter(phi); same != nil {
			counters[phi] = same
		}
	}
	for _, i := range slices.Clone(second.Instrs) {
		switch {
		case i == second.Term():
		case i.Op == ir.Phi && counters[i] != nil:
			ir.ReplaceAllUses(i, counters[i])
		case i.Op == ir.Phi:
			moved := ir.NewInstr(ir.Phi, i.Typ)
			moved.Line = i.Line
			moved.AddIncoming(i.Incoming(between), before)
			moved.AddIncoming(i.Incoming(second), first)
			first.InsertAt(len(first.Phis()), moved)
			ir.ReplaceAllUses(i, moved)
		default:
			i.Detach()
			first.InsertAt(first.Index(end), i)
		}
	}
	from, out := p.first.ExitEdges()[0].To, p.second.ExitEdges()[0].To
	edit.RedirectEdges(first, from, out)
	for _, phi := range out.Phis() {
		phi.AddIncoming(phi.Incoming(second), first)
	}
	edit.RemoveUnreachable(p.f)
}

// sameCounter is the phi of the first loop that takes the values of a phi of the second; nil where there is none.
func (p *fusion) sameCounter(phi *ir.Instr) *ir.Instr {
	r := p.second.Recurrence(phi)
	if r == nil {
		return nil
	}
	for _, other := range p.first.Header.Phis() {
		if s := p.first.Recurrence(other); other.Typ == phi.Typ && s != nil && s.Equal(r) {
			return other
		}
	}
	return nil
}
