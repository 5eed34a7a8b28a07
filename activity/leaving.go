package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// Leaving says in which memory of its own, and of variables, a function leaves floats that
// depend on its active inputs: no parameter of its derivative stands for such. Memory whose
// bytes are not known counts as such.
type Leaving struct {
	Result bool         // memory that the result leads to
	Params []int        // parameters in whose memory the addresses of such memory stand
	Vars   []*ir.Global // variables that hold such floats, or the addresses of such memory
	// Nothing says that no float leaves at all: the result holds none, and memory of
	// parameters with shadows is not written.
	Nothing bool
}

// Leaving tells what leaves the function. More may be reported than ever does.
func (a *Info) Leaving() Leaving {
	s := a.sol
	p := s.p
	own := &ownMemory{s: s, mark: s.variedFromOutside()}
	l := Leaving{Result: own.behind(p.sets[p.ret]), Nothing: !a.Seed.Ret && !a.writesOutside()}
	for k := range p.objs {
		ob := &p.objs[k]
		if p.find(int32(k)) != int32(k) || !ob.external() {
			continue
		}
		switch site := p.objs[ob.root].site.(type) {
		case *ir.Param:
			if !slices.Contains(l.Params, site.Index) && own.behind(p.contained(int32(k))) {
				l.Params = append(l.Params, site.Index)
			}
		case *ir.Global:
			if !constant(site) && !site.Inactive && !slices.Contains(l.Vars, site) && (own.holds(int32(k)) || own.behind(p.contained(int32(k)))) {
				l.Vars = append(l.Vars, site)
			}
		}
	}
	slices.Sort(l.Params)
	return l
}

// ownMemory is what a function made, and variables.
type ownMemory struct {
	s    *solution
	mark []bool // see variedFromOutside
}

// holds reports whether an object is such memory, with floats that have derivatives.
func (m *ownMemory) holds(o int32) bool {
	s := m.s
	k := s.p.objs[s.p.objs[o].root].kind
	return (k == objHeap || k == objGlobal) && !s.still[o] && !s.text(o) && m.mark[s.g.obj[o]] && s.g.ty.mayHoldFloats(o)
}

// behind reports whether addresses lead to such, through nothing but memory of the function's own.
func (m *ownMemory) behind(from addrSet) bool {
	p := m.s.p
	seen := map[int32]bool{}
	list := objectsOf(from)
	for len(list) > 0 {
		o := p.find(list[len(list)-1])
		list = list[:len(list)-1]
		if seen[o] {
			continue
		}
		seen[o] = true
		if m.holds(o) {
			return true
		}
		if k := p.objs[o].kind; k == objHeap || k == objAlloca {
			list = append(list, objectsOf(p.contained(o))...)
		}
	}
	return false
}

// variedFromOutside marks what floats of the active parameters and of the memory behind them
// come to. It is what is varied but for memory that counts as varied because callers see it.
func (s *solution) variedFromOutside() []bool {
	var from []node
	for k := range s.p.objs {
		if s.always[k] && s.p.objs[s.p.objs[k].root].kind == objParam {
			from = append(from, s.g.obj[k])
		}
	}
	for _, q := range s.p.f.Params {
		if s.kind(q) != signature.Const && s.g.carries(q) {
			from = append(from, s.p.index.at(q))
		}
	}
	blocked := make([]bool, s.g.n)
	for k, b := range s.still {
		blocked[s.g.obj[k]] = b
	}
	mark := make([]bool, s.g.n)
	spread(&s.g.next, from, blocked, mark, make([]node, s.g.n))
	return mark
}

// mayHoldFloats reports whether memory has been seen to hold floats, or nothing is known of it.
func (t *types) mayHoldFloats(o int32) bool {
	for r := range t.mem[o].seen {
		if r.class != Integer && r.class != Pointer {
			return true
		}
	}
	return len(t.mem[o].seen) == 0
}

// writesOutside reports whether the function may store something other than small integers and
// addresses in memory of its callers that has a shadow.
func (a *Info) writesOutside() bool {
	p := a.sol.p
	found := false
	note := func(objs []int32) {
		for _, o := range objs {
			root := &p.objs[p.objs[o].root]
			found = found || root.kind == objUnknown || root.kind == objParam && a.sol.kind(root.site.(*ir.Param)) != signature.Const
		}
	}
	at := func(v ir.Value) []int32 { return objectsOf(p.pointees(v)) }
	for _, b := range a.F.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Store || !i.Arg(0).Type().IsPtr() {
				p.storedTo(i, note, at)
			}
		}
	}
	return found
}
