package analysis_test

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

func TestLoopsAgainstDefinition(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	loops, irreducible := 0, 0
	for range 3000 {
		edges := irtest.RandomGraph(r)
		f := irtest.GraphFunc(edges)
		dt := ir.Dominators(f)
		li := analysis.Loops(f, dt)
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
	require.Len(t, analysis.Loops(f, dt).Top, 10000)
	require.Empty(t, ir.Irreducible(f, dt))
}
