package ir_test

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

func TestDominatorsAgainstDefinition(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 3000 {
		edges := irtest.RandomGraph(r)
		f := irtest.GraphFunc(edges)
		dt := ir.Dominators(f)
		all := irtest.Reach(edges, []int{0}, -1)
		var way []*ir.Block // the blocks that dominate the one that is entered
		entered := map[*ir.Block]bool{}
		dt.Descend(func() int { return len(way) }, func(b *ir.Block) {
			if len(way) > 0 {
				require.Equal(t, way[len(way)-1], dt.Idom(b), "%v", edges)
			}
			require.False(t, entered[b], "%v", edges)
			way, entered[b] = append(way, b), true
		}, func(size int) { way = way[:size] })
		for a := range edges {
			require.Equal(t, all[a], entered[f.Blocks[a]], "%v", edges)
			rest := irtest.Reach(edges, []int{0}, a)
			require.Equal(t, all[a], dt.Reachable(f.Blocks[a]), "%v", edges)
			for b := range edges {
				if !all[a] || !all[b] {
					continue
				}
				require.Equal(t, !rest[b], dt.Dominates(f.Blocks[a], f.Blocks[b]), "%d %d in %v", a, b, edges)
			}
			if id := dt.Idom(f.Blocks[a]); id != nil {
				require.Equal(t, dt.Level(id)+1, dt.Level(f.Blocks[a]), "%v", edges)
				for b := range edges { // every strict dominator dominates the immediate one
					if b != a && all[b] && dt.Dominates(f.Blocks[b], f.Blocks[a]) {
						require.True(t, dt.Dominates(f.Blocks[b], id), "%v", edges)
					}
				}
			}
		}
	}
}

func TestPostDominatorsAgainstDefinition(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	tried := 0
	for range 3000 {
		edges := irtest.RandomGraph(r)
		all := irtest.Reach(edges, []int{0}, -1)
		back := make([][]int, len(edges))
		var exits []int
		for a, s := range edges {
			if !all[a] {
				continue
			}
			if len(s) == 0 {
				exits = append(exits, a)
			}
			for _, b := range s {
				back[b] = append(back[b], a)
			}
		}
		if !slices.Equal(irtest.Reach(back, exits, -1), all) {
			continue // endless loops have no definition to compare with
		}
		tried++
		f := irtest.GraphFunc(edges)
		dt := ir.PostDominators(f)
		for a := range edges {
			rest := irtest.Reach(back, exits, a)
			for b := range edges {
				if all[a] && all[b] {
					require.Equal(t, !rest[b], dt.Dominates(f.Blocks[a], f.Blocks[b]), "%d %d in %v", a, b, edges)
				}
			}
		}
	}
	require.Greater(t, tried, 500)
}

func TestInstrDominates(t *testing.T) {
	f := irtest.GraphFunc([][]int{{1}, {}})
	b := ir.NewBuilder(f.Blocks[0])
	b.Before(f.Blocks[0].Term())
	x := b.Alloca(ir.I32, nil, 4)
	y := b.Load(ir.I32, x, 4)
	dt := ir.Dominators(f)
	require.True(t, dt.InstrDominates(x, y))
	require.False(t, dt.InstrDominates(y, x))
	require.True(t, dt.InstrDominates(x, f.Blocks[1].Term()))
	b.Before(y)
	z := b.Load(ir.I32, x, 4) // newer than the tree
	require.True(t, dt.InstrDominates(z, y))
	require.False(t, dt.InstrDominates(z, x))
	pdt := ir.PostDominators(f)
	require.True(t, pdt.InstrDominates(y, x))
	require.False(t, pdt.InstrDominates(x, y))
}
