package edit

import "github.com/llad-ad/llad/ir"

// FilterIncoming keeps the incoming values of a phi that keep accepts.
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

// DropEdge removes one incoming value for an edge from b from each phi of to.
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

// Jump replaces the terminator of b by an unconditional branch to its successor to. One edge
// to it stays, the others are removed.
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

// RedirectEdges makes every edge from from's terminator to old lead to to. The caller updates
// the phis.
func RedirectEdges(from, old, to *ir.Block) {
	t := from.Term()
	for k, s := range t.Blocks {
		if s == old {
			t.Blocks[k] = to
		}
	}
}

// RemoveUnreachable removes unreachable blocks and their incoming values. It reports whether
// there were any.
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

// SortBlocks puts the blocks in reverse post-order. Every block must be reachable.
func SortBlocks(f *ir.Function) {
	f.Blocks = ir.RPO(f)
	f.Number()
}

// SplitPredecessors inserts a block between to and those of its predecessors that moved
// accepts, and splits the phis of to alike. It returns nil where the edges cannot be
// redirected, or to is an exception pad.
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

// SplitLandingPad is SplitPredecessors for a landing pad: the other predecessors get a new
// block too, both blocks become landing pads, and to gets a phi of what they caught.
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

// DivertEdges redirects the edges from some predecessors of to through a new block.
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

// IsEHPad reports whether b begins with an exception pad, so that only unwind edges enter it.
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

// CanRedirect reports whether the edges of b may be redirected: targets of indirectbr and
// callbr are addresses that other code holds.
func CanRedirect(b *ir.Block) bool {
	op := b.Term().Op
	return op != ir.IndirectBr && op != ir.CallBr
}

// ReplaceIncomingBlock replaces the incoming block old by now in the phis of b.
func ReplaceIncomingBlock(b, old, now *ir.Block) {
	for _, phi := range b.Phis() {
		for k, from := range phi.Blocks {
			if from == old {
				phi.Blocks[k] = now
			}
		}
	}
}

// DistinctBlocks is the list without repetitions.
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

// CondBranch gives the terminator of b, and whether it is a conditional branch with two
// different targets.
func CondBranch(b *ir.Block) (t *ir.Instr, ok bool) {
	t = b.Term()
	return t, t.Op == ir.Br && len(t.Blocks) == 2 && t.Blocks[0] != t.Blocks[1]
}

// SplitBehind moves the instructions of b behind instruction at, which may be -1, into a block of
// their own, which it returns; b has no terminator then. Instructions without a parent are left out.
func SplitBehind(b *ir.Block, at int, name string) *ir.Block {
	behind := b.Parent.NewBlock(b.Parent.FreshName(name))
	behind.Line = b.Line
	for _, i := range b.Instrs[at+1:] {
		if i.Parent != nil { // it may be part of what was replaced
			i.Parent = behind
			behind.Instrs = append(behind.Instrs, i)
		}
	}
	clear(b.Instrs[at+1:])
	b.Instrs = b.Instrs[:at+1]
	renameIncoming(behind, b)
	return behind
}

// JoinBehind undoes SplitBehind: b, whose terminator is removed, goes on with behind, which has no
// phis.
func JoinBehind(b, behind *ir.Block) {
	b.Instrs = b.Instrs[:len(b.Instrs)-1]
	for _, i := range behind.Instrs {
		i.Parent = b
	}
	b.Instrs = append(b.Instrs, behind.Instrs...)
	behind.Instrs = nil
	renameIncoming(b, behind)
}

// renameIncoming has the phis behind b come from b where they came from old.
func renameIncoming(b, old *ir.Block) {
	for _, to := range b.Succs() {
		ReplaceIncomingBlock(to, old, b)
	}
}
