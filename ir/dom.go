package ir

// DomTree is the dominator tree of a function, or its post-dominator tree,
// whose root is a virtual exit that stands behind every block without
// successors. It is a snapshot: blocks added later are unknown to it (and count
// as unreachable), while inserting and erasing instructions does it no harm.
type DomTree struct {
	index    BlockIndex
	instrs   []*Instr // by Instr.ID at the time of construction
	idom     []int32  // -1: a root or unreachable
	in, out  []int32  // interval of a preorder walk of the tree; in is -1 for unreachable blocks
	level    []int32
	preorder []*Block
	post     bool
}

// Dominators builds the dominator tree of f by the Semi-NCA method (Georgiadis,
// Linear-Time Algorithms for Dominators and Related Problems, 2005, section
// 2.3). It numbers blocks and instructions.
func Dominators(f *Function) *DomTree {
	n, count := f.Number()
	g := newGraph(n)
	for _, b := range f.Blocks {
		for _, s := range b.Succs() {
			g.edge(b.ID, s.ID)
		}
	}
	t := &DomTree{index: NewBlockIndex(f), instrs: make([]*Instr, 0, count)}
	t.build(g, n, 0)
	for _, b := range f.Blocks {
		t.instrs = append(t.instrs, b.Instrs...)
	}
	return t
}

// PostDominators builds the post-dominator tree of f. Blocks from which no exit
// can be reached (endless loops) hang below the virtual exit through the last
// of them in reverse post-order. Blocks that the entry does not reach are
// unreachable here too.
func PostDominators(f *Function) *DomTree {
	rpo := RPO(f)
	n, count := f.Number()
	g := newGraph(n + 1)
	exit := int32(n)
	for _, b := range rpo {
		for _, s := range b.Succs() {
			g.edge(s.ID, b.ID)
		}
	}
	seen := make([]bool, n)
	var work []*Block
	preds := f.Preds()
	reach := func(b *Block) {
		g.edge(exit, b.ID)
		seen[b.ID] = true
		for work = append(work[:0], b); len(work) > 0; {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, p := range preds[b.ID] {
				if !seen[p.ID] {
					seen[p.ID] = true
					work = append(work, p)
				}
			}
		}
	}
	for _, b := range rpo {
		if len(b.Succs()) == 0 {
			reach(b)
		}
	}
	for k := len(rpo) - 1; k >= 0; k-- {
		if !seen[rpo[k].ID] {
			reach(rpo[k])
		}
	}
	t := &DomTree{index: NewBlockIndex(f), instrs: make([]*Instr, 0, count), post: true}
	t.build(g, n, exit)
	for _, b := range f.Blocks {
		t.instrs = append(t.instrs, b.Instrs...)
	}
	return t
}

// graph is a list of edges among nodes numbered from 0.
type graph struct {
	nodes    int
	from, to []int32
}

func newGraph(nodes int) *graph {
	room := nodes + nodes/2 // what branches of two ways need
	return &graph{nodes, make([]int32, 0, room), make([]int32, 0, room)}
}

func (g *graph) edge(a, b int32) { g.from, g.to = append(g.from, a), append(g.to, b) }

// adjacency is lists of nodes in one array, one list for each node.
type adjacency struct{ start, nodes []int32 }

// of is the list of v.
func (a adjacency) of(v int32) []int32 { return a.nodes[a.start[v]:a.start[v+1]] }

// group makes the list of all b[k] with a[k] = v, in order of k, for each node v.
func (g *graph) group(a, b []int32) adjacency {
	l := adjacency{make([]int32, g.nodes+2), make([]int32, len(a))}
	for _, v := range a {
		l.start[v+2]++
	}
	for v := range g.nodes {
		l.start[v+1] += l.start[v]
	}
	for k, v := range a {
		l.nodes[l.start[v+1]] = b[k]
		l.start[v+1]++
	}
	return l
}

// build computes immediate dominators over g from root, which is a block or the
// virtual node n.
func (t *DomTree) build(g *graph, n int, root int32) {
	succ, pred := g.group(g.from, g.to), g.group(g.to, g.from)
	t.idom = fill(n, -1)
	t.in, t.out = fill(n, -1), fill(n, -1)
	t.level = make([]int32, n)
	if n == 0 {
		return
	}
	dfs := numberNodes(succ, g.nodes, root)
	t.place(dfs.vert, dfs.immediate(pred), n, root)
}

// dfsTree is a depth-first numbering of a graph's nodes: num[node] from 1, vert its inverse, par
// the number of the parent.
type dfsTree struct{ num, vert, par []int32 }

func numberNodes(succ adjacency, total int, root int32) *dfsTree {
	num, par := make([]int32, total), make([]int32, total+1)
	vert := make([]int32, 1, total+1)
	type frame struct{ v, next int32 }
	stack := []frame{{v: root}}
	num[root] = 1
	vert = append(vert, root)
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		next := succ.of(top.v)
		if int(top.next) == len(next) {
			stack = stack[:len(stack)-1]
			continue
		}
		w := next[top.next]
		top.next++
		if num[w] == 0 {
			vert = append(vert, w)
			num[w] = int32(len(vert) - 1)
			par[num[w]] = num[top.v]
			stack = append(stack, frame{v: w})
		}
	}
	return &dfsTree{num, vert, par}
}

// immediate gives the immediate dominators, by number.
func (d *dfsTree) immediate(pred adjacency) []int32 {
	num, vert, par := d.num, d.vert, d.par
	last := int32(len(vert) - 1)
	semi, label, anc, idom := make([]int32, last+1), make([]int32, last+1), make([]int32, last+1), make([]int32, last+1)
	for v := int32(1); v <= last; v++ {
		semi[v], label[v], anc[v], idom[v] = v, v, par[v], par[v]
	}
	var path []int32
	// eval is the node of least semidominator on the compressed path above v
	// among the nodes numbered above limit.
	eval := func(v, limit int32) int32 {
		if anc[v] < limit {
			return label[v]
		}
		path = path[:0]
		for anc[v] >= limit {
			path = append(path, v)
			v = anc[v]
		}
		root := v
		best := label[root]
		for k := len(path) - 1; k >= 0; k-- {
			w := path[k]
			if semi[best] < semi[label[w]] {
				label[w] = best
			} else {
				best = label[w]
			}
			anc[w] = anc[root]
		}
		return best
	}
	for w := last; w >= 2; w-- {
		semi[w] = par[w]
		for _, p := range pred.of(vert[w]) {
			v := num[p]
			if v == 0 {
				continue
			}
			if s := semi[eval(v, w+1)]; s < semi[w] {
				semi[w] = s
			}
		}
	}
	for w := int32(2); w <= last; w++ {
		d := idom[w]
		for d > semi[w] {
			d = idom[d]
		}
		idom[w] = d
	}
	return idom
}

// place gives the tree its nodes, in preorder.
func (t *DomTree) place(vert, idom []int32, n int, root int32) {
	last := int32(len(vert) - 1)
	// The subtree of a node has as many places in the preorder as it has nodes.
	size := fill(int(last)+1, 1)
	for w := last; w >= 2; w-- {
		size[idom[w]] += size[w]
	}
	place := make([]int32, last+1) // of the next child
	enter := func(w, at int32) {
		v := vert[w]
		if place[w] = at; int(v) < n { // not the virtual exit, which has no place
			t.in[v], t.out[v] = at, at+size[w]
			t.preorder[at] = t.index.blocks[v]
			place[w]++
		}
	}
	reached := last
	if int(root) == n {
		reached--
	}
	t.preorder = make([]*Block, reached)
	enter(1, 0)
	for w := int32(2); w <= last; w++ {
		d := idom[w]
		if v := vert[d]; int(v) < n {
			t.idom[vert[w]] = v
			t.level[vert[w]] = t.level[v] + 1
		}
		enter(w, place[d])
		place[d] += size[w]
	}
}

func fill(n int, v int32) []int32 {
	s := make([]int32, n)
	for k := range s {
		s[k] = v
	}
	return s
}

// Reachable reports whether the entry reaches b.
func (t *DomTree) Reachable(b *Block) bool {
	k := t.index.Of(b)
	return k >= 0 && t.in[k] >= 0
}

// Dominates reports whether every path from the entry to b goes through a
// (post-dominates: from b to the exit); a block dominates itself. Everything
// dominates an unreachable block; an unreachable one dominates no other
// reachable block.
func (t *DomTree) Dominates(a, b *Block) bool {
	if a == b {
		return true
	}
	x, y := t.index.Of(a), t.index.Of(b)
	if y < 0 || t.in[y] < 0 {
		return true
	}
	if x < 0 || t.in[x] < 0 {
		return false
	}
	return t.in[x] <= t.in[y] && t.out[y] <= t.out[x]
}

// Idom is the immediate dominator of b: nil for the entry, for an unreachable
// block and, in a post-dominator tree, for what hangs below the virtual exit.
func (t *DomTree) Idom(b *Block) *Block {
	if k := t.index.Of(b); k >= 0 && t.idom[k] >= 0 {
		return t.index.blocks[t.idom[k]]
	}
	return nil
}

// Level is the depth of b in the tree: 0 for a root.
func (t *DomTree) Level(b *Block) int {
	if k := t.index.Of(b); k >= 0 {
		return int(t.level[k])
	}
	return 0
}

// Preorder lists the reachable blocks such that each comes behind its immediate
// dominator. The slice belongs to the tree.
func (t *DomTree) Preorder() []*Block { return t.preorder }

// Descend walks the tree from the entry, a block before those that it dominates:
// enter is called for each. What enter puts on a log, whose length size tells, is
// taken off it again by undo, which cuts the log to the length it is given,
// before the walk comes to blocks that this one does not dominate.
func (t *DomTree) Descend(size func() int, enter func(*Block), undo func(size int)) {
	var sizes []int // by level, before the block on the way here was entered
	for _, b := range t.preorder {
		if level := t.Level(b); level < len(sizes) {
			undo(sizes[level])
			sizes = sizes[:level]
		}
		sizes = append(sizes, size())
		enter(b)
	}
}

// Common is the nearest block that dominates both a and b, nil when there is
// none (unreachable blocks; a virtual exit).
func (t *DomTree) Common(a, b *Block) *Block {
	x, y := t.index.Of(a), t.index.Of(b)
	if x < 0 || y < 0 || t.in[x] < 0 || t.in[y] < 0 {
		return nil
	}
	for x != y {
		if t.level[x] < t.level[y] {
			x, y = y, x
		}
		if x = t.idom[x]; x < 0 {
			return nil
		}
	}
	return t.index.blocks[x]
}

// InstrDominates reports whether a is always executed before b (post-dominates:
// after b). An instruction does not dominate itself. The value of an invoke or
// callbr counts as defined at its place; whether an unwind destination may use
// it is the caller's question.
func (t *DomTree) InstrDominates(a, b *Instr) bool {
	if a.Parent != b.Parent {
		return t.Dominates(a.Parent, b.Parent)
	}
	x, y := t.position(a), t.position(b)
	if x < 0 || y < 0 {
		x, y = int32(a.Parent.Index(a)), int32(b.Parent.Index(b))
	}
	if t.post {
		return y < x
	}
	return x < y
}

// position orders instructions that stand where they stood when the tree was
// built; -1 for newer ones.
func (t *DomTree) position(i *Instr) int32 {
	if id := i.ID; id >= 0 && int(id) < len(t.instrs) && t.instrs[id] == i {
		return id
	}
	return -1
}
