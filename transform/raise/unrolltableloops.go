package raise

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// Bounds of what UnrollTableLoops writes for a loop.
const (
	maxTableSteps  = 64
	maxTableLength = 2000
	maxTableDepth  = 4 // how many steps of an address are looked through
)

// UnrollTableLoops fully unrolls loops with a constant trip count over a local table of
// addresses, where a program stores pointers into parts of a block in a table first: an
// address loaded from the table would be taken for any of its elements. It reports whether
// there were any.
func UnrollTableLoops(f *ir.Function) bool {
	if !hasTableLoop(f) {
		return false
	}
	canon.LoopSimplify(f)
	canon.LCSSA(f)
	changed := false
	for {
		l, times := nextTableLoop(f)
		if l == nil {
			break
		}
		unrollFully(f, l, times)
		edit.RemoveUnreachable(f)
		canon.InstSimplify(f)
		canon.SimplifyCFG(f)
		canon.LoopSimplify(f)
		canon.LCSSA(f)
		changed = true
	}
	return changed
}

func hasTableLoop(f *ir.Function) bool {
	if !slices.ContainsFunc(f.Entry().Instrs, isTable) {
		return false
	}
	li := analysis.Loops(f, ir.Dominators(f))
	return slices.ContainsFunc(f.Blocks, func(b *ir.Block) bool {
		l := li.Of(b)
		return l != nil && slices.ContainsFunc(b.Instrs, func(i *ir.Instr) bool { return readsTable(l, i) })
	})
}

// isTable reports whether an instruction allocates a local array of pointers.
func isTable(i *ir.Instr) bool {
	return i.Op == ir.Alloca && i.Elem.Kind == ir.ArrayKind && i.Elem.Elem.IsPtr() && i.Elem.Len <= maxTableSteps
}

// readsTable reports whether an instruction of a loop loads a pointer from a table at a
// varying index, and memory is accessed through it.
func readsTable(l *analysis.Loop, i *ir.Instr) bool {
	if i.Op != ir.Load || !i.Typ.IsPtr() {
		return false
	}
	at, ok := i.Arg(0).(*ir.Instr)
	if !ok || at.Op != ir.GetElementPtr || l.Invariant(at) {
		return false
	}
	table, ok := analysis.StripAddress(at).(*ir.Instr)
	if !ok || !isTable(table) {
		return false
	}
	return accessed(i, 0)
}

// accessed reports whether memory at p, or at a distance from it, is read or written.
func accessed(p *ir.Instr, depth int) bool {
	for u := range ir.Uses(p) {
		switch i := u.User; i.Op {
		case ir.Load:
			return true
		case ir.Store:
			if u.Index() == 1 {
				return true
			}
		case ir.GetElementPtr, ir.BitCast:
			if u.Index() == 0 && depth < maxTableDepth && accessed(i, depth+1) {
				return true
			}
		}
	}
	return false
}

// nextTableLoop is a loop to be unrolled, and how often its backedge is taken.
func nextTableLoop(f *ir.Function) (*analysis.Loop, int64) {
	li := analysis.Loops(f, ir.Dominators(f))
	for k := len(li.All) - 1; k >= 0; k-- {
		l := li.All[k]
		if l.Preheader() == nil || l.Latch() == nil {
			continue
		}
		reads, length, plain := false, 0, true
		for _, b := range l.Blocks {
			length += len(b.Instrs)
			for _, i := range b.Instrs {
				reads = reads || li.Of(b) == l && readsTable(l, i)
				plain = plain && i.Typ.Kind != ir.TokenKind && i.Op != ir.LandingPad
			}
			t := b.Term()
			plain = plain && (t.Op == ir.Unreachable || t.Op == ir.Br && len(edit.DistinctBlocks(t.Blocks)) == len(t.Blocks))
		}
		if !reads || !plain {
			continue
		}
		count := analysis.BackedgeCount(l)
		if count == nil {
			continue
		}
		if n, ok := count.Const(); ok && n < maxTableSteps && (n+1)*int64(length) <= maxTableLength {
			return l, n
		}
	}
	return nil, 0
}

// unrollFully puts a copy of a loop before it for each time that its backedge is taken: what
// remains is the last iteration. The loop is in LCSSA form.
func unrollFully(f *ir.Function, l *analysis.Loop, times int64) {
	before, latch := l.Preheader(), l.Latch()
	phis, exits := l.Header.Phis(), l.ExitEdges()
	now := map[ir.Value]ir.Value{} // of the header's phis, as the iteration begins
	for _, phi := range phis {
		now[phi] = phi.Incoming(before)
	}
	from := before // where the iteration is entered from
	for range times {
		values, blocks := now, map[*ir.Block]*ir.Block{}
		for _, b := range l.Blocks {
			c := f.NewBlock(f.FreshName("out"))
			c.Line = b.Line
			blocks[b] = c
		}
		var copies []*ir.Instr
		for _, b := range l.Blocks {
			for _, i := range b.Instrs {
				if b == l.Header && i.Op == ir.Phi {
					continue
				}
				c := i.Copy()
				values[i] = c
				copies = append(copies, c)
				blocks[b].Append(c)
			}
		}
		for _, c := range copies {
			for k := range c.NumArgs() {
				if v, ok := values[c.Arg(k)]; ok {
					c.SetArg(k, v)
				}
			}
			for k, b := range c.Blocks {
				if to, ok := blocks[b]; ok {
					c.Blocks[k] = to
				}
			}
		}
		edit.RedirectEdges(from, l.Header, blocks[l.Header])
		from = blocks[latch]
		edit.RedirectEdges(from, blocks[l.Header], l.Header)
		for _, e := range exits {
			for _, phi := range e.To.Phis() {
				v := phi.Incoming(e.From)
				if mapped, ok := values[v]; ok {
					v = mapped
				}
				phi.AddIncoming(v, blocks[e.From])
			}
		}
		now = map[ir.Value]ir.Value{}
		for _, phi := range phis {
			v := phi.Incoming(latch)
			if mapped, ok := values[v]; ok {
				v = mapped
			}
			now[phi] = v
		}
	}
	over := f.NewBlock(f.FreshName("out.over"))
	ir.NewBuilder(over).Unreachable()
	edit.RedirectEdges(latch, l.Header, over)
	for _, phi := range phis {
		edit.Replace(phi, now[phi])
	}
	edit.Compact(f)
}
