package analysis

import "github.com/llad-ad/llad/ir"

// Loop is a natural loop: a header that dominates every block of the loop, and
// the blocks that reach a latch without passing the header.
type Loop struct {
	Header  *ir.Block
	Latches []*ir.Block // blocks of the loop that branch to the header
	Blocks  []*ir.Block // those of inner loops too, in reverse post-order, so the header is first
	Parent  *Loop
	Inner   []*Loop // in order of their headers
	Depth   int     // 1 for an outermost loop

	info  *LoopInfo
	preds []*ir.Block // of the header
}

// LoopInfo is the loop forest of a function, a snapshot like DomTree. Cycles
// without a single entry are no loops here: see Irreducible.
type LoopInfo struct {
	Top []*Loop // outermost loops in reverse post-order of their headers
	All []*Loop // every loop, an inner one always behind its parent

	index   ir.BlockIndex
	loop    []*Loop       // the innermost one, by block
	preds   [][]*ir.Block // by block
	returns []bool        // by block, whether it comes to a return; nil before somebody asks
}

// Of is the innermost loop that contains b, nil if none.
func (li *LoopInfo) Of(b *ir.Block) *Loop {
	if k := li.index.Of(b); k >= 0 {
		return li.loop[k]
	}
	return nil
}

// Loops finds the natural loops of f. dt must be its dominator tree.
func Loops(f *ir.Function, dt *ir.DomTree) *LoopInfo {
	rpo := ir.RPO(f)
	preds := f.Preds()
	li := &LoopInfo{index: ir.NewBlockIndex(f), loop: make([]*Loop, len(f.Blocks)), preds: preds}
	// Inner headers come before outer ones when walking the dominator tree
	// bottom-up, which the reverse of its preorder does.
	order := dt.Preorder()
	for k := len(order) - 1; k >= 0; k-- {
		h := order[k]
		var latches []*ir.Block
		for _, p := range preds[h.ID] {
			if dt.Reachable(p) && dt.Dominates(h, p) {
				latches = append(latches, p)
			}
		}
		if len(latches) == 0 {
			continue
		}
		l := &Loop{Header: h, Latches: latches, info: li, preds: preds[h.ID]}
		li.collect(l, dt)
	}
	for _, b := range rpo {
		l := li.Of(b)
		if l != nil && l.Header == b {
			li.All = append(li.All, l)
			if l.Parent == nil {
				li.Top = append(li.Top, l)
				l.Depth = 1
			} else {
				l.Parent.Inner = append(l.Parent.Inner, l)
				l.Depth = l.Parent.Depth + 1
			}
		}
		for ; l != nil; l = l.Parent {
			l.Blocks = append(l.Blocks, b)
		}
	}
	return li
}

// collect walks backwards from the latches of l; loops found earlier that are
// met become its inner loops.
func (li *LoopInfo) collect(l *Loop, dt *ir.DomTree) {
	work := append([]*ir.Block(nil), l.Latches...)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		in := li.loop[b.ID]
		if in == nil {
			if !dt.Reachable(b) {
				continue
			}
			li.loop[b.ID] = l
			if b != l.Header {
				work = append(work, li.preds[b.ID]...)
			}
			continue
		}
		for in.Parent != nil {
			in = in.Parent
		}
		if in == l {
			continue
		}
		in.Parent = l
		for _, p := range in.preds {
			if !in.walked(li, p) {
				work = append(work, p)
			}
		}
	}
	if li.loop[l.Header.ID] == nil {
		li.loop[l.Header.ID] = l
	}
}

// walked reports whether p belongs to l already, directly or through an inner
// loop whose outermost found ancestor is l.
func (l *Loop) walked(li *LoopInfo, p *ir.Block) bool {
	return l.ContainsLoop(li.loop[p.ID])
}

// Contains reports whether b belongs to the loop or one inside it.
func (l *Loop) Contains(b *ir.Block) bool { return l.ContainsLoop(l.info.Of(b)) }

// ContainsLoop reports whether inner is l or lies inside it.
func (l *Loop) ContainsLoop(inner *Loop) bool {
	for ; inner != nil; inner = inner.Parent {
		if inner == l {
			return true
		}
	}
	return false
}

// Latch is the only latch, nil when there are several.
func (l *Loop) Latch() *ir.Block {
	if len(l.Latches) == 1 {
		return l.Latches[0]
	}
	return nil
}

// Preheader is the only block outside the loop that branches to the header,
// when it branches nowhere else; nil if there is none.
func (l *Loop) Preheader() *ir.Block {
	pre := l.Predecessor()
	if pre == nil || len(pre.Succs()) != 1 {
		return nil
	}
	return pre
}

// Predecessor is the only block outside the loop that leads to its header, nil where there are more.
func (l *Loop) Predecessor() *ir.Block {
	var pre *ir.Block
	for _, p := range l.preds {
		if l.Contains(p) {
			continue
		}
		if pre != nil {
			return nil
		}
		pre = p
	}
	return pre
}

// ExitEdges are the edges that leave the loop, in order of Blocks, without
// repetition.
func (l *Loop) ExitEdges() []ir.Edge {
	var out []ir.Edge
	for _, b := range l.Blocks {
		from := len(out)
	next:
		for _, s := range b.Succs() {
			if l.Contains(s) {
				continue
			}
			for _, e := range out[from:] {
				if e.To == s {
					continue next
				}
			}
			out = append(out, ir.Edge{From: b, To: s})
		}
	}
	return out
}

// ExitBlocks are the targets of the exit edges, without repetition.
func (l *Loop) ExitBlocks() []*ir.Block {
	var out []*ir.Block
	seen := map[*ir.Block]bool{}
	for _, e := range l.ExitEdges() {
		if !seen[e.To] {
			seen[e.To] = true
			out = append(out, e.To)
		}
	}
	return out
}

// Invariant reports whether v does not change while the loop runs because it is
// defined outside. An instruction of the loop is never called invariant, even
// when its operands are.
func (l *Loop) Invariant(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return !ok || i.Parent == nil || !l.Contains(i.Parent)
}

// EndsUnreachable reports whether control that enters b never comes to a return
// of its function, as when it panics. Blocks that are newer than the loops are
// taken to return.
func (li *LoopInfo) EndsUnreachable(b *ir.Block) bool {
	if li.returns == nil {
		li.findReturns()
	}
	k := li.index.Of(b)
	return k >= 0 && !li.returns[k]
}

func (li *LoopInfo) findReturns() {
	li.returns = make([]bool, len(li.loop))
	var work []int32
	for k, b := range li.index.Blocks() {
		if t := b.Term(); t == nil || t.Op == ir.Ret {
			li.returns[k] = true
			work = append(work, int32(k))
		}
	}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range li.preds[k] {
			if n := li.index.Of(p); !li.returns[n] {
				li.returns[n] = true
				work = append(work, n)
			}
		}
	}
}
