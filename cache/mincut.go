package cache

import "math"

const infinite = math.MaxInt64 / 4

// flow is a network for Dinic's maximum flow algorithm (Dinic 1970).
type flow struct {
	head  []int32 // first edge of each vertex, -1 at the end
	to    []int32
	next  []int32
	cap   []int64
	level []int32
	iter  []int32
}

func (g *flow) vertex() int32 {
	g.head = append(g.head, -1)
	return int32(len(g.head) - 1)
}

func (g *flow) edge(from, to int32, c int64) {
	g.half(from, to, c)
	g.half(to, from, 0)
}

func (g *flow) half(from, to int32, c int64) {
	g.to = append(g.to, to)
	g.cap = append(g.cap, c)
	g.next = append(g.next, g.head[from])
	g.head[from] = int32(len(g.to) - 1)
}

func (g *flow) maxFlow(s, t int32) {
	g.level = make([]int32, len(g.head))
	g.iter = make([]int32, len(g.head))
	for g.layer(s, t) {
		copy(g.iter, g.head)
		for g.augment(s, t) > 0 {
		}
	}
}

// layer numbers vertices by their distance from s in the residual network.
func (g *flow) layer(s, t int32) bool {
	for i := range g.level {
		g.level[i] = -1
	}
	g.level[s] = 0
	queue := []int32{s}
	for k := 0; k < len(queue); k++ {
		v := queue[k]
		for e := g.head[v]; e >= 0; e = g.next[e] {
			if g.cap[e] > 0 && g.level[g.to[e]] < 0 {
				g.level[g.to[e]] = g.level[v] + 1
				queue = append(queue, g.to[e])
			}
		}
	}
	return g.level[t] >= 0
}

// augment pushes flow along one shortest path, without recursion so that long
// chains of values do no harm.
func (g *flow) augment(s, t int32) int64 {
	var path []int32
	v := s
	for {
		if v == t {
			f := int64(infinite)
			for _, e := range path {
				f = min(f, g.cap[e])
			}
			for _, e := range path {
				g.cap[e] -= f
				g.cap[e^1] += f
			}
			return f
		}
		e := g.iter[v]
		for e >= 0 && (g.cap[e] <= 0 || g.level[g.to[e]] != g.level[v]+1) {
			e = g.next[e]
		}
		g.iter[v] = e
		if e >= 0 {
			path = append(path, e)
			v = g.to[e]
			continue
		}
		if len(path) == 0 {
			return 0
		}
		last := path[len(path)-1]
		path = path[:len(path)-1]
		v = g.to[last^1]
		g.iter[v] = g.next[last]
	}
}

// reaches marks the vertices from which t is reached in the residual network.
func (g *flow) reaches(t int32) []bool {
	seen := make([]bool, len(g.head))
	seen[t] = true
	stack := []int32{t}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for e := g.head[v]; e >= 0; e = g.next[e] {
			if g.cap[e^1] > 0 && !seen[g.to[e]] {
				seen[g.to[e]] = true
				stack = append(stack, g.to[e])
			}
		}
	}
	return seen
}
