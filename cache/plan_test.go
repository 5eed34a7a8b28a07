package cache

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// graph is a value graph for tests: node k reads the nodes listed.
type graph struct {
	values []ir.Value
	nodes  map[ir.Value]Node
}

func newGraph() *graph { return &graph{nodes: map[ir.Value]Node{}} }

func (g *graph) add(price int64, recompute bool, reads ...int) int {
	v := &ir.Param{Typ: ir.Double, Index: len(g.values)}
	n := Node{Recompute: recompute, Keep: price}
	for _, r := range reads {
		n.Operands = append(n.Operands, g.values[r])
	}
	g.values = append(g.values, v)
	g.nodes[v] = n
	return len(g.values) - 1
}

func (g *graph) solve(needed ...int) []int {
	var vs []ir.Value
	for _, k := range needed {
		vs = append(vs, g.values[k])
	}
	plan := Solve(vs, func(v ir.Value) Node { return g.nodes[v] })
	var kept []int
	for k, v := range g.values {
		if plan.Kept(v) {
			kept = append(kept, k)
		}
	}
	return kept
}

func TestOneSourceServesManyNeeds(t *testing.T) {
	g := newGraph()
	x := g.add(8, false)
	a := g.add(8, true, x)
	b := g.add(8, true, x)
	c := g.add(8, true, a, b)
	require.Equal(t, []int{x}, g.solve(a, b, c))
}

func TestCutIsNearestToTheNeed(t *testing.T) {
	g := newGraph()
	x := g.add(8, false)
	y := g.add(8, true, x)
	z := g.add(8, true, y)
	require.Equal(t, []int{z}, g.solve(z))
}

func TestNarrowWaistIsKept(t *testing.T) {
	g := newGraph()
	x, y := g.add(8, false), g.add(8, false)
	w := g.add(8, true, x, y)
	a, b, c := g.add(8, true, w), g.add(8, true, w), g.add(8, true, w)
	require.Equal(t, []int{w}, g.solve(a, b, c))
}

func TestPricesDecide(t *testing.T) {
	g := newGraph()
	x, y := g.add(4, false), g.add(1, false)
	w := g.add(8, true, x, y)
	require.Equal(t, []int{x, y}, g.solve(w))
}

func TestFreeValuesCostNothing(t *testing.T) {
	g := newGraph()
	x := g.add(8, false)
	g.nodes[g.values[x]] = Node{Free: true}
	y := g.add(8, true, x)
	require.Empty(t, g.solve(y))
}

func TestCyclesThroughPhisEnd(t *testing.T) {
	g := newGraph()
	phi := g.add(8, false)
	next := g.add(8, true, phi)
	n := g.nodes[g.values[phi]]
	n.Operands = []ir.Value{g.values[next]}
	g.nodes[g.values[phi]] = n
	require.Equal(t, []int{phi}, g.solve(next, phi))
}

// Every cut must be valid: what is needed can be computed from what is kept.
func TestLongChainIsLinear(t *testing.T) {
	g := newGraph()
	prev := g.add(8, false)
	for range 20000 {
		prev = g.add(8, true, prev)
	}
	require.Len(t, g.solve(prev), 1)
}
