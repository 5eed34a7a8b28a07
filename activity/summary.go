package activity

import (
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// summaries computes and keeps the summaries of a module's functions.
type summaries struct {
	known  map[*ir.Function]*pointsto.Summary
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

// Summary gives the summary of a function with a body. In recursion it is the
// least fixpoint: bodies are studied again until nothing that they use grows.
func (e *Env) Summary(f *ir.Function) *pointsto.Summary {
	s := &e.sums
	if s.known == nil {
		s.known, s.active = map[*ir.Function]*pointsto.Summary{}, map[*ir.Function]bool{}
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
	s.known[f] = &pointsto.Summary{}
	if e.Exhausted() {
		return s.known[f]
	}
	s.active[f] = true
	s.known[f] = e.study(f)
	delete(s.active, f)
	for outermost && len(s.again) > 0 && !e.Exhausted() {
		f := s.again[0]
		s.again = s.again[1:]
		delete(s.queued, f)
		old, now := s.known[f], e.study(f)
		if s.rounds[f]++; s.rounds[f] > maxRecursion {
			now.Types = old.Types
			now.Keep(old)
		}
		s.known[f] = now
		if !now.Same(old) {
			for _, r := range s.readers[f] {
				s.restudy(r)
			}
		}
	}
	return s.known[f]
}

// study is summarize, with f on the stack.
func (e *Env) study(f *ir.Function) *pointsto.Summary {
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

// summarize studies one body.
func (e *Env) summarize(f *ir.Function) *pointsto.Summary {
	if rules.GivenOf(f).Has(e.Forward) {
		return e.summarizeGiven(f)
	}
	return e.summarizeBody(f)
}

func (e *Env) summarizeBody(f *ir.Function) *pointsto.Summary {
	if err := f.Load(); err != nil {
		return worstSummary(f)
	}
	p, ty := newStudy(e, e.bodyOf(f), func(*ir.Param) bool { return true })
	p.Known = e.sums.known[f]
	if e.sums.rounds[f] > 1 {
		p.Former = p.Known
	}
	g := newFlow(p, ty, true)
	s := &pointsto.Summary{}
	s.Pointers(p)
	ty.summarizeMemory(s)
	ty.summarizeIntegers(s)
	g.summarizeFlows(s)
	s.Ends(p)
	s.Overwrites(p)
	g.summarizeStores(s)
	s.CalledThrough(p)
	s.Followed(p)
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
func worstSummary(f *ir.Function) *pointsto.Summary {
	s := &pointsto.Summary{}
	ends := []pointsto.End{{Kind: pointsto.EndRet}}
	for k, q := range f.Params {
		ends = append(ends, pointsto.End{Kind: pointsto.EndArg, Arg: k})
		if q.Typ.HasPtr() {
			ends = append(ends, pointsto.End{Kind: pointsto.EndMem, Arg: k})
		}
	}
	for _, from := range ends[1:] {
		for _, to := range ends {
			if to.Kind == pointsto.EndArg || from == to {
				continue
			}
			s.Floats = append(s.Floats, pointsto.FloatFlow{From: from, To: to})
			s.Ptr = append(s.Ptr, pointsto.PtrFlow{From: from, To: to, Stride: 1})
		}
	}
	if f.Typ.Ret.HasPtr() {
		s.Ptr = append(s.Ptr, pointsto.PtrFlow{From: pointsto.End{Kind: pointsto.EndUnknown}, To: ends[0], Stride: 1})
	}
	return s
}

// summarizeFlows collects the float flows: from every end, what can be reached.
func (g *flow) summarizeFlows(s *pointsto.Summary) {
	p := g.p
	members := map[pointsto.End][]pointsto.Node{}
	var order []pointsto.End
	enter := func(e pointsto.End, n pointsto.Node) {
		if _, ok := members[e]; !ok {
			order = append(order, e)
		}
		members[e] = append(members[e], n)
	}
	for _, q := range p.Func.Params {
		if g.carries(q) {
			enter(pointsto.End{Kind: pointsto.EndArg, Arg: q.Index}, p.Index.At(q))
		}
	}
	label := map[pointsto.Node][]pointsto.End{p.Ret: {{Kind: pointsto.EndRet}}}
	for k := range p.Objs {
		ob := &p.Objs[k]
		_, m, ok := p.EndOf(int32(k))
		if !ok || m == (pointsto.End{}) {
			continue
		}
		if ob.Kind == pointsto.ObjGlobal && pointsto.Constant(ob.Site.(*ir.Global)) {
			continue
		}
		enter(m, g.obj[k])
		label[g.obj[k]] = append(label[g.obj[k]], m)
	}
	mark := make([]int32, g.n)
	between := newBetween(g, label)
	for k, e := range order {
		if between.members(e, members[e]) {
			s.Floats = append(s.Floats, pointsto.FloatFlow{From: e, To: e})
		}
		stamp := int32(k + 1)
		stack := append([]pointsto.Node(nil), members[e]...)
		reached := map[pointsto.End]bool{e: true}
		for _, n := range stack {
			mark[n] = stamp
			for _, to := range label[n] { // objects that are treated as one
				if !reached[to] {
					reached[to] = true
					s.Floats = append(s.Floats, pointsto.FloatFlow{From: e, To: to})
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
						s.Floats = append(s.Floats, pointsto.FloatFlow{From: e, To: to})
					}
				}
			}
		}
	}
}

// summarizeMemory collects what is known about the memory behind parameters.
func (t *types) summarizeMemory(s *pointsto.Summary) {
	for k := range t.p.Objs {
		at, ok := t.p.PathTo(int32(k))
		arg := 0
		if n, made := t.p.Made[int32(k)]; made {
			arg, ok = -1-n, true
		} else if ok {
			arg = t.p.Objs[k].Site.(*ir.Param).Index
		} else {
			continue
		}
		m := &t.mem[k]
		for _, off := range m.Sorted() {
			for _, r := range m.Exact[off] {
				s.Types = append(s.Types, pointsto.ParamType{Arg: arg, Rec: r, Path: at})
			}
		}
		for _, r := range m.Strided {
			s.Types = append(s.Types, pointsto.ParamType{Arg: arg, Rec: r, Path: at})
		}
	}
}
