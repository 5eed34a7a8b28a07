package pointsto

import "github.com/llad-ad/llad/ir"

// entered are the blocks that control may come to as far as tests of two constants tell.
func entered(f *ir.Function) map[*ir.Block]bool {
	seen := map[*ir.Block]bool{f.Blocks[0]: true}
	for work := []*ir.Block{f.Blocks[0]}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		next := b.Succs()
		if t := b.Term(); t.Op == ir.Br && len(t.Blocks) == 2 {
			if holds, ok := constantTest(t.Arg(0)); ok {
				k := 1
				if holds {
					k = 0
				}
				next = t.Blocks[k : k+1]
			}
		}
		for _, s := range next {
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return seen
}

// constantTest gives the outcome of a comparison of two integers for equality, where both are constants.
func constantTest(v ir.Value) (holds, ok bool) {
	c, isInstr := v.(*ir.Instr)
	if !isInstr || c.Op != ir.ICmp || c.Pred != ir.EQ && c.Pred != ir.NE {
		return false, false
	}
	x, ok1 := ir.IntValue(c.Arg(0))
	y, ok2 := ir.IntValue(c.Arg(1))
	return (x == y) == (c.Pred == ir.EQ), ok1 && ok2
}
