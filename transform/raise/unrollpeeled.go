package raise

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// Where the trip count is one more than a multiple of the unroll factor, one iteration is
// peeled before the loop:
//
//	before:  one iteration, and nothing else that writes    loop
//
// The loop then begins with that iteration.

// peeled lets a loop of single iterations do the peeled one before it. All carried values must
// advance by constants.
func (t *loopPairs) peeled(l *analysis.Loop) bool {
	before := l.Preheader()
	if len(l.Blocks) != 1 || before == nil || len(before.Succs()) != 1 || countingOf(l) == nil || len(l.Header.Instrs) > maxAlone {
		return false
	}
	u := &unrolled{pairs: t, u: l, body: before}
	stores, ok := u.storesOnly()
	if !ok || stores == 0 || len(before.Instrs) > maxAlone || !u.loadsStay() {
		return false
	}
	u.openPhis()
	one := &symbolicRun{symbols: u.sym, vals: map[ir.Value]term{}}
	one.block(before)
	loop := &symbolicRun{symbols: u.sym, vals: map[ir.Value]term{}}
	starts := map[*ir.Instr]ir.Value{}
	for _, p := range l.Header.Phis() {
		rec := l.Recurrence(p)
		if rec == nil || edit.IntWidth(p.Typ) == 0 {
			return false
		}
		step, ok := rec.Step()
		if !ok {
			return false
		}
		loop.vals[p] = u.sym.plus(one.val(p.Incoming(before)), u.sym.sum(sum{width: edit.IntWidth(p.Typ), c: uint64(-step)}), 1)
		if starts[p] = startIn(before, one, p, loop.vals[p]); starts[p] == nil {
			return false
		}
	}
	loop.block(l.Header)
	if one.failed || loop.failed || len(one.effects) != len(loop.effects) {
		return false
	}
	alone, often := accessMetadataOf(before, one), accessMetadataOf(l.Header, loop)
	for k := range one.effects {
		if !one.effects[k].equals(loop.effects[k]) || !sameAccessMetadata(alone.stores[k], often.stores[k]) {
			return false
		}
	}
	for _, i := range l.Header.Instrs {
		if i.Op == ir.Load && !alone.holds(i, loop.vals[i]) {
			return false
		}
	}
	for _, p := range l.Header.Phis() {
		p.SetArg((&counting{phi: p}).indexOf(before), starts[p])
	}
	for _, i := range before.Instrs {
		if i.Op == ir.Store {
			edit.Kill(i)
		}
	}
	edit.CompactBlock(before)
	t.made[before], t.made[l.Header] = true, true
	return true
}

// loadsStay reports whether nothing after the peeled iteration uses what it loads, or what is
// computed from that.
func (u *unrolled) loadsStay() bool {
	loaded := map[ir.Value]bool{}
	for _, i := range u.body.Instrs {
		read := i.Op == ir.Load || i.IsCall()
		for _, a := range i.Args() {
			read = read || loaded[a]
		}
		if !read {
			continue
		}
		loaded[i] = true
		for use := range ir.Uses(i) {
			if use.User.Parent != u.body {
				return false
			}
		}
	}
	return true
}

// startIn is a start value for p at the end of a block: an instruction of the block or a
// constant; nil if there is none.
func startIn(b *ir.Block, run *symbolicRun, p *ir.Instr, want term) ir.Value {
	for _, i := range b.Instrs {
		if ir.Same(i.Typ, p.Typ) && edit.IntWidth(i.Typ) > 0 && (i.Op == ir.Phi || i.Op == ir.Add || i.Op == ir.GetElementPtr) && run.val(i) == want {
			return i
		}
	}
	if s := run.sums[want]; p.Typ.IsInt() && len(s.terms) == 0 {
		return ir.NewInt(p.Typ, signed(s.c, s.width))
	}
	if i, ok := p.Incoming(b).(*ir.Instr); ok && i.Op == ir.Add && run.val(i.Arg(0)) == want {
		return i.Arg(0)
	}
	return nil
}
