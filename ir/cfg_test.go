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

func TestLoopsAgainstDefinition(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	loops, irreducible := 0, 0
	for range 3000 {
		edges := irtest.RandomGraph(r)
		f := irtest.GraphFunc(edges)
		dt := ir.Dominators(f)
		li := ir.Loops(f, dt)
		rpo := ir.RPO(f)
		headers := map[*ir.Block]map[*ir.Block]bool{}
		for _, b := range rpo {
			for _, h := range b.Succs() {
				if !dt.Dominates(h, b) {
					continue
				}
				if headers[h] == nil {
					headers[h] = map[*ir.Block]bool{h: true}
				}
				for work := []*ir.Block{b}; len(work) > 0; {
					x := work[len(work)-1]
					work = work[:len(work)-1]
					if headers[h][x] {
						continue
					}
					headers[h][x] = true
					for _, p := range rpo {
						if slices.Contains(p.Succs(), x) {
							work = append(work, p)
						}
					}
				}
			}
		}
		require.Len(t, li.All, len(headers), "%v", edges)
		for _, l := range li.All {
			loops++
			body := headers[l.Header]
			require.Len(t, l.Blocks, len(body), "%v", edges)
			require.Same(t, l.Header, l.Blocks[0])
			for _, b := range l.Blocks {
				require.True(t, body[b] && l.Contains(b), "%v", edges)
			}
			if l.Parent != nil {
				require.True(t, l.Parent.Contains(l.Header))
				require.Equal(t, l.Parent.Depth+1, l.Depth)
			}
			require.Same(t, l, li.Of(l.Header))
		}
		// Reducible means: without the edges to dominators no cycle is left.
		bad := ir.Irreducible(f, dt)
		forward := make([][]int, len(edges))
		for _, b := range rpo {
			for _, s := range b.Succs() {
				if !dt.Dominates(s, b) {
					forward[b.ID] = append(forward[b.ID], int(s.ID))
				}
			}
		}
		cyclic := false
		for _, b := range rpo {
			cyclic = cyclic || irtest.Reach(forward, forward[b.ID], -1)[b.ID]
		}
		require.Equal(t, cyclic, len(bad) > 0, "%v", edges)
		if cyclic {
			irreducible++
			require.Greater(t, len(bad), 1)
		}
	}
	require.Greater(t, loops, 1000)
	require.Greater(t, irreducible, 100)
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

func TestLongChainIsFast(t *testing.T) {
	edges := make([][]int, 50000)
	for k := range edges {
		if k+1 < len(edges) {
			edges[k] = []int{k + 1}
		}
		if k%5 == 4 {
			edges[k] = append(edges[k], k-3)
		}
	}
	f := irtest.GraphFunc(edges)
	dt := ir.Dominators(f)
	require.Equal(t, len(edges)-1, dt.Level(f.Blocks[len(edges)-1]))
	require.Len(t, ir.Loops(f, dt).Top, 10000)
	require.Empty(t, ir.Irreducible(f, dt))
}
