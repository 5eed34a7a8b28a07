package ir

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// graphFunc is a function whose block k branches to edges[k].
func graphFunc(edges [][]int) *Function {
	m := &Module{Types: newTypeTable(), funcs: map[string]*Function{}, globals: map[string]*Global{}}
	f := m.AddFunc("f", m.FuncType(Void, I32))
	f.IsDecl = false
	for k := range edges {
		f.NewBlock(fmt.Sprint("b", k))
	}
	for k, succ := range edges {
		b := NewBuilder(f.Blocks[k])
		switch len(succ) {
		case 0:
			b.Ret(nil)
		case 1:
			b.Br(f.Blocks[succ[0]])
		default:
			var cases []int64
			var targets []*Block
			for c, s := range succ[1:] {
				cases = append(cases, int64(c))
				targets = append(targets, f.Blocks[s])
			}
			b.Switch(f.Params[0], f.Blocks[succ[0]], cases, targets)
		}
	}
	return f
}

func randomGraph(r *rand.Rand) [][]int {
	n := 1 + r.Intn(12)
	edges := make([][]int, n)
	for k := range edges {
		for range r.Intn(4) {
			edges[k] = append(edges[k], r.Intn(n))
		}
	}
	return edges
}

// reach marks what can be reached from the given blocks without entering without.
func reach(edges [][]int, from []int, without int) []bool {
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

func TestDominatorsAgainstDefinition(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 3000 {
		edges := randomGraph(r)
		f := graphFunc(edges)
		dt := Dominators(f)
		all := reach(edges, []int{0}, -1)
		var way []*Block // the blocks that dominate the one that is entered
		entered := map[*Block]bool{}
		dt.Descend(func() int { return len(way) }, func(b *Block) {
			if len(way) > 0 {
				require.Equal(t, way[len(way)-1], dt.Idom(b), "%v", edges)
			}
			require.False(t, entered[b], "%v", edges)
			way, entered[b] = append(way, b), true
		}, func(size int) { way = way[:size] })
		for a := range edges {
			require.Equal(t, all[a], entered[f.Blocks[a]], "%v", edges)
			rest := reach(edges, []int{0}, a)
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
		edges := randomGraph(r)
		all := reach(edges, []int{0}, -1)
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
		if !slices.Equal(reach(back, exits, -1), all) {
			continue // endless loops have no definition to compare with
		}
		tried++
		f := graphFunc(edges)
		dt := PostDominators(f)
		for a := range edges {
			rest := reach(back, exits, a)
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
		edges := randomGraph(r)
		f := graphFunc(edges)
		dt := Dominators(f)
		li := Loops(f, dt)
		rpo := RPO(f)
		headers := map[*Block]map[*Block]bool{}
		for _, b := range rpo {
			for _, h := range b.Succs() {
				if !dt.Dominates(h, b) {
					continue
				}
				if headers[h] == nil {
					headers[h] = map[*Block]bool{h: true}
				}
				for work := []*Block{b}; len(work) > 0; {
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
		bad := Irreducible(f, dt)
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
			cyclic = cyclic || reach(forward, forward[b.ID], -1)[b.ID]
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
	f := graphFunc([][]int{{1}, {}})
	b := NewBuilder(f.Blocks[0])
	b.Before(f.Blocks[0].Term())
	x := b.Alloca(I32, nil, 4)
	y := b.Load(I32, x, 4)
	dt := Dominators(f)
	require.True(t, dt.InstrDominates(x, y))
	require.False(t, dt.InstrDominates(y, x))
	require.True(t, dt.InstrDominates(x, f.Blocks[1].Term()))
	b.Before(y)
	z := b.Load(I32, x, 4) // newer than the tree
	require.True(t, dt.InstrDominates(z, y))
	require.False(t, dt.InstrDominates(z, x))
	pdt := PostDominators(f)
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
	f := graphFunc(edges)
	dt := Dominators(f)
	require.Equal(t, len(edges)-1, dt.Level(f.Blocks[len(edges)-1]))
	require.Len(t, Loops(f, dt).Top, 10000)
	require.Empty(t, Irreducible(f, dt))
}
