package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// endKind is a place where data enters or leaves a callee.
type endKind uint8

const (
	endArg        endKind = iota // an argument's value
	endMem                       // the memory reachable from an argument
	endRet                       // the result
	endSym                       // the address of a variable or function
	endSymMem                    // the memory reachable from a variable
	endFresh                     // the address of memory that the callee made
	endFreshMem                  // that memory
	endUnknown                   // an address of unknown origin
	endForeign                   // an address of memory of library objects
	endUnknownMem                // the memory at such addresses
)

// end is one such place.
type end struct {
	kind endKind
	arg  int // of endFresh and endFreshMem the number of the object, see freshObject
	sym  ir.Value
}

// ptrFlow says that addresses get from one end to another, displaced. Where the
// places in the memory of an end are not known, any of it is meant.
type ptrFlow struct {
	from, to    end
	off, stride int64
	src, dst    place
}

// floatFlow says that floating-point data gets from one end to another.
type floatFlow struct{ from, to end }

// summary is what a function does to data of its callers, whatever the seed.
type summary struct {
	ptr     []ptrFlow
	floats  []floatFlow
	frees   []int // parameters whose memory it may end
	writes  []end // summarizeMemory of others that it may store floats or addresses to
	puts    []put // summarizeMemory of others that it may store floats to, even such as depend on nothing
	studied bool  // puts is filled in
	calls   []end // from where it takes addresses of functions that it calls
	follows []int // parameters in whose memory it follows pointers
	types   []paramType
	fresh   []int64   // the sizes of the objects that it makes and callers see, 0 where not known
	sites   []origin  // where those are made, zero where at several places
	texts   []int     // parameters whose addresses it puts into strings
	other   []bool    // those that may be other than the characters of strings
	values  [][]Piece // what integer parameters hold, nil where nothing is known
	result  []Piece   // what the result holds

	joins, composes bool // see joinsFloat, callComposes
}

// paramType is what a function knows about the memory behind a parameter: right
// behind it, or where pointers lead that stand there; or, with a negative arg,
// about the object that it made whose number is -1-arg.
type paramType struct {
	arg  int
	rec  record
	path path
}

// path says where the pointers stand that are followed to memory.
type path struct {
	loads int
	off   [maxDepth]int64
}

// summaries computes and keeps the summaries of a module's functions.
type summaries struct {
	known  map[*ir.Function]*summary
	active map[*ir.Function]bool // being studied for the first time
	stack  []*ir.Function        // being studied, callers first

	steps int // addresses that were passed on

	// Since the outermost call began:
	readers map[*ir.Function][]*ir.Function // who has used a summary
	reads   map[[2]*ir.Function]bool        // reader and read, of readers
	again   []*ir.Function                  // to be studied again, since what they have used has grown
	queued  map[*ir.Function]bool           // those of again
	rounds  map[*ir.Function]int            // how often each was studied again
}

// summary gives the summary of a function with a body. In recursion it is the
// least fixpoint: bodies are studied again until nothing that they use grows.
func (e *Env) summary(f *ir.Function) *summary {
	s := &e.sums
	if s.known == nil {
		s.known, s.active = map[*ir.Function]*summary{}, map[*ir.Function]bool{}
	}
	outermost := len(s.stack) == 0
	if outermost {
		s.readers, s.reads = map[*ir.Function][]*ir.Function{}, map[[2]*ir.Function]bool{}
		s.queued, s.rounds = map[*ir.Function]bool{}, map[*ir.Function]int{}
	} else {
		s.use(s.stack[len(s.stack)-1], f)
	}
	if k, ok := s.known[f]; ok {
		return k
	}
	s.known[f] = &summary{}
	if e.exhausted() {
		return s.known[f]
	}
	s.active[f] = true
	s.known[f] = e.study(f)
	delete(s.active, f)
	for outermost && len(s.again) > 0 && !e.exhausted() {
		f := s.again[0]
		s.again = s.again[1:]
		delete(s.queued, f)
		old, now := s.known[f], e.study(f)
		if s.rounds[f]++; s.rounds[f] > maxRecursion {
			now.types = old.types
			now.keep(old)
		}
		s.known[f] = now
		if !now.same(old) {
			for _, r := range s.readers[f] {
				s.restudy(r)
			}
		}
	}
	return s.known[f]
}

// study is summarize, with f on the stack.
func (e *Env) study(f *ir.Function) *summary {
	s := &e.sums
	s.stack = append(s.stack, f)
	defer func() { s.stack = s.stack[:len(s.stack)-1] }()
	return e.summarize(f)
}

// use notes that reader uses the summary of f, which may not be complete.
func (s *summaries) use(reader, f *ir.Function) {
	if s.active[f] {
		s.restudy(reader)
	}
	if key := [2]*ir.Function{reader, f}; !s.reads[key] {
		s.reads[key] = true
		s.readers[f] = append(s.readers[f], reader)
	}
}

func (s *summaries) restudy(f *ir.Function) {
	if !s.queued[f] {
		s.queued[f] = true
		s.again = append(s.again, f)
	}
}

// maxRecursion bounds the rounds in which recursive functions learn of the types
// behind their parameters: one that hands on a pointer moved forward would learn
// of ever more memory.
const maxRecursion = 4

// same reports whether two results of studying one body say the same; all but
// the addresses only ever grow, and those come in any order.
func (s *summary) same(old *summary) bool {
	return len(s.ptr) == len(old.ptr) && len(s.floats) == len(old.floats) && len(s.frees) == len(old.frees) &&
		len(s.writes) == len(old.writes) && len(s.puts) == len(old.puts) && len(s.follows) == len(old.follows) && len(s.calls) == len(old.calls) && len(s.types) == len(old.types) &&
		slices.Equal(s.result, old.result) && len(s.lacking(old)) == 0
}

// keep adds the flows of addresses that old has and s has not, and the objects that
// those lead to.
func (s *summary) keep(old *summary) {
	s.ptr = append(s.ptr, s.lacking(old)...)
	for len(s.fresh) < len(old.fresh) {
		s.fresh = append(s.fresh, 0)
		s.sites = append(s.sites, origin{})
		s.other = append(s.other, true)
	}
}

// lacking are the flows of addresses that old has and s has not.
func (s *summary) lacking(old *summary) []ptrFlow {
	have := map[ptrFlow]bool{}
	for _, fl := range s.ptr {
		have[fl] = true
	}
	var list []ptrFlow
	for _, fl := range old.ptr {
		if !have[fl] {
			list = append(list, fl)
		}
	}
	return list
}

// summarize studies one body.
func (e *Env) summarize(f *ir.Function) *summary {
	if rules.GivenOf(f).Has(e.Forward) {
		return e.summarizeGiven(f)
	}
	return e.summarizeBody(f)
}

func (e *Env) summarizeBody(f *ir.Function) *summary {
	if err := f.Load(); err != nil {
		return worstSummary(f)
	}
	p, ty := newStudy(e, e.bodyOf(f), func(*ir.Param) bool { return true })
	p.known = e.sums.known[f]
	if e.sums.rounds[f] > 1 {
		p.former = p.known
	}
	g := newFlow(p, ty, true)
	s := &summary{}
	s.pointers(p)
	ty.summarizeMemory(s)
	ty.summarizeIntegers(s)
	g.summarizeFlows(s)
	s.ends(p)
	s.overwrites(p)
	g.summarizeStores(s)
	s.calledThrough(p)
	s.followed(p)
	ty.summarizeJoins(s)
	return s
}

// bodyOf is the body that is summarised for a function.
func (e *Env) bodyOf(f *ir.Function) *ir.Function {
	if e.Body == nil {
		return f
	}
	if _, asked := e.bodies[f]; !asked {
		b := e.Body(f)
		if b != f {
			e.Copied(b, f)
		}
		e.bodies[f] = b
	}
	return e.bodies[f]
}

// worstSummary is the summary of a function whose body cannot be read; that it
// cannot is told when it is differentiated.
func worstSummary(f *ir.Function) *summary {
	s := &summary{}
	ends := []end{{kind: endRet}}
	for k, q := range f.Params {
		ends = append(ends, end{kind: endArg, arg: k})
		if q.Typ.HasPtr() {
			ends = append(ends, end{kind: endMem, arg: k})
		}
	}
	for _, from := range ends[1:] {
		for _, to := range ends {
			if to.kind == endArg || from == to {
				continue
			}
			s.floats = append(s.floats, floatFlow{from: from, to: to})
			s.ptr = append(s.ptr, ptrFlow{from: from, to: to, stride: 1})
		}
	}
	if f.Typ.Ret.HasPtr() {
		s.ptr = append(s.ptr, ptrFlow{from: end{kind: endUnknown}, to: ends[0], stride: 1})
	}
	return s
}

// endOf is the end under which callers know an object: by its address, and by
// its memory.
func (p *points) endOf(o int32) (address, memory end, ok bool) {
	ob := &p.objs[o]
	switch ob.kind {
	case objHeap:
		k, ok := p.made[p.find(o)]
		return end{kind: endFresh, arg: k}, end{kind: endFreshMem, arg: k}, ok
	case objGlobal:
		return end{kind: endSym, sym: ob.site}, end{kind: endSymMem, sym: ob.site}, true
	case objFunc:
		return end{kind: endSym, sym: ob.site}, end{}, true
	case objParam:
		k := ob.site.(*ir.Param).Index
		return end{kind: endArg, arg: k}, end{kind: endMem, arg: k}, true
	case objDeep:
		_, m, ok := p.endOf(ob.root)
		return m, m, ok
	case objForeign:
		return end{kind: endForeign}, end{}, true
	case objUnknown:
		return end{kind: endUnknown}, end{kind: endUnknownMem}, true
	}
	return end{}, end{}, false
}

// summarizeFlows collects the float flows: from every end, what can be reached.
func (g *flow) summarizeFlows(s *summary) {
	p := g.p
	members := map[end][]node{}
	var order []end
	enter := func(e end, n node) {
		if _, ok := members[e]; !ok {
			order = append(order, e)
		}
		members[e] = append(members[e], n)
	}
	for _, q := range p.f.Params {
		if g.carries(q) {
			enter(end{kind: endArg, arg: q.Index}, p.index.at(q))
		}
	}
	label := map[node][]end{p.ret: {{kind: endRet}}}
	for k := range p.objs {
		ob := &p.objs[k]
		_, m, ok := p.endOf(int32(k))
		if !ok || m == (end{}) {
			continue
		}
		if ob.kind == objGlobal && constant(ob.site.(*ir.Global)) {
			continue
		}
		enter(m, g.obj[k])
		label[g.obj[k]] = append(label[g.obj[k]], m)
	}
	mark := make([]int32, g.n)
	between := newBetween(g, label)
	for k, e := range order {
		if between.members(e, members[e]) {
			s.floats = append(s.floats, floatFlow{from: e, to: e})
		}
		stamp := int32(k + 1)
		stack := append([]node(nil), members[e]...)
		reached := map[end]bool{e: true}
		for _, n := range stack {
			mark[n] = stamp
			for _, to := range label[n] { // objects that are treated as one
				if !reached[to] {
					reached[to] = true
					s.floats = append(s.floats, floatFlow{from: e, to: to})
				}
			}
		}
		for len(stack) > 0 {
			n := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, t := range g.next.of(n) {
				if mark[t] == stamp {
					continue
				}
				mark[t] = stamp
				stack = append(stack, t)
				for _, to := range label[t] {
					if !reached[to] {
						reached[to] = true
						s.floats = append(s.floats, floatFlow{from: e, to: to})
					}
				}
			}
		}
	}
}

// summarizeMemory collects what is known about the memory behind parameters.
func (t *types) summarizeMemory(s *summary) {
	for k := range t.p.objs {
		at, ok := t.p.pathTo(int32(k))
		arg := 0
		if n, made := t.p.made[int32(k)]; made {
			arg, ok = -1-n, true
		} else if ok {
			arg = t.p.objs[k].site.(*ir.Param).Index
		} else {
			continue
		}
		m := &t.mem[k]
		for _, off := range m.sorted() {
			for _, r := range m.exact[off] {
				s.types = append(s.types, paramType{arg: arg, rec: r, path: at})
			}
		}
		for _, r := range m.strided {
			s.types = append(s.types, paramType{arg: arg, rec: r, path: at})
		}
	}
}

// pathTo is the way from a parameter to an object; ok is false where there is
// none, or several.
func (p *points) pathTo(o int32) (at path, ok bool) {
	for {
		ob := &p.objs[o]
		if p.find(o) != o && at.loads > 0 || p.merged[o] != nil && at.loads > 0 {
			return path{}, false
		}
		if ob.kind == objParam {
			break
		}
		if ob.kind != objDeep || ob.off < 0 || at.loads == maxDepth || p.objs[ob.root].kind != objParam || ob.depth >= maxDepth {
			return path{}, false
		}
		at.off[at.loads] = ob.off
		at.loads++
		o = ob.up
	}
	slices.Reverse(at.off[:at.loads])
	return at, true
}

// followPath gives the addresses at the end of a path from an address, nil where
// nothing is known of a pointer on the way.
func (p *points) followPath(from addrSet, at path) addrSet {
	for _, off := range at.off[:at.loads] {
		var next addrSet
		for _, a := range from {
			n, ok := p.objs[a.obj].cells[a.off+off]
			if a.stride != 0 || !ok || p.find(a.obj) != a.obj || p.merged[a.obj] != nil {
				continue
			}
			for _, b := range p.sets[n] {
				next.add(b)
			}
			if d := p.deeps[[2]int64{int64(a.obj), a.off + off}]; d != 0 {
				next.add(p.current(addr{obj: d}))
			}
		}
		from = next
	}
	return from
}

// ends collects the parameters whose memory, or what its addresses lead to, may be freed.
func (s *summary) ends(p *points) {
	seen := map[int]bool{}
	local := func(o int32) bool {
		_, m, ok := p.endOf(o)
		if ok && m.kind == endMem && !seen[m.arg] {
			seen[m.arg] = true
			s.frees = append(s.frees, m.arg)
		}
		return !ok
	}
	note := func(set addrSet) (locals addrSet) {
		for _, a := range p.standing(set) {
			if local(a.obj) {
				locals.add(a)
			}
		}
		return locals
	}
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			if !i.IsCall() {
				continue
			}
			switch t := p.targetOf(i); t.kind {
			case toFree, toRealloc:
				note(p.pointees(i.Arg(t.known.PtrArg)))
			case toDefined, toIndirect:
				for _, c := range p.summariesAt(i, t) {
					for _, k := range c.frees {
						if k >= i.NumCallArgs() {
							continue
						}
						for _, o := range p.reachable(note(p.pointees(i.Arg(k)))) { // buffers behind locals
							for _, member := range p.stands(o) {
								local(member)
							}
						}
					}
				}
			}
		}
	}
}
