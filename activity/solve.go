package activity

import (
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// solution is what a seed makes of a function: which nodes of the flow graph
// are varied and useful, and which objects have shadows.
type solution struct {
	env            *Env
	g              *flow
	p              *pointsto.Analysis
	seed           signature.Seed
	still          []bool // objects whose contents never carry a derivative
	always         []bool // objects whose contents always do: callers see them
	varied, useful []bool
	variedFrom     []pointsto.Node // the neighbour that made a node varied, 0 for a source
	usefulFor      []pointsto.Node
	shadow         []bool // objects
	shared         []bool // see findShared; made when first asked for
	held           []bool // see Held; made when first asked for
}

func solve(g *flow, seed signature.Seed) *solution {
	s := &solution{env: g.env,
		g: g, p: g.p, seed: seed,
		still: make([]bool, len(g.p.Objs)), always: make([]bool, len(g.p.Objs)),
		varied: make([]bool, g.n), useful: make([]bool, g.n),
		variedFrom: make([]pointsto.Node, g.n), usefulFor: make([]pointsto.Node, g.n),
	}
	s.sortObjects()
	var from, to []pointsto.Node
	for k := range s.always {
		if s.always[k] {
			from = append(from, g.obj[k])
		}
	}
	to = append(to, from...)
	for _, q := range g.p.Func.Params {
		if s.kind(q) != signature.Const && g.carries(q) {
			from = append(from, g.p.Index.At(q))
		}
	}
	if seed.Ret {
		to = append(to, g.p.Ret)
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
func spread(a *adjacency, from []pointsto.Node, blocked, mark []bool, origin []pointsto.Node) {
	queue := make([]pointsto.Node, 0, len(from))
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
		o = s.p.Find(o)
		if !s.always[o] && !s.still[o] {
			s.always[o] = true
			queue = append(queue, o)
		}
	}
	for k := range s.p.Objs {
		ob := &s.p.Objs[k]
		root := &s.p.Objs[ob.Root]
		switch {
		case ob.Kind == pointsto.ObjUnknown, ob.Kind == pointsto.ObjForeign, ob.Kind == pointsto.ObjFunc:
			s.still[k] = true
		case root.Kind == pointsto.ObjParam:
			if q := root.Site.(*ir.Param); s.kind(q) == signature.Const || s.kind(q) == signature.Out {
				s.still[k] = true
			}
		case ob.Kind == pointsto.ObjGlobal && pointsto.Constant(ob.Site.(*ir.Global)):
			s.still[k] = true
		case root.Kind == pointsto.ObjGlobal && root.Site.(*ir.Global).Inactive:
			s.still[k] = true
		}
	}
	for k := range s.p.Objs {
		root := &s.p.Objs[s.p.Objs[k].Root]
		switch {
		case root.Kind == pointsto.ObjParam:
			set(int32(k))
		case root.Kind == pointsto.ObjGlobal && s.env.active[root.Site.(*ir.Global)]&activeBit(s.p.Objs[k].Kind) != 0:
			set(int32(k))
		}
	}
	if s.seed.RetShadow {
		for _, a := range s.p.Sets[s.p.Ret] {
			set(a.Obj)
		}
	}
	// What is reachable from memory that callers see is seen by them too.
	for len(queue) > 0 {
		o := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, a := range s.p.Contained(o) {
			if !s.text(a.Obj) {
				set(a.Obj)
			}
		}
	}
}

// shadows finds the objects that need a shadow: those that hold active floats,
// those that hold pointers to such, and local ones that a pointer may lead to
// in place of such.
func (s *solution) shadows() {
	p, g := s.p, s.g
	s.shadow = make([]bool, len(p.Objs))
	holders := make([][]int32, len(p.Objs)) // by object: those whose memory may lead there
	for k := range p.Objs {
		if s.still[k] && !s.mayShadowStill(int32(k)) || p.Find(int32(k)) != int32(k) {
			continue
		}
		for _, a := range p.Contained(int32(k)) {
			if a.Obj != int32(k) {
				holders[a.Obj] = append(holders[a.Obj], int32(k))
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
	for _, t := range p.Targets {
		for _, o := range t.Made {
			if o = p.Find(o); !s.text(o) {
				made[o] = true
			}
		}
	}
	spread := func() {
		for len(queue) > 0 {
			o := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			// Callees give a shadow to all that they make and link to shadowed memory.
			for _, a := range p.Contained(o) {
				if made[a.Obj] {
					set(a.Obj)
				}
			}
			for _, h := range holders[o] {
				set(h)
			}
		}
	}
	for k := range p.Objs {
		if p.Find(int32(k)) == int32(k) && (s.always[k] || s.varied[g.obj[k]] && s.useful[g.obj[k]] && !s.still[k]) {
			set(int32(k))
		}
	}
	for k := range p.Objs {
		if fn, ok := p.Objs[k].Site.(*ir.Function); ok && s.env.shadowFunc[fn] {
			set(int32(k))
		}
	}
	spread()
	for again := true; again; {
		again = s.calledFunctions(set)
		again = s.madeByCalled(set) || again
		again = s.givenArguments(set) || again
		p.Index.Each(func(_ ir.Value, n pointsto.Node) {
			if l := p.Sets[n]; len(l) > 1 && s.anyShadow(l) {
				for _, a := range l {
					if s.mayGain(a.Obj) && !s.shadow[a.Obj] {
						set(a.Obj)
						again = true
					}
				}
			}
		})
		spread()
	}
	for k := range p.Objs {
		s.shadow[k] = s.shadow[p.Find(int32(k))]
	}
}

// mayGain reports whether an object can be given a shadow just because others
// have one that stand beside it: then no run-time test is needed.
func (s *solution) mayGain(o int32) bool {
	switch ob := &s.p.Objs[o]; ob.Kind {
	case pointsto.ObjAlloca:
		return true
	case pointsto.ObjHeap:
		return !s.text(o)
	case pointsto.ObjGlobal:
		g := ob.Site.(*ir.Global)
		return !pointsto.Constant(g) && !g.Inactive
	}
	return false
}

// mayShadowStill reports whether memory that never changes needs a shadow when
// it holds pointers to memory that has one: a constant table of addresses.
func (s *solution) mayShadowStill(o int32) bool {
	g, ok := s.p.Objs[o].Site.(*ir.Global)
	return ok && s.p.Objs[o].Kind == pointsto.ObjGlobal && !g.Inactive
}

func (s *solution) anyShadow(l pointsto.AddrSet) bool {
	for _, a := range l {
		if s.shadow[a.Obj] {
			return true
		}
	}
	return false
}

func (s *solution) allShadow(l pointsto.AddrSet) bool {
	for _, a := range l {
		if !s.shadow[a.Obj] {
			return false
		}
	}
	return true
}

func (s *solution) active(n pointsto.Node) bool { return s.varied[n] && s.useful[n] }

// hasShadow reports whether an operand is or contains, or may contain as far as
// is known, a pointer to memory with a shadow.
func (s *solution) hasShadow(v ir.Value) bool {
	if !s.p.MayPoint(v) {
		return false
	}
	if !v.Type().HasPtr() && !s.g.ty.mayHoldPointer(v) {
		return false
	}
	return s.anyShadow(s.p.Pointees(v))
}
