package raise

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// Bounds of the search for loops over tables of addresses.
const (
	maxTableSteps = 64
	maxTableDepth = 4 // how many steps of an address are looked through
)

// FullUnroll fully unrolls loops with a constant trip count over a local table of addresses, where a
// program stores pointers into parts of a block in a table first: an address loaded from the table would be taken for any
// of its elements. It does so, too, with small loops over local arrays of floats, or of addresses, that are registers then
// (Muchnick, Advanced Compiler Design and Implementation, 1997, section 17.4). It reports whether there were any.
func FullUnroll(f *ir.Function) bool {
	changed := false
	for slices.ContainsFunc(f.Entry().Instrs, func(i *ir.Instr) bool { return isTable(i) || isFloatArray(i) }) {
		loops := loopsToUnroll(f)
		if len(loops) == 0 {
			break
		}
		for _, u := range loops {
			u.run(f)
		}
		edit.Compact(f)
		edit.RemoveUnreachable(f)
		canon.InstSimplify(f)
		canon.SimplifyCFG(f)
		changed = true
	}
	return changed
}

// loopsToUnroll are loops to be unrolled of which none is inside of another.
func loopsToUnroll(f *ir.Function) []*unrolling {
	if len(findLoops(f).take) == 0 {
		return nil
	}
	canon.LoopSimplify(f)
	canon.LCSSA(f)
	var list []*unrolling
	found := findLoops(f)
	for _, l := range found.innermost() {
		list = append(list, newUnrolling(l, found.trips[l]-1))
	}
	return list
}

// isTable reports whether an instruction allocates a local array of pointers.
func isTable(i *ir.Instr) bool {
	return i.Op == ir.Alloca && i.Elem.Kind == ir.ArrayKind && i.Elem.Elem.IsPtr() && i.Elem.Len <= maxTableSteps
}

// readsTable reports whether an instruction of a loop loads a pointer from a table at a
// varying index, and memory is accessed through it.
func readsTable(l *analysis.Loop, i, table *ir.Instr) bool {
	if i.Op != ir.Load || !i.Typ.IsPtr() {
		return false
	}
	at, ok := i.Arg(0).(*ir.Instr)
	if !ok || at.Op != ir.GetElementPtr || l.Invariant(at) {
		return false
	}
	return analysis.StripAddress(at) == ir.Value(table) && accessed(i, 0)
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

// mayCopy reports whether the blocks of l may be copied.
func mayCopy(l *analysis.Loop) bool {
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if i.Typ.Kind == ir.TokenKind || i.Op == ir.LandingPad {
				return false
			}
		}
		t := b.Term()
		if t.Op != ir.Unreachable && (t.Op != ir.Br || len(edit.DistinctBlocks(t.Blocks)) != len(t.Blocks)) {
			return false
		}
	}
	return true
}

// unrolling is a loop in LCSSA form that is to be unrolled fully.
type unrolling struct {
	blocks                []*ir.Block
	before, header, latch *ir.Block
	phis                  []*ir.Instr // of the header
	exits                 []ir.Edge
	times                 int64 // how often the backedge is taken
}

func newUnrolling(l *analysis.Loop, times int64) *unrolling {
	return &unrolling{l.Blocks, l.Preheader(), l.Header, l.Latch(), l.Header.Phis(), l.ExitEdges(), times}
}

// run puts a copy of the loop before it for each time that its backedge is taken: what remains is the last iteration.
func (u *unrolling) run(f *ir.Function) {
	now := map[ir.Value]ir.Value{} // of the header's phis, as the iteration begins
	for _, phi := range u.phis {
		now[phi] = phi.Incoming(u.before)
	}
	from := u.before // where the iteration is entered from
	for range u.times {
		values, blocks := u.copyBody(f, now)
		edit.RedirectEdges(from, u.header, blocks[u.header])
		from = blocks[u.latch]
		edit.RedirectEdges(from, blocks[u.header], u.header)
		after := func(v ir.Value) ir.Value {
			if mapped, ok := values[v]; ok {
				return mapped
			}
			return v
		}
		for _, e := range u.exits {
			for _, phi := range e.To.Phis() {
				phi.AddIncoming(after(phi.Incoming(e.From)), blocks[e.From])
			}
		}
		now = map[ir.Value]ir.Value{}
		for _, phi := range u.phis {
			now[phi] = after(phi.Incoming(u.latch))
		}
	}
	over := f.NewBlock(f.FreshName("out.over"))
	ir.NewBuilder(over).Unreachable()
	edit.RedirectEdges(u.latch, u.header, over)
	for _, phi := range u.phis {
		edit.Replace(phi, now[phi])
	}
}

// copyBody copies the loop's blocks, values being what stands for the header's phis, to which it adds the copies.
func (u *unrolling) copyBody(f *ir.Function, values map[ir.Value]ir.Value) (map[ir.Value]ir.Value, map[*ir.Block]*ir.Block) {
	blocks := map[*ir.Block]*ir.Block{}
	for _, b := range u.blocks {
		c := f.NewBlock(f.FreshName("out"))
		c.Line = b.Line
		blocks[b] = c
	}
	var copies []*ir.Instr
	for _, b := range u.blocks {
		for _, i := range b.Instrs {
			if b == u.header && i.Op == ir.Phi {
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
	return values, blocks
}
