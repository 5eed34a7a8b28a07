package activity

import "github.com/llad-ad/llad/ir"

// flow is the graph along which floating-point data moves in a function. Its
// nodes are the values (with the numbers the points-to analysis gave them),
// one node an object, and helpers for calls. It knows no seed.
type flow struct {
	env  *Env
	p    *points
	ty   *types
	n    node
	obj  []node // by object
	from []node
	to   []node
	next adjacency
	prev adjacency

	words  map[ir.Value]bool // see findAddressWords; of a summary
	handed []bool            // by object: a callee may take floats out of it, which it need not know for floats
	beyond map[node][]end    // of what callees may write: behind which ends they follow pointers
}

// callMemory is the memory reachable from one end of a call.
type callMemory struct {
	in, out node    // what the callee may read from there, what it may write there
	objs    []int32 // what is there, until it is noted as handed
}

// adjacency holds the neighbours of every node, back to back.
type adjacency struct {
	start []int32
	list  []node
}

func (a *adjacency) of(n node) []node { return a.list[a.start[n]:a.start[n+1]] }

func newAdjacency(n node, from, to []node) adjacency {
	a := adjacency{start: make([]int32, n+2), list: make([]node, len(from))}
	for _, x := range from {
		a.start[x+2]++
	}
	for k := 2; k < len(a.start); k++ {
		a.start[k] += a.start[k-1]
	}
	for k, x := range from {
		a.list[a.start[x+1]] = to[k]
		a.start[x+1]++
	}
	a.start = a.start[:n+1]
	return a
}

func newFlow(p *points, ty *types, summary bool) *flow {
	g := &flow{env: ty.env, p: p, ty: ty, n: node(len(p.sets))}
	g.obj = make([]node, len(p.objs))
	g.handed = make([]bool, len(p.objs))
	for k := range p.objs {
		if p.find(int32(k)) == int32(k) {
			g.obj[k] = g.node()
		}
	}
	for k := range p.objs {
		g.obj[k] = g.obj[p.find(int32(k))]
	}
	if summary {
		g.words = g.findAddressWords()
	}
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			g.visit(i)
		}
	}
	g.next = newAdjacency(g.n, g.from, g.to)
	g.prev = newAdjacency(g.n, g.to, g.from)
	return g
}

func (g *flow) node() node {
	g.n++
	return g.n - 1
}

func (g *flow) edge(from, to node) {
	g.from = append(g.from, from)
	g.to = append(g.to, to)
}

// carries reports whether v may hold floating-point data.
func (g *flow) carries(v ir.Value) bool {
	t := v.Type()
	if t.HasFloat() || g.words[v] {
		return true
	}
	if t.IsAggregate() {
		return hasWideInt(t)
	}
	if !t.Scalar().IsInt() || g.ty.hash[v] || g.ty.small(v) {
		return false
	}
	if i, ok := v.(*ir.Instr); ok && (i.Op != ir.Load || g.env.module.rust) && g.ty.numbers[i] && !g.ty.fragment(i) {
		return false
	}
	for _, p := range g.ty.valuePieces(v) {
		if p.Class == FloatData || p.Class == Unknown || p.Class == Mixed {
			return true
		}
	}
	return g.ty.taint[v]
}

// hasWideInt reports whether an aggregate has a member that could be a float
// in disguise.
func hasWideInt(t *ir.Type) bool {
	switch t.Kind {
	case ir.ArrayKind, ir.VectorKind:
		return hasWideInt(t.Elem)
	case ir.StructKind:
		for _, f := range t.Fields {
			if hasWideInt(f) {
				return true
			}
		}
	case ir.IntKind:
		return t.Bits >= 32
	}
	return false
}

// pass adds the edge from one value to another where both may hold floats.
func (g *flow) pass(from ir.Value, to *ir.Instr) {
	if n, ok := g.p.index.of(from); ok && !ir.IsConstant(from) && g.carries(from) && g.carries(to) {
		g.edge(n, g.p.index.at(to))
	}
}

// pointees are the objects an address operand may lead to.
func (g *flow) pointees(v ir.Value) addrSet { return g.p.pointees(v) }

// pointees are the addresses an operand may hold.
func (p *points) pointees(v ir.Value) addrSet {
	if n, ok := p.index.of(v); ok {
		return p.sets[n]
	}
	var set addrSet
	p.constAddrs(v, 0, func(a addr, _ int64) {
		if p.frozen == 0 || a.obj < p.frozen {
			set.add(p.current(a))
		}
	})
	return set
}

func (g *flow) load(ptr ir.Value, to node) {
	for _, a := range g.pointees(ptr) {
		g.edge(g.obj[a.obj], to)
	}
}

func (g *flow) store(from node, ptr ir.Value) {
	for _, a := range g.pointees(ptr) {
		g.edge(from, g.obj[a.obj])
	}
}

func (g *flow) visit(i *ir.Instr) {
	if i.Flags&ir.Part != 0 {
		return
	}
	n := g.p.index.at(i)
	switch i.Op {
	case ir.Load:
		if g.carries(i) {
			for _, a := range g.ty.floatPlaces(i, i.Arg(0), i.Typ) {
				g.edge(g.obj[a.obj], n)
			}
		}
	case ir.Store:
		if v := i.Arg(0); !ir.IsConstant(v) && g.carries(v) {
			for _, a := range g.ty.floatPlaces(i, i.Arg(1), v.Type()) {
				g.edge(g.p.index.at(v), g.obj[a.obj])
			}
		}
	case ir.AtomicRMW, ir.CmpXchg:
		v := i.Arg(i.NumArgs() - 1)
		if g.carries(v) || g.carries(i) {
			g.load(i.Arg(0), n)
			if !ir.IsConstant(v) {
				g.store(g.p.index.at(v), i.Arg(0))
			}
		}
	case ir.Select:
		g.pass(i.Arg(1), i)
		g.pass(i.Arg(2), i)
	case ir.Ret:
		if i.NumArgs() > 0 && !ir.IsConstant(i.Arg(0)) && g.carries(i.Arg(0)) {
			g.edge(g.p.index.at(i.Arg(0)), g.p.ret)
		}
	case ir.SIToFP, ir.UIToFP:
		for _, o := range g.ty.asNumbers[i] {
			for _, w := range sources(o.value()) {
				if l, ok := w.(*ir.Instr); ok && l.Op == ir.Load {
					g.load(l.Arg(0), n)
				} else {
					g.pass(w, i)
				}
			}
		}
	case ir.FPToSI, ir.FPToUI, ir.FCmp, ir.ICmp, ir.VAArg, ir.LandingPad:
	case ir.Call, ir.Invoke, ir.CallBr:
		g.visitCall(i)
	default:
		if n == 0 || !g.carries(i) || onlySigns(i) {
			return
		}
		r := g.p.ruleOf(i)
		for k, a := range i.Args() {
			if (r == nil || !r.Zero(k)) && !g.ty.countedFragment(a, i) {
				g.pass(a, i)
			}
		}
	}
}

func (g *flow) visitCall(i *ir.Instr) {
	n := g.p.index.at(i)
	t := g.p.targetOf(i)
	switch t.kind {
	case toMath:
		for k, a := range i.CallArgs() {
			if ir.IsConstant(a) || !g.carries(a) {
				continue
			}
			if !t.rule.Zero(k) {
				g.pass(a, i)
			}
			for _, o := range t.rule.Outs {
				if !o.Inactive && o.Arg >= 0 && o.Arg < i.NumCallArgs() {
					g.store(g.p.index.at(a), i.Arg(o.Arg))
				}
			}
		}
	case toCopy:
		if !g.ty.movesFloats(i) {
			return
		}
		g.load(i.Arg(1), n)
		g.store(n, i.Arg(0))
	case toLoad:
		if g.carries(i) {
			g.load(i.Arg(0), n)
			g.pass(i.Arg(i.NumCallArgs()-1), i)
		}
	case toStore:
		if v := i.Arg(0); !ir.IsConstant(v) && g.carries(v) {
			g.store(g.p.index.at(v), i.Arg(1))
		}
	case toPass:
		g.pass(i.Arg(0), i)
	case toDefined, toUnknown, toIndirect, toAsm:
		g.flows(i, t)
	}
}

// flows adds the flows of a callee at one call.
func (g *flow) flows(i *ir.Instr, t *target) {
	var ends map[end]*callMemory
	memory := func(e end) *callMemory {
		if m, ok := ends[e]; ok {
			return m
		}
		m := &callMemory{in: g.node(), out: g.node(), objs: g.reach(i, t, e)}
		for _, o := range m.objs {
			g.edge(g.obj[o], m.in)
			g.edge(m.out, g.obj[o])
		}
		if e.kind == endSymMem || e.kind == endMem && g.p.follows(i, t, e.arg) {
			g.leadsBeyond(m.out, m.objs)
		}
		if ends == nil {
			ends = map[end]*callMemory{}
		}
		ends[e] = m
		return m
	}
	for _, sum := range g.p.summariesAt(i, t) {
		for _, fl := range sum.floats {
			var from, to node
			if fl.from.kind == endArg {
				if fl.from.arg >= i.NumCallArgs() || ir.IsConstant(i.Arg(fl.from.arg)) || !g.carries(i.Arg(fl.from.arg)) {
					continue
				}
				from = g.p.index.at(i.Arg(fl.from.arg))
			} else {
				m := memory(fl.from)
				from = m.in
				for _, o := range m.objs {
					g.handed[o] = true
				}
				m.objs = nil
			}
			if fl.to.kind == endRet {
				if !g.carries(i) {
					continue
				}
				to = g.p.index.at(i)
			} else {
				to = memory(fl.to).out
			}
			g.edge(from, to)
		}
	}
}

// leadsBeyond notes that a callee writes, at n, also what pointers in objects lead
// to. Of memory of others it need not be known here that there are such.
func (g *flow) leadsBeyond(n node, objs []int32) {
	seen := map[end]bool{}
	for _, o := range objs {
		for _, k := range g.p.stands(o) {
			if _, m, ok := g.p.endOf(k); ok && (m.kind == endMem || m.kind == endSymMem) && !seen[m] {
				seen[m] = true
				if g.beyond == nil {
					g.beyond = map[node][]end{}
				}
				g.beyond[n] = append(g.beyond[n], m)
			}
		}
	}
}

// reach lists the objects that an end of a callee's flow may touch.
func (g *flow) reach(i *ir.Instr, t *target, e end) []int32 {
	var start addrSet
	switch e.kind {
	case endMem:
		if e.arg < i.NumCallArgs() {
			start = g.pointees(i.Arg(e.arg))
		}
	case endSymMem:
		start = g.pointees(e.sym)
	case endUnknownMem:
		return []int32{0}
	case endFreshMem:
		if e.arg < len(t.made) && t.made[e.arg] != 0 {
			return []int32{g.p.find(t.made[e.arg])}
		}
	}
	return g.p.reachable(start)
}

// reachable lists the objects that can be reached from a set of addresses.
func (p *points) reachable(start addrSet) []int32 {
	var list []int32
	if n := len(p.objs) - len(p.reached); n > 0 {
		p.reached = append(p.reached, make([]int32, n)...)
	}
	p.walks++
	add := func(s addrSet) {
		for _, a := range s {
			if p.reached[a.obj] != p.walks {
				p.reached[a.obj] = p.walks
				list = append(list, a.obj)
			}
		}
	}
	add(start)
	for k := 0; k < len(list); k++ {
		add(p.contained(list[k]))
	}
	return list
}

// contained are the addresses that an object's memory may hold. The set may belong
// to a node.
func (p *points) contained(o int32) addrSet {
	s, own := p.sets[p.objs[o].all], false
	add := func(a addr) {
		if !own {
			s, own = append(make(addrSet, 0, len(s)+4), s...), true
		}
		s.add(a)
	}
	for _, k := range p.stands(o) {
		ob := &p.objs[k]
		for _, off := range ob.offsets {
			if d, ok := p.deeps[[2]int64{int64(k), off}]; ok {
				add(p.current(addr{obj: d, stride: 1}))
			}
		}
		if ob.anyDeep != 0 {
			add(p.current(addr{obj: ob.anyDeep, stride: 1}))
		}
		if ob.kind == objUnknown {
			add(addr{stride: 1})
		}
	}
	return s
}
