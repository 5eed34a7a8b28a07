package edit

import "github.com/llad-ad/llad/ir"

// FilterIncoming keeps the entries of a phi that keep accepts.
func FilterIncoming(phi *ir.Instr, keep func(k int, from *ir.Block) bool) {
	args := make([]ir.Value, 0, len(phi.Blocks))
	blocks := make([]*ir.Block, 0, len(phi.Blocks))
	for k, from := range phi.Blocks {
		if keep(k, from) {
			args = append(args, phi.Arg(k))
			blocks = append(blocks, from)
		}
	}
	if len(blocks) < len(phi.Blocks) {
		phi.SetArgs(args...)
		phi.Blocks = blocks
	}
}

// DropEdge removes one entry for an edge from b out of the phis of to.
func DropEdge(b, to *ir.Block) {
	for _, phi := range to.Phis() {
		done := false
		FilterIncoming(phi, func(_ int, from *ir.Block) bool {
			if from == b && !done {
				done = true
				return false
			}
			return true
		})
	}
}

// Jump makes b end in a plain branch to its successor to instead of its
// terminator; one edge to it stays, the others are dropped.
func Jump(b, to *ir.Block) {
	t := b.Term()
	kept := false
	for _, s := range t.Blocks {
		if s == to && !kept {
			kept = true
			continue
		}
		DropEdge(b, s)
	}
	t.Detach()
	t.DropArgs()
	br := ir.NewBuilder(b).Br(to)
	br.Line, br.Meta = t.Line, DebugLoc(t)
}

// RedirectEdges turns every edge of from's terminator that goes to old into one to
// to. Phis are the caller's to mend.
func RedirectEdges(from, old, to *ir.Block) {
	t := from.Term()
	for k, s := range t.Blocks {
		if s == old {
			t.Blocks[k] = to
		}
	}
}

// RemoveUnreachable drops blocks the entry does not reach, and their phi
// entries.
func RemoveUnreachable(f *ir.Function) bool {
	live, all := ir.Reached(f)
	if all {
		return false
	}
	for k, b := range f.Blocks {
		if !live[k] {
			continue
		}
		for _, phi := range b.Phis() {
			FilterIncoming(phi, func(_ int, from *ir.Block) bool { return live[from.ID] })
		}
	}
	keep := f.Blocks[:0]
	for k, b := range f.Blocks {
		if live[k] {
			keep = append(keep, b)
			continue
		}
		for _, i := range b.Instrs {
			if ir.HasUses(i) { // by other unreachable code, or by a phi entry that never counts
				ir.ReplaceAllUses(i, Poison(i.Type()))
			}
			i.DropArgs()
		}
	}
	clear(f.Blocks[len(keep):])
	f.Blocks = keep
	f.Number()
	return true
}

// SortBlocks puts the blocks into reverse post-order, so that blocks which passes
// appended stand where they belong. Every block must be reachable.
func SortBlocks(f *ir.Function) {
	f.Blocks = ir.RPO(f)
	f.Number()
}

// SplitPredecessors puts a new block between some predecessors of to (those that moved
// accepts) and to; phis of to are split alike. Every edge from a moved
// predecessor moves. The new block is nil when a predecessor's edges cannot be
// redirected or when to must be entered directly (landing pads).
func SplitPredecessors(to *ir.Block, preds []*ir.Block, moved func(*ir.Block) bool, name string) *ir.Block {
	if IsEHPad(to) {
		return nil
	}
	for _, p := range preds {
		if moved(p) && !CanRedirect(p) {
			return nil
		}
	}
	return DivertEdges(to, preds, moved, name)
}

// SplitLandingPad is SplitPredecessors for a landing pad: the others of its predecessors get a new
// block too, both of them are landing pads, and to takes what was caught from them.
func SplitLandingPad(to *ir.Block, preds []*ir.Block, moved func(*ir.Block) bool, name string) (n, others *ir.Block) {
	pad := to.Instrs[to.FirstNonPhi()]
	if pad.Op != ir.LandingPad {
		return nil, nil
	}
	n = DivertEdges(to, preds, moved, name)
	others = DivertEdges(to, preds, func(p *ir.Block) bool { return p != n && !moved(p) }, name)
	phi := ir.NewInstr(ir.Phi, pad.Typ)
	phi.Name = pad.Name
	to.InsertAt(0, phi)
	for _, b := range []*ir.Block{n, others} {
		c := pad.Copy()
		b.InsertAt(b.FirstNonPhi(), c)
		phi.AddIncoming(c, b)
	}
	ir.ReplaceAllUses(pad, phi)
	pad.Erase()
	return n, others
}

// DivertEdges leads the edges from some predecessors of to through a new block.
func DivertEdges(to *ir.Block, preds []*ir.Block, moved func(*ir.Block) bool, name string) *ir.Block {
	f := to.Parent
	n := f.NewBlock(f.FreshName(name))
	n.Line = to.Line
	b := ir.NewBuilder(n)
	for _, p := range preds {
		if moved(p) {
			RedirectEdges(p, to, n)
		}
	}
	for _, phi := range to.Phis() {
		var same ir.Value
		differ := false
		for k, from := range phi.Blocks {
			if moved(from) {
				if same == nil {
					same = phi.Arg(k)
				}
				differ = differ || !SameValue(same, phi.Arg(k))
			}
		}
		if same == nil {
			continue
		}
		if differ {
			merged := b.Phi(phi.Type())
			merged.Line, merged.Flags, merged.Meta = phi.Line, phi.Flags, phi.Meta
			for k, from := range phi.Blocks {
				if moved(from) {
					merged.AddIncoming(phi.Arg(k), from)
				}
			}
			same = merged
		}
		FilterIncoming(phi, func(_ int, from *ir.Block) bool { return !moved(from) })
		phi.AddIncoming(same, n)
	}
	b.AtEnd(n)
	br := b.Br(to)
	for _, p := range preds {
		if moved(p) {
			br.Line, br.Meta = p.Term().Line, DebugLoc(p.Term())
			break
		}
	}
	return n
}

// IsEHPad reports whether b begins with an exception pad, so that it can be
// entered only along unwind edges.
func IsEHPad(b *ir.Block) bool {
	k := b.FirstNonPhi()
	if k >= len(b.Instrs) {
		return false
	}
	switch b.Instrs[k].Op {
	case ir.LandingPad, ir.CatchPad, ir.CleanupPad, ir.CatchSwitch:
		return true
	}
	return false
}

// CanRedirect reports whether the edges of b may lead elsewhere. The targets of
// indirectbr and callbr are addresses that other code holds.
func CanRedirect(b *ir.Block) bool {
	op := b.Term().Op
	return op != ir.IndirectBr && op != ir.CallBr
}

// ReplaceIncomingBlock says in the phis of b that control comes from another block.
func ReplaceIncomingBlock(b, old, now *ir.Block) {
	for _, phi := range b.Phis() {
		for k, from := range phi.Blocks {
			if from == old {
				phi.Blocks[k] = now
			}
		}
	}
}

// DistinctBlocks is a copy of a list without repetitions.
func DistinctBlocks(list []*ir.Block) []*ir.Block {
	out := make([]*ir.Block, 0, len(list))
	seen := make(map[*ir.Block]bool, len(list))
	for _, b := range list {
		if !seen[b] {
			seen[b] = true
			out = append(out, b)
		}
	}
	return out
}

// CondBranch gives the two sides of a block that ends in a choice.
func CondBranch(b *ir.Block) (t *ir.Instr, ok bool) {
	t = b.Term()
	return t, t.Op == ir.Br && len(t.Blocks) == 2 && t.Blocks[0] != t.Blocks[1]
}
