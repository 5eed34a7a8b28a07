package ir

// Irreducible lists the entries of the cycles of f that have more than one
// (blocks of the cycle with a predecessor outside), cycle by cycle; it is empty
// when the control flow is reducible. Where such cycles nest, only the outermost
// ones are listed. dt must be the dominator tree of f.
func Irreducible(f *Function, dt *DomTree) []*Block {
	var out []*Block
	for _, c := range IrreducibleCycles(f, dt) {
		out = append(out, c.Entries...)
	}
	return out
}

// Cycle is a strongly connected part of the control-flow graph.
type Cycle struct {
	Entries []*Block // in reverse post-order
	Blocks  []*Block // in reverse post-order
}

// IrreducibleCycles are the outermost cycles of f that have several entries:
// strongly connected components, or components of a loop without its header.
func IrreducibleCycles(f *Function, dt *DomTree) []Cycle {
	rpo := RPO(f)
	if reducible(rpo, dt) {
		return nil
	}
	region := fill(len(f.Blocks), -1) // which call of split a block belongs to
	for _, b := range rpo {
		region[b.ID] = 0
	}
	preds := f.Preds()
	var out []Cycle
	count := int32(0)
	work := [][]*Block{rpo}
	for len(work) > 0 {
		blocks := work[len(work)-1]
		work = work[:len(work)-1]
		id := region[blocks[0].ID]
		for _, comp := range components(blocks, func(b *Block) bool { return region[b.ID] == id }) {
			count++
			for _, b := range comp {
				region[b.ID] = count
			}
			var entries []*Block
			for _, b := range comp {
				enter := b == f.Entry()
				for _, p := range preds[b.ID] {
					enter = enter || dt.Reachable(p) && region[p.ID] != count
				}
				if enter {
					entries = append(entries, b)
				}
			}
			if len(entries) > 1 {
				out = append(out, Cycle{entries, comp})
				continue
			}
			rest := make([]*Block, 0, len(comp))
			count++
			for _, b := range comp {
				if b != entries[0] {
					region[b.ID] = count
					rest = append(rest, b)
				}
			}
			if len(rest) > 0 {
				work = append(work, rest)
			}
		}
	}
	return out
}

// reducible reports whether every edge that goes backwards in reverse
// post-order goes to a dominator.
func reducible(rpo []*Block, dt *DomTree) bool {
	pos := make(map[*Block]int, len(rpo))
	for k, b := range rpo {
		pos[b] = k
	}
	for k, b := range rpo {
		for _, s := range b.Succs() {
			if pos[s] <= k && !dt.Dominates(s, b) {
				return false
			}
		}
	}
	return true
}

// components are the strongly connected components of the subgraph of blocks
// that contain a cycle (Tarjan), each in reverse post-order, ordered by their
// first block.
func components(blocks []*Block, inside func(*Block) bool) [][]*Block {
	type frame struct {
		b    *Block
		next int
	}
	num := make(map[*Block]int32, len(blocks))
	low := make(map[*Block]int32, len(blocks))
	comp := make(map[*Block]int32, len(blocks)) // 0: not finished
	var tarjan []*Block
	var calls []frame
	var ncomp int32
	size := []int{0}
	enter := func(b *Block) {
		num[b] = int32(len(num)) + 1
		low[b] = num[b]
		tarjan = append(tarjan, b)
		calls = append(calls, frame{b: b})
	}
	for _, root := range blocks {
		if num[root] != 0 {
			continue
		}
		enter(root)
		for len(calls) > 0 {
			top := &calls[len(calls)-1]
			if s := top.b.Succs(); top.next < len(s) {
				to := s[top.next]
				top.next++
				switch {
				case !inside(to):
				case num[to] == 0:
					enter(to)
				case comp[to] == 0 && num[to] < low[top.b]:
					low[top.b] = num[to]
				}
				continue
			}
			b := top.b
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				if p := calls[len(calls)-1].b; low[b] < low[p] {
					low[p] = low[b]
				}
			}
			if low[b] != num[b] {
				continue
			}
			ncomp++
			size = append(size, 0)
			for {
				c := tarjan[len(tarjan)-1]
				tarjan = tarjan[:len(tarjan)-1]
				comp[c] = ncomp
				size[ncomp]++
				if c == b {
					break
				}
			}
		}
	}
	return cycles(blocks, comp, size)
}

// cycles lists the components that contain a cycle: those of several blocks, or of one that
// branches to itself. comp has the number of each block's component, size how many blocks that has.
func cycles(blocks []*Block, comp map[*Block]int32, size []int) [][]*Block {
	members := make([][]*Block, len(size))
	var out []int32
	for _, b := range blocks { // blocks are in reverse post-order
		c := comp[b]
		if size[c] == 1 {
			self := false
			for _, s := range b.Succs() {
				self = self || s == b
			}
			if !self {
				continue
			}
		}
		if members[c] == nil {
			out = append(out, c)
		}
		members[c] = append(members[c], b)
	}
	lists := make([][]*Block, len(out))
	for k, c := range out {
		lists[k] = members[c]
	}
	return lists
}
