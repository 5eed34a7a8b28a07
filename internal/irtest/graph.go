package irtest

import (
	"fmt"
	"math/rand"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// GraphFunc is a function whose block k branches to edges[k].
func GraphFunc(edges [][]int) *ir.Function {
	m, err := ir.Read("graph.ll", []byte("source_filename = \"graph\"\n"))
	if err != nil {
		panic(err)
	}
	f := m.AddFunc("f", m.FuncType(ir.Void, ir.I32))
	f.IsDecl = false
	for k := range edges {
		f.NewBlock(fmt.Sprint("b", k))
	}
	for k, succ := range edges {
		b := ir.NewBuilder(f.Blocks[k])
		switch len(succ) {
		case 0:
			b.Ret(nil)
		case 1:
			b.Br(f.Blocks[succ[0]])
		default:
			var cases []int64
			var targets []*ir.Block
			for c, s := range succ[1:] {
				cases = append(cases, int64(c))
				targets = append(targets, f.Blocks[s])
			}
			b.Switch(f.Params[0], f.Blocks[succ[0]], cases, targets)
		}
	}
	return f
}

// RandomGraph is a graph of at most twelve nodes: the successors of each.
func RandomGraph(r *rand.Rand) [][]int {
	n := 1 + r.Intn(12)
	edges := make([][]int, n)
	for k := range edges {
		for range r.Intn(4) {
			edges[k] = append(edges[k], r.Intn(n))
		}
	}
	return edges
}

// Reach marks what can be reached from the given blocks without entering without.
func Reach(edges [][]int, from []int, without int) []bool {
	seen := make([]bool, len(edges))
	work := slices.Clone(from)
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		if k == without || seen[k] {
			continue
		}
		seen[k] = true
		work = append(work, edges[k]...)
	}
	return seen
}
