package ir

import "slices"

// Edge is one control-flow edge.
type Edge struct{ From, To *Block }

// RPO lists the blocks that the entry reaches in reverse post-order of a
// depth-first walk that takes successors in the terminator's order. It numbers
// the blocks.
func RPO(f *Function) []*Block {
	if len(f.Blocks) == 0 {
		return nil
	}
	numberBlocks(f)
	seen := make([]bool, len(f.Blocks))
	order := make([]*Block, 0, len(f.Blocks))
	// A number is a block to visit, its complement one whose successors are done.
	stack := make([]int32, 1, 64)
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		switch {
		case id < 0:
			order = append(order, f.Blocks[^id])
			fallthrough
		case seen[id]:
			stack = stack[:len(stack)-1]
		default:
			seen[id] = true
			stack[len(stack)-1] = ^id
			// Taking the last successor first puts the first one right behind its
			// block, which is how the text was laid out.
			for _, to := range f.Blocks[id].Succs() {
				if !seen[to.ID] {
					stack = append(stack, to.ID)
				}
			}
		}
	}
	slices.Reverse(order)
	return order
}

// Reached tells, by Block.ID, which blocks the entry reaches, and whether those
// are all. It numbers the blocks.
func Reached(f *Function) (reached []bool, all bool) {
	numberBlocks(f)
	reached = make([]bool, len(f.Blocks))
	if len(f.Blocks) == 0 {
		return reached, true
	}
	reached[0] = true
	work, n := make([]int32, 1, 64), 1
	for len(work) > 0 {
		b := f.Blocks[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, to := range b.Succs() {
			if !reached[to.ID] {
				reached[to.ID] = true
				work = append(work, to.ID)
				n++
			}
		}
	}
	return reached, n == len(f.Blocks)
}

// Reaching is the set of blocks from which control may come to one of the blocks to, and
// those. It numbers the blocks.
func Reaching(f *Function, to []*Block) map[*Block]bool {
	preds := f.Preds()
	from := map[*Block]bool{}
	for work := slices.Clone(to); len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !from[b] {
			from[b] = true
			work = append(work, preds[b.ID]...)
		}
	}
	return from
}

// numberBlocks gives the blocks their numbers in order.
func numberBlocks(f *Function) {
	for k, b := range f.Blocks {
		b.ID = int32(k)
	}
}

// BlockIndex finds a block's number at the time an analysis ran. Block.ID is
// that number unless somebody renumbered the function since.
type BlockIndex struct {
	blocks []*Block
	moved  map[*Block]int32
}

// NewBlockIndex numbers the blocks of f in order.
func NewBlockIndex(f *Function) BlockIndex {
	numberBlocks(f)
	return BlockIndex{blocks: slices.Clone(f.Blocks)}
}

// Blocks lists the blocks by their numbers.
func (x *BlockIndex) Blocks() []*Block { return x.blocks }

// Of is b's number, -1 for a block the analysis has not seen.
func (x *BlockIndex) Of(b *Block) int32 {
	if id := b.ID; int(id) < len(x.blocks) && id >= 0 && x.blocks[id] == b {
		return id
	}
	if x.moved == nil {
		x.moved = make(map[*Block]int32, len(x.blocks))
		for k, c := range x.blocks {
			x.moved[c] = int32(k)
		}
	}
	if id, ok := x.moved[b]; ok {
		return id
	}
	return -1
}
