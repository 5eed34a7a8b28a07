package activity

import (
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// solution is what a seed makes of a function: which nodes of the flow graph
// are varied and useful, and which objects have shadows.
type solution struct {
	env            *Env
	g              *flow
	p              *points
	seed           signature.Seed
	still          []bool // objects whose contents never carry a derivative
	always         []bool // objects whose contents always do: callers see them
	varied, useful []bool
	variedFrom     []node // the neighbour that made a node varied, 0 for a source
	usefulFor      []node
	shadow         []bool // objects
	shared         []bool // see findShared; made when first asked for
	held           []bool // see Held; made when first asked for
}

func solve(g *flow, seed signature.Seed) *solution {
	s := &solution{env: g.env,
		g: g, p: g.p, seed: seed,
		still: make([]bool, len(g.p.objs)), always: make([]bool, len(g.p.objs)),
		varied: make([]bool, g.n), useful: make([]bool, g.n),
		variedFrom: make([]node, g.n), usefulFor: make([]node, g.n),
	}
	s.sortObjects()
	var from, to []node
	for k := range s.always {
		if s.always[k] {
			from = append(from, g.obj[k])
		}
	}
	to = append(to, from...)
	for _, q := range g.p.f.Params {
		if s.kind(q) != signature.Const && g.carries(q) {
			from = append(from, g.p.index.at(q))
		}
	}
	if seed.Ret {
		to = append(to, g.p.ret)
	}
	blocked := make([]bool, g.n)
	for k, b := range s.still {
		blocked[g.obj[k]] = b
	}
	spread(&g.next, from, blocked, s.varied, s.variedFrom)
	spread(&g.prev, to, blocked, s.useful, s.usefulFor)
	s.shadows()
	return s
}

// spread marks what can be reached from the given nodes.
func spread(a *adjacency, from []node, blocked, mark []bool, origin []node) {
	queue := make([]node, 0, len(from))
	for _, n := range from {
		if !mark[n] {
			mark[n] = true
			queue = append(queue, n)
		}
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, t := range a.of(n) {
			if !mark[t] && !blocked[t] {
				mark[t] = true
				origin[t] = n
				queue = append(queue, t)
			}
		}
	}
}

func (s *solution) kind(q *ir.Param) signature.Kind {
	if q.Index < len(s.seed.Params) {
		return s.seed.Params[q.Index]
	}
	return signature.Const
}

// sortObjects finds the objects that are inactive or active by their origin.
func (s *solution) sortObjects() {
	var queue []int32
	set := func(o int32) {
		o = s.p.find(o)
		if !s.always[o] && !s.still[o] {
			s.always[o] = true
			queue = append(queue, o)
		}
	}
	for k := range s.p.objs {
		ob := &s.p.objs[k]
		root := &s.p.objs[ob.root]
		switch {
		case ob.kind == objUnknown, ob.kind == objForeign, ob.kind == objFunc:
			s.still[k] = true
		case root.kind == objParam:
			if q := root.site.(*ir.Param); s.kind(q) == signature.Const || s.kind(q) == signature.Out {
				s.still[k] = true
			}
		case ob.kind == objGlobal && constant(ob.site.(*ir.Global)):
			s.still[k] = true
		case root.kind == objGlobal && root.site.(*ir.Global).Inactive:
			s.still[k] = true
		}
	}
	for k := range s.p.objs {
		root := &s.p.objs[s.p.objs[k].root]
		switch {
		case root.kind == objParam:
			set(int32(k))
		case root.kind == objGlobal && s.env.active[root.site.(*ir.Global)]&activeBit(s.p.objs[k].kind) != 0:
			set(int32(k))
		}
	}
	if s.seed.RetShadow {
		for _, a := range s.p.sets[s.p.ret] {
			set(a.obj)
		}
	}
	// What is reachable from memory that callers see is seen by them too.
	for len(queue) > 0 {
		o := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, a := range s.p.contained(o) {
			if !s.text(a.obj) {
				set(a.obj)
			}
		}
	}
}

// shadows finds the objects that need a shadow: those that hold active floats,
// those that hold pointers to such, and local ones that a pointer may lead to
// in place of such.
func (s *solution) shadows() {
	p, g := s.p, s.g
	s.shadow = make([]bool, len(p.objs))
	holders := make([][]int32, len(p.objs)) // by object: those whose memory may lead there
	for k := range p.objs {
		if s.still[k] && !s.mayShadowStill(int32(k)) || p.find(int32(k)) != int32(k) {
			continue
		}
		for _, a := range p.contained(int32(k)) {
			if a.obj != int32(k) {
				holders[a.obj] = append(holders[a.obj], int32(k))
			}
		}
	}
	var queue []int32
	set := func(o int32) {
		if !s.shadow[o] {
			s.shadow[o] = true
			queue = append(queue, o)
		}
	}
	made := map[int32]bool{}
	for _, t := range p.targets {
		for _, o := range t.made {
			if o = p.find(o); !s.text(o) {
				made[o] = true
			}
		}
	}
	spread := func() {
		for len(queue) > 0 {
			o := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			// Callees give a shadow to all that they make and link to shadowed memory.
			for _, a := range p.contained(o) {
				if made[a.obj] {
					set(a.obj)
				}
			}
			for _, h := range holders[o] {
				set(h)
			}
		}
	}
	for k := range p.objs {
		if p.find(int32(k)) == int32(k) && (s.always[k] || s.varied[g.obj[k]] && s.useful[g.obj[k]] && !s.still[k]) {
			set(int32(k))
		}
	}
	for k := range p.objs {
		if fn, ok := p.objs[k].site.(*ir.Function); ok && s.env.shadowFunc[fn] {
			set(int32(k))
		}
	}
	spread()
	for again := true; again; {
		again = s.calledFunctions(set)
		again = s.madeByCalled(set) || again
		again = s.givenArguments(set) || again
		again = s.copiedWords(set) || again
		p.index.each(func(_ ir.Value, n node) {
			if l := p.sets[n]; len(l) > 1 && s.anyShadow(l) {
				for _, a := range l {
					if s.mayGain(a.obj) && !s.shadow[a.obj] {
						set(a.obj)
						again = true
					}
				}
			}
		})
		spread()
	}
	for k := range p.objs {
		s.shadow[k] = s.shadow[p.find(int32(k))]
	}
}

// mayGain reports whether an object can be given a shadow just because others
// have one that stand beside it: then no run-time test is needed.
func (s *solution) mayGain(o int32) bool {
	switch ob := &s.p.objs[o]; ob.kind {
	case objAlloca:
		return true
	case objHeap:
		return !s.text(o)
	case objGlobal:
		g := ob.site.(*ir.Global)
		return !constant(g) && !g.Inactive
	}
	return false
}

// mayShadowStill reports whether memory that never changes needs a shadow when
// it holds pointers to memory that has one: a constant table of addresses.
func (s *solution) mayShadowStill(o int32) bool {
	g, ok := s.p.objs[o].site.(*ir.Global)
	return ok && s.p.objs[o].kind == objGlobal && !g.Inactive
}

func (s *solution) anyShadow(l addrSet) bool {
	for _, a := range l {
		if s.shadow[a.obj] {
			return true
		}
	}
	return false
}

func (s *solution) allShadow(l addrSet) bool {
	for _, a := range l {
		if !s.shadow[a.obj] {
			return false
		}
	}
	return true
}

func (s *solution) active(n node) bool { return s.varied[n] && s.useful[n] }

// hasShadow reports whether an operand is or contains, or may contain as far as
// is known, a pointer to memory with a shadow.
func (s *solution) hasShadow(v ir.Value) bool {
	if !s.p.mayPoint(v) {
		return false
	}
	if !v.Type().HasPtr() && !s.g.ty.mayHoldPointer(v) {
		return false
	}
	return s.anyShadow(s.p.pointees(v)) || s.env.tellsPairs() && s.g.ty.word(v) && s.readsShadow(v, map[ir.Value]bool{})
}
