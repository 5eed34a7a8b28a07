package pass

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// kill marks i for the next compact: its operands are dropped and it has no
// parent any more. Taking instructions out of their blocks one by one would be
// quadratic.
func kill(i *ir.Instr) {
	i.DropArgs()
	i.Parent = nil
}

// replace puts v wherever i stands and kills i.
func replace(i *ir.Instr, v ir.Value) {
	ir.ReplaceAllUses(i, v)
	kill(i)
}

// compact takes killed instructions out of their blocks.
func compact(f *ir.Function) {
	for _, b := range f.Blocks {
		compactBlock(b)
	}
}

func compactBlock(b *ir.Block) {
	keep := b.Instrs[:0]
	for _, i := range b.Instrs {
		if i.Parent != nil {
			keep = append(keep, i)
		}
	}
	clear(b.Instrs[len(keep):])
	b.Instrs = keep
}

// filterIncoming keeps the entries of a phi that keep accepts.
func filterIncoming(phi *ir.Instr, keep func(k int, from *ir.Block) bool) {
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

// dropEdge removes one entry for an edge from b out of the phis of to.
func dropEdge(b, to *ir.Block) {
	for _, phi := range to.Phis() {
		done := false
		filterIncoming(phi, func(_ int, from *ir.Block) bool {
			if from == b && !done {
				done = true
				return false
			}
			return true
		})
	}
}

// jump makes b end in a plain branch to its successor to instead of its
// terminator; one edge to it stays, the others are dropped.
func jump(b, to *ir.Block) {
	t := b.Term()
	kept := false
	for _, s := range t.Blocks {
		if s == to && !kept {
			kept = true
			continue
		}
		dropEdge(b, s)
	}
	t.Detach()
	t.DropArgs()
	br := ir.NewBuilder(b).Br(to)
	br.Line, br.Meta = t.Line, debugOnly(t)
}

// debugOnly is the source position of i: other metadata (branch weights) does
// not carry over to a branch of another shape.
func debugOnly(i *ir.Instr) []ir.Attachment {
	for _, a := range i.Meta {
		if a.Kind == "dbg" {
			return []ir.Attachment{a}
		}
	}
	return nil
}

// retarget turns every edge of from's terminator that goes to old into one to
// to. Phis are the caller's to mend.
func retarget(from, old, to *ir.Block) {
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
			filterIncoming(phi, func(_ int, from *ir.Block) bool { return live[from.ID] })
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
				ir.ReplaceAllUses(i, poison(i.Type()))
			}
			i.DropArgs()
		}
	}
	clear(f.Blocks[len(keep):])
	f.Blocks = keep
	f.Number()
	return true
}

// freshLike is a new name made from one that was read; unnamed stays unnamed.
func freshLike(f *ir.Function, name string) string {
	if name == "" || name[0] == '"' {
		return ""
	}
	return f.FreshName(name)
}

// sameValue reports whether a and b are one value: constants are not interned.
func sameValue(a, b ir.Value) bool {
	if a == b {
		return true
	}
	x, ok := a.(*ir.Const)
	y, ok2 := b.(*ir.Const)
	if !ok || !ok2 || x.Kind != y.Kind || !ir.Same(x.Typ, y.Typ) || len(x.Elems) != len(y.Elems) {
		return false
	}
	switch x.Kind {
	case ir.ConstInt:
		return x.Int == y.Int && (x.Big == nil) == (y.Big == nil) && (x.Big == nil || x.Big.Cmp(y.Big) == 0)
	case ir.ConstFP, ir.ConstString, ir.ConstRaw:
		return x.Text == y.Text
	case ir.ConstNull, ir.ConstZero, ir.ConstUndef, ir.ConstPoison, ir.ConstNone:
		return true
	case ir.ConstExpr:
		if x.Op != y.Op || x.Pred != y.Pred || x.Flags != y.Flags || x.InRange != y.InRange || x.Elem != y.Elem || !slices.Equal(x.Indices, y.Indices) {
			return false
		}
	}
	for k := range x.Elems {
		if !sameValue(x.Elems[k], y.Elems[k]) {
			return false
		}
	}
	return true
}

// poison is a placeholder for a value no execution reads.
func poison(t *ir.Type) ir.Value {
	if t == ir.Token {
		return &ir.Const{Kind: ir.ConstNone, Typ: t}
	}
	return ir.Poison(t)
}

// layOut puts the blocks into reverse post-order, so that blocks which passes
// appended stand where they belong. Every block must be reachable.
func layOut(f *ir.Function) {
	f.Blocks = ir.RPO(f)
	f.Number()
}

// splitPreds puts a new block between some predecessors of to (those that moved
// accepts) and to; phis of to are split alike. Every edge from a moved
// predecessor moves. The new block is nil when a predecessor's edges cannot be
// redirected or when to must be entered directly (landing pads).
func splitPreds(to *ir.Block, preds []*ir.Block, moved func(*ir.Block) bool, name string) *ir.Block {
	if isPad(to) {
		return nil
	}
	for _, p := range preds {
		if moved(p) && !canRedirect(p) {
			return nil
		}
	}
	return divert(to, preds, moved, name)
}

// splitPad is splitPreds for a landing pad: the others of its predecessors get a new
// block too, both of them are landing pads, and to takes what was caught from them.
func splitPad(to *ir.Block, preds []*ir.Block, moved func(*ir.Block) bool, name string) (n, others *ir.Block) {
	pad := to.Instrs[to.FirstNonPhi()]
	if pad.Op != ir.LandingPad {
		return nil, nil
	}
	n = divert(to, preds, moved, name)
	others = divert(to, preds, func(p *ir.Block) bool { return p != n && !moved(p) }, name)
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

// divert leads the edges from some predecessors of to through a new block.
func divert(to *ir.Block, preds []*ir.Block, moved func(*ir.Block) bool, name string) *ir.Block {
	f := to.Parent
	n := f.NewBlock(f.FreshName(name))
	n.Line = to.Line
	b := ir.NewBuilder(n)
	for _, p := range preds {
		if moved(p) {
			retarget(p, to, n)
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
				differ = differ || !sameValue(same, phi.Arg(k))
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
		filterIncoming(phi, func(_ int, from *ir.Block) bool { return !moved(from) })
		phi.AddIncoming(same, n)
	}
	b.AtEnd(n)
	br := b.Br(to)
	for _, p := range preds {
		if moved(p) {
			br.Line, br.Meta = p.Term().Line, debugOnly(p.Term())
			break
		}
	}
	return n
}

// isPad reports whether b begins with an exception pad, so that it can be
// entered only along unwind edges.
func isPad(b *ir.Block) bool {
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

// canRedirect reports whether the edges of b may lead elsewhere. The targets of
// indirectbr and callbr are addresses that other code holds.
func canRedirect(b *ir.Block) bool {
	op := b.Term().Op
	return op != ir.IndirectBr && op != ir.CallBr
}
