package canon

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// MakeReducible makes irreducible cycles natural loops: all edges to the entries lead to a new
// dispatch block, which branches to the entry that a phi selects. Values that no longer
// dominate all their uses go through a stack slot, which is promoted at once. Cycles entered
// by unwind edges, indirectbr or callbr stay. It reports whether anything changed.
func MakeReducible(f *ir.Function) bool {
	edit.RemoveUnreachable(f)
	changed := false
	for {
		dt := ir.Dominators(f)
		again := false
		for _, c := range ir.IrreducibleCycles(f, dt) {
			again = dispatch(f, c.Entries) || again
		}
		if !again {
			break
		}
		// Cycles inside, and cycles that lost only their outermost entries, show
		// in the next round.
		changed = true
	}
	if changed {
		repair(f)
		edit.SortBlocks(f)
	}
	return changed
}

// dispatch redirects every edge to the entries through a new block.
func dispatch(f *ir.Function, entries []*ir.Block) bool {
	number := map[*ir.Block]int{}
	for k, e := range entries {
		if edit.IsEHPad(e) || e == f.Entry() {
			return false
		}
		number[e] = k
	}
	from, ok := predecessors(f, entries)
	if !ok {
		return false
	}
	d := f.NewBlock(f.FreshName("dispatch"))
	d.Line = entries[0].Line
	b := ir.NewBuilder(d)
	sel := b.Phi(ir.I32)
	moved := map[*ir.Instr]*ir.Instr{} // phi of an entry: its successor in d
	for _, e := range entries {
		for _, phi := range e.Phis() {
			n := b.Phi(phi.Type())
			n.Line, n.Flags, n.Meta = phi.Line, phi.Flags, phi.Meta
			moved[phi] = n
		}
	}
	for _, p := range from {
		t := p.Term()
		edges := 0
		for _, s := range t.Blocks {
			if _, ok := number[s]; ok {
				edges++
			}
		}
		for _, e := range edit.DistinctBlocks(t.Blocks) {
			if _, ok := number[e]; !ok {
				continue
			}
			source := p
			if edges > 1 {
				source = f.NewBlock(f.FreshName("dispatch.edge"))
				br := ir.NewBuilder(source).Br(d)
				br.Line, br.Meta = t.Line, edit.DebugLoc(t)
				edit.RedirectEdges(p, e, source)
			} else {
				edit.RedirectEdges(p, e, d)
			}
			sel.AddIncoming(ir.NewInt(ir.I32, int64(number[e])), source)
			for _, o := range entries {
				for _, phi := range o.Phis() {
					v := edit.Poison(phi.Type())
					if o == e {
						v = phi.Incoming(p)
					}
					moved[phi].AddIncoming(v, source)
				}
			}
		}
	}
	for _, e := range entries {
		for _, phi := range e.Phis() {
			edit.Replace(phi, moved[phi])
		}
	}
	edit.Compact(f)
	b.AtEnd(d)
	var cases []int64
	for k := range entries[1:] {
		cases = append(cases, int64(k+1))
	}
	b.Switch(sel, entries[0], cases, entries[1:]).Line = d.Line
	return true
}

// predecessors lists the blocks that branch to one of entries; false where the edges of one
// cannot lead elsewhere.
func predecessors(f *ir.Function, entries []*ir.Block) (from []*ir.Block, ok bool) {
	preds := f.Preds()
	seen := map[*ir.Block]bool{}
	for _, e := range entries {
		for _, p := range preds[e.ID] {
			if !edit.CanRedirect(p) {
				return nil, false
			}
			if !seen[p] {
				seen[p] = true
				from = append(from, p)
			}
		}
	}
	return from, true
}

// repair puts every value that does not dominate all its uses into a stack slot, and promotes
// the slots.
func repair(f *ir.Function) {
	dt := ir.Dominators(f)
	var broken []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			for u := range ir.Uses(i) {
				if !defines(dt, i, u) {
					broken = append(broken, i)
					break
				}
			}
		}
	}
	if len(broken) == 0 {
		return
	}
	ins := edit.NewInserter(f)
	for _, i := range broken {
		demote(f, ins, i)
	}
	ins.Flush()
	Mem2Reg(f)
}

// defines reports whether i dominates the use u.
func defines(dt *ir.DomTree, i *ir.Instr, u *ir.Use) bool {
	if u.User.Op == ir.Phi {
		return dt.Dominates(i.Parent, u.User.Blocks[u.Index()])
	}
	if u.User.Parent == i.Parent {
		return dt.InstrDominates(i, u.User)
	}
	return dt.Dominates(i.Parent, u.User.Parent)
}

// demote keeps i in a stack slot: stored after its definition, loaded before each use.
func demote(f *ir.Function, ins *edit.Inserter, i *ir.Instr) {
	var slot *ir.Instr
	entry := f.Entry()
	ins.At(entry.Instrs[entry.FirstNonPhi()], func(b *ir.Builder) { slot = b.Alloca(i.Typ, nil, 0) })
	var uses []*ir.Use
	for u := range ir.Uses(i) {
		uses = append(uses, u)
	}
	loaded := map[*ir.Block]ir.Value{} // for phis: one load at the end of a predecessor
	for _, u := range uses {
		at := u.User
		if at.Op == ir.Phi {
			from := at.Blocks[u.Index()]
			if from == i.Parent { // may be an invoke: there is no place behind it
				continue
			}
			if v, ok := loaded[from]; ok {
				at.SetArg(u.Index(), v)
				continue
			}
			ins.At(from.Term(), func(b *ir.Builder) {
				v := b.Load(i.Typ, slot, 0)
				loaded[from] = v
				at.SetArg(u.Index(), v)
			})
			continue
		}
		ins.At(at, func(b *ir.Builder) { at.SetArg(u.Index(), b.Load(i.Typ, slot, 0)) })
	}
	ins.At(behind(f, i), func(b *ir.Builder) { b.Store(i, slot, 0) })
}

// behind is the first instruction that may stand after the definition of i.
func behind(f *ir.Function, i *ir.Instr) *ir.Instr {
	if i.Op.IsTerminator() { // invoke: on its normal edge
		to := i.Blocks[0]
		if preds := f.Preds()[to.ID]; len(preds) > 1 {
			to = edit.SplitPredecessors(to, preds, func(p *ir.Block) bool { return p == i.Parent }, "invoke.cont")
		}
		return to.Instrs[to.FirstNonPhi()]
	}
	b := i.Parent
	k := b.FirstNonPhi()
	if i.Op != ir.Phi {
		k = b.Index(i) + 1
	} else if edit.IsEHPad(b) {
		k++
	}
	return b.Instrs[k]
}

// SplitCriticalEdges splits the edges from a block with several successors to one with several
// predecessors. Unwind edges and those of indirectbr and callbr stay. It reports whether there
// were any.
func SplitCriticalEdges(f *ir.Function) bool {
	edit.RemoveUnreachable(f)
	preds := f.Preds()
	changed := false
	for _, b := range slices.Clone(f.Blocks) {
		if !edit.CanRedirect(b) || len(b.Succs()) < 2 {
			continue
		}
		for _, to := range edit.DistinctBlocks(b.Succs()) {
			if len(preds[to.ID]) > 1 && edit.SplitPredecessors(to, []*ir.Block{b}, func(p *ir.Block) bool { return p == b }, "edge") != nil {
				changed = true
			}
		}
	}
	if changed {
		edit.SortBlocks(f)
	}
	return changed
}
