package loopopt

import "github.com/llad-ad/llad/ir"

const (
	maxRootSteps = 50
	maxChoices   = 4
)

// rootOf is the only root pointer that p is computed from in all iterations; a phi where
// buffers are swapped; nil where there are several.
func rootOf(p ir.Value) ir.Value {
	var root ir.Value
	seen := map[ir.Value]bool{}
	work := []ir.Value{p}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[v] {
			continue
		}
		if seen[v] = true; len(seen) > maxRootSteps {
			return nil
		}
		if i, ok := v.(*ir.Instr); ok {
			switch {
			case i.Op == ir.GetElementPtr, i.Op == ir.BitCast:
				work = append(work, i.Arg(0))
				continue
			case i.Op == ir.Phi && len(choicesOf(i)) == 0:
				work = append(work, i.Args()...)
				continue
			}
		}
		if root != nil && root != v || !v.Type().IsPtr() {
			return nil
		}
		root = v
	}
	return root
}

// choicesOf lists the root pointers that p may be: p alone, or the buffers of a phi that swaps
// them; nil where p is computed in another way.
func choicesOf(p ir.Value) []ir.Value {
	if p == nil {
		return nil
	}
	if i, ok := p.(*ir.Instr); !ok || i.Op != ir.Phi {
		return []ir.Value{p}
	}
	var out []ir.Value
	seen := map[ir.Value]bool{p: true}
	work := []ir.Value{p}
	for len(work) > 0 {
		v := work[0]
		work = work[1:]
		if i, ok := v.(*ir.Instr); ok {
			switch i.Op {
			case ir.Phi:
				for _, x := range i.Args() {
					if !seen[x] {
						seen[x] = true
						work = append(work, x)
					}
				}
				if len(seen) > maxRootSteps {
					return nil
				}
				continue
			case ir.GetElementPtr, ir.BitCast, ir.Select:
				return nil
			}
		}
		if out = append(out, v); len(out) > maxChoices || !v.Type().IsPtr() {
			return nil
		}
	}
	if len(out) < 2 {
		return nil // it is one and the same
	}
	return out
}
