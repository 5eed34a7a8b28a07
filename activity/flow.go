package activity

import (
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// flow is the graph along which floating-point data moves in a function. Its
// nodes are the values (with the numbers the points-to analysis gave them),
// one node an object, and helpers for calls. It knows no seed.
type flow struct {
	env  *Env
	p    *pointsto.Analysis
	ty   *types
	n    pointsto.Node
	obj  []pointsto.Node // by object
	from []pointsto.Node
	to   []pointsto.Node
	next adjacency
	prev adjacency

	words  map[ir.Value]bool                // see findAddressWords; of a summary
	handed []bool                           // by object: a callee may take floats out of it, which it need not know for floats
	beyond map[pointsto.Node][]pointsto.End // of what callees may write: behind which ends they follow pointers
}

// callMemory is the memory reachable from one end of a call.
type callMemory struct {
	in, out pointsto.Node // what the callee may read from there, what it may write there
	objs    []int32       // what is there, until it is noted as handed
}

// adjacency holds the neighbours of every node, back to back.
type adjacency struct {
	start []int32
	list  []pointsto.Node
}

func (a *adjacency) of(n pointsto.Node) []pointsto.Node { return a.list[a.start[n]:a.start[n+1]] }

func newAdjacency(n pointsto.Node, from, to []pointsto.Node) adjacency {
	a := adjacency{start: make([]int32, n+2), list: make([]pointsto.Node, len(from))}
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

func newFlow(p *pointsto.Analysis, ty *types, summary bool) *flow {
	g := &flow{env: ty.env, p: p, ty: ty, n: pointsto.Node(len(p.Sets))}
	g.obj = make([]pointsto.Node, len(p.Objs))
	g.handed = make([]bool, len(p.Objs))
	for k := range p.Objs {
		if p.Find(int32(k)) == int32(k) {
			g.obj[k] = g.node()
		}
	}
	for k := range p.Objs {
		g.obj[k] = g.obj[p.Find(int32(k))]
	}
	if summary {
		g.words = g.findAddressWords()
	}
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			g.visit(i)
		}
	}
	g.next = newAdjacency(g.n, g.from, g.to)
	g.prev = newAdjacency(g.n, g.to, g.from)
	return g
}

func (g *flow) node() pointsto.Node {
	g.n++
	return g.n - 1
}

func (g *flow) edge(from, to pointsto.Node) {
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
	if i, ok := v.(*ir.Instr); ok && i.Op != ir.Load && g.ty.numbers[i] {
		return false
	}
	for _, p := range g.ty.valuePieces(v) {
		if p.Class == memtypes.FloatData || p.Class == memtypes.Unknown || p.Class == memtypes.Mixed {
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
	if n, ok := g.p.Index.Of(from); ok && !ir.IsConstant(from) && g.carries(from) && g.carries(to) {
		g.edge(n, g.p.Index.At(to))
	}
}

// pointees are the objects an address operand may lead to.
func (g *flow) pointees(v ir.Value) pointsto.AddrSet { return g.p.Pointees(v) }

func (g *flow) load(ptr ir.Value, to pointsto.Node) {
	for _, a := range g.pointees(ptr) {
		g.edge(g.obj[a.Obj], to)
	}
}

func (g *flow) store(from pointsto.Node, ptr ir.Value) {
	for _, a := range g.pointees(ptr) {
		g.edge(from, g.obj[a.Obj])
	}
}

func (g *flow) visit(i *ir.Instr) {
	n := g.p.Index.At(i)
	switch i.Op {
	case ir.Load:
		if g.carries(i) {
			for _, a := range g.ty.floatPlaces(i, i.Arg(0), i.Typ) {
				g.edge(g.obj[a.Obj], n)
			}
		}
	case ir.Store:
		if v := i.Arg(0); !ir.IsConstant(v) && g.carries(v) {
			for _, a := range g.ty.floatPlaces(i, i.Arg(1), v.Type()) {
				g.edge(g.p.Index.At(v), g.obj[a.Obj])
			}
		}
	case ir.AtomicRMW, ir.CmpXchg:
		v := i.Arg(i.NumArgs() - 1)
		if g.carries(v) || g.carries(i) {
			g.load(i.Arg(0), n)
			if !ir.IsConstant(v) {
				g.store(g.p.Index.At(v), i.Arg(0))
			}
		}
	case ir.Select:
		g.pass(i.Arg(1), i)
		g.pass(i.Arg(2), i)
	case ir.Ret:
		if i.NumArgs() > 0 && !ir.IsConstant(i.Arg(0)) && g.carries(i.Arg(0)) {
			g.edge(g.p.Index.At(i.Arg(0)), g.p.Ret)
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
		r := g.p.RuleOf(i)
		for k, a := range i.Args() {
			if r == nil || !r.Zero(k) {
				g.pass(a, i)
			}
		}
	}
}

func (g *flow) visitCall(i *ir.Instr) {
	n := g.p.Index.At(i)
	t := g.p.TargetOf(i)
	switch t.Kind {
	case pointsto.ToMath:
		for k, a := range i.CallArgs() {
			if ir.IsConstant(a) || !g.carries(a) {
				continue
			}
			if !t.Rule.Zero(k) {
				g.pass(a, i)
			}
			for _, o := range t.Rule.Outs {
				if !o.Inactive && o.Arg >= 0 && o.Arg < i.NumCallArgs() {
					g.store(g.p.Index.At(a), i.Arg(o.Arg))
				}
			}
		}
	case pointsto.ToCopy:
		if !g.ty.movesFloats(i) {
			return
		}
		g.load(i.Arg(1), n)
		g.store(n, i.Arg(0))
	case pointsto.ToLoad:
		if g.carries(i) {
			g.load(i.Arg(0), n)
			g.pass(i.Arg(i.NumCallArgs()-1), i)
		}
	case pointsto.ToStore:
		if v := i.Arg(0); !ir.IsConstant(v) && g.carries(v) {
			g.store(g.p.Index.At(v), i.Arg(1))
		}
	case pointsto.ToPass:
		g.pass(i.Arg(0), i)
	case pointsto.ToDefined, pointsto.ToUnknown, pointsto.ToIndirect, pointsto.ToAsm:
		g.flows(i, t)
	}
}

// flows adds the flows of a callee at one call.
func (g *flow) flows(i *ir.Instr, t *pointsto.Target) {
	var ends map[pointsto.End]*callMemory
	memory := func(e pointsto.End) *callMemory {
		if m, ok := ends[e]; ok {
			return m
		}
		m := &callMemory{in: g.node(), out: g.node(), objs: g.reach(i, t, e)}
		for _, o := range m.objs {
			g.edge(g.obj[o], m.in)
			g.edge(m.out, g.obj[o])
		}
		if e.Kind == pointsto.EndSymMem || e.Kind == pointsto.EndMem && g.p.Follows(i, t, e.Arg) {
			g.leadsBeyond(m.out, m.objs)
		}
		if ends == nil {
			ends = map[pointsto.End]*callMemory{}
		}
		ends[e] = m
		return m
	}
	for _, sum := range g.p.SummariesAt(i, t) {
		for _, fl := range sum.Floats {
			var from, to pointsto.Node
			if fl.From.Kind == pointsto.EndArg {
				if fl.From.Arg >= i.NumCallArgs() || ir.IsConstant(i.Arg(fl.From.Arg)) || !g.carries(i.Arg(fl.From.Arg)) {
					continue
				}
				from = g.p.Index.At(i.Arg(fl.From.Arg))
			} else {
				m := memory(fl.From)
				from = m.in
				for _, o := range m.objs {
					g.handed[o] = true
				}
				m.objs = nil
			}
			if fl.To.Kind == pointsto.EndRet {
				if !g.carries(i) {
					continue
				}
				to = g.p.Index.At(i)
			} else {
				to = memory(fl.To).out
			}
			g.edge(from, to)
		}
	}
}

// leadsBeyond notes that a callee writes, at n, also what pointers in objects lead
// to. Of memory of others it need not be known here that there are such.
func (g *flow) leadsBeyond(n pointsto.Node, objs []int32) {
	seen := map[pointsto.End]bool{}
	for _, o := range objs {
		for _, k := range g.p.Stands(o) {
			if _, m, ok := g.p.EndOf(k); ok && (m.Kind == pointsto.EndMem || m.Kind == pointsto.EndSymMem) && !seen[m] {
				seen[m] = true
				if g.beyond == nil {
					g.beyond = map[pointsto.Node][]pointsto.End{}
				}
				g.beyond[n] = append(g.beyond[n], m)
			}
		}
	}
}

// reach lists the objects that an end of a callee's flow may touch.
func (g *flow) reach(i *ir.Instr, t *pointsto.Target, e pointsto.End) []int32 {
	var start pointsto.AddrSet
	switch e.Kind {
	case pointsto.EndMem:
		if e.Arg < i.NumCallArgs() {
			start = g.pointees(i.Arg(e.Arg))
		}
	case pointsto.EndSymMem:
		start = g.pointees(e.Sym)
	case pointsto.EndUnknownMem:
		return []int32{0}
	case pointsto.EndFreshMem:
		if e.Arg < len(t.Made) && t.Made[e.Arg] != 0 {
			return []int32{g.p.Find(t.Made[e.Arg])}
		}
	}
	return g.p.Reachable(start)
}
