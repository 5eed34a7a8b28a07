package cache

import "github.com/llad-ad/llad/ir"

// Node is what a planner must know of a primal value.
type Node struct {
	Free      bool       // at hand in the reverse sweep at no price
	Recompute bool       // can be computed again from Operands
	Operands  []ir.Value // values that computing it again reads
	Keep      int64      // price of keeping it: bytes weighed by how often
}

// Plan says which values are kept.
type Plan struct {
	keep  map[ir.Value]bool
	order []ir.Value
}

// Kept reports whether v is kept.
func (p *Plan) Kept(v ir.Value) bool { return p.keep[v] }

// Keep adds v to the kept values.
func (p *Plan) Keep(v ir.Value) {
	if !p.keep[v] {
		p.keep[v] = true
		p.order = append(p.order, v)
	}
}

// Values lists the kept values in a fixed order.
func (p *Plan) Values() []ir.Value { return p.order }

// Solve finds the cheapest set of values to keep such that every needed value
// is kept, free, or computable from kept and free ones. It is a minimum vertex
// cut between the values that cannot be computed again and the needed ones; of
// several cheapest cuts it takes the one nearest to the needs, which computes
// least again.
func Solve(needed []ir.Value, node func(ir.Value) Node) *Plan {
	g := &flow{}
	id := map[ir.Value]int32{}
	var values []ir.Value
	var nodes []Node
	source, sink := g.vertex(), g.vertex()
	var queue []ir.Value
	visit := func(v ir.Value) (int32, bool) {
		if k, ok := id[v]; ok {
			return k, k >= 0
		}
		n := node(v)
		if n.Free {
			id[v] = -1
			return -1, false
		}
		k := int32(len(values))
		id[v] = k
		values = append(values, v)
		nodes = append(nodes, n)
		in, out := g.vertex(), g.vertex()
		g.edge(in, out, max(n.Keep, 1))
		if !n.Recompute {
			g.edge(source, in, infinite)
		}
		queue = append(queue, v)
		return k, true
	}
	at := func(k int32) (in, out int32) { return 2 + 2*k, 3 + 2*k }
	for _, v := range needed {
		if k, ok := visit(v); ok {
			_, out := at(k)
			g.edge(out, sink, infinite)
		}
	}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		k := id[v]
		if !nodes[k].Recompute {
			continue
		}
		in, _ := at(k)
		for _, o := range nodes[k].Operands {
			if ko, ok := visit(o); ok {
				_, oout := at(ko)
				g.edge(oout, in, infinite)
			}
		}
	}
	g.maxFlow(source, sink)
	side := g.reaches(sink)
	plan := &Plan{keep: map[ir.Value]bool{}}
	for k, v := range values {
		in, out := at(int32(k))
		if side[out] && !side[in] {
			plan.Keep(v)
		}
	}
	return plan
}
