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
	type frame struct {
		b    *Block
		rest []*Block // successors not looked at yet
	}
	seen := make([]bool, len(f.Blocks))
	order := make([]*Block, 0, len(f.Blocks))
	stack := []frame{{f.Entry(), f.Entry().Succs()}}
	seen[0] = true
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		// Taking the last successor first puts the first one right behind its
		// block, which is how the text was laid out.
		if n := len(top.rest); n > 0 {
			to := top.rest[n-1]
			top.rest = top.rest[:n-1]
			if !seen[to.ID] {
				seen[to.ID] = true
				stack = append(stack, frame{to, to.Succs()})
			}
			continue
		}
		order = append(order, top.b)
		stack = stack[:len(stack)-1]
	}
	slices.Reverse(order)
	return order
}

func numberBlocks(f *Function) {
	for k, b := range f.Blocks {
		b.ID = int32(k)
	}
}

// blockIndex finds a block's number at the time an analysis ran. Block.ID is
// that number unless somebody renumbered the function since.
type blockIndex struct {
	blocks []*Block
	moved  map[*Block]int32
}

func newBlockIndex(f *Function) blockIndex {
	numberBlocks(f)
	return blockIndex{blocks: slices.Clone(f.Blocks)}
}

// of is b's number, -1 for a block the analysis has not seen.
func (x *blockIndex) of(b *Block) int32 {
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
