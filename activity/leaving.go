package activity

import (
	"fmt"
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
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
	l := Leaving{Result: own.behind(p.Sets[p.Ret]), Nothing: !a.Seed.Ret && !a.writesOutside()}
	for k := range p.Objs {
		ob := &p.Objs[k]
		if p.Find(int32(k)) != int32(k) || !ob.External() {
			continue
		}
		switch site := p.Objs[ob.Root].Site.(type) {
		case *ir.Param:
			if !slices.Contains(l.Params, site.Index) && own.behind(p.Contained(int32(k))) {
				l.Params = append(l.Params, site.Index)
			}
		case *ir.Global:
			if !pointsto.Constant(site) && !site.Inactive && !slices.Contains(l.Vars, site) && (own.holds(int32(k)) || own.behind(p.Contained(int32(k)))) {
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
	k := s.p.Objs[s.p.Objs[o].Root].Kind
	return (k == pointsto.ObjHeap || k == pointsto.ObjGlobal) && !s.still[o] && !s.text(o) && m.mark[s.g.obj[o]] && s.g.ty.mayHoldFloats(o)
}

// behind reports whether addresses lead to such, through nothing but memory of the function's own.
func (m *ownMemory) behind(from pointsto.AddrSet) bool {
	p := m.s.p
	seen := map[int32]bool{}
	list := pointsto.ObjectsOf(from)
	for len(list) > 0 {
		o := p.Find(list[len(list)-1])
		list = list[:len(list)-1]
		if seen[o] {
			continue
		}
		seen[o] = true
		if m.holds(o) {
			return true
		}
		if k := p.Objs[o].Kind; k == pointsto.ObjHeap || k == pointsto.ObjAlloca {
			list = append(list, pointsto.ObjectsOf(p.Contained(o))...)
		}
	}
	return false
}

// variedFromOutside marks what floats of the active parameters and of the memory behind them
// come to. It is what is varied but for memory that counts as varied because callers see it.
func (s *solution) variedFromOutside() []bool {
	var from []pointsto.Node
	for k := range s.p.Objs {
		if s.always[k] && s.p.Objs[s.p.Objs[k].Root].Kind == pointsto.ObjParam {
			from = append(from, s.g.obj[k])
		}
	}
	for _, q := range s.p.Func.Params {
		if s.kind(q) != signature.Const && s.g.carries(q) {
			from = append(from, s.p.Index.At(q))
		}
	}
	blocked := make([]bool, s.g.n)
	for k, b := range s.still {
		blocked[s.g.obj[k]] = b
	}
	mark := make([]bool, s.g.n)
	spread(&s.g.next, from, blocked, mark, make([]pointsto.Node, s.g.n))
	return mark
}

// MayHoldFloats reports whether memory has been seen to hold floats, or nothing is known of it.
func (t *types) mayHoldFloats(o int32) bool {
	for r := range t.mem[o].Seen {
		if r.Class != memtypes.Integer && r.Class != memtypes.Pointer {
			return true
		}
	}
	return len(t.mem[o].Seen) == 0
}

// writesOutside reports whether the function may store something other than small integers and
// addresses in memory of its callers that has a shadow.
func (a *Info) writesOutside() bool {
	p := a.sol.p
	found := false
	note := func(objs []int32) {
		for _, o := range objs {
			root := &p.Objs[p.Objs[o].Root]
			found = found || root.Kind == pointsto.ObjUnknown || root.Kind == pointsto.ObjParam && a.sol.kind(root.Site.(*ir.Param)) != signature.Const
		}
	}
	at := func(v ir.Value) []int32 { return pointsto.ObjectsOf(p.Pointees(v)) }
	for _, b := range a.F.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Store || !i.Arg(0).Type().IsPtr() {
				p.StoredTo(i, note, at)
			}
		}
	}
	return found
}

// AddressesLeft says in what memory of its callers the function may leave an
// address when it returns, for messages: behind a parameter with a shadow, or in
// variables. It is "" where it leaves none. Whatever is moved may be an address
// here; see Outside.
func (a *Info) AddressesLeft() string {
	for _, f := range a.env.Summary(a.F).Ptr {
		switch f.To.Kind {
		case pointsto.EndMem:
			if f.To.Arg < len(a.Seed.Params) && a.Seed.Params[f.To.Arg] != signature.Const {
				return fmt.Sprintf("the memory behind parameter %d", f.To.Arg+1)
			}
		case pointsto.EndSymMem:
			return "a variable"
		case pointsto.EndUnknownMem:
			return "memory of unknown origin"
		}
	}
	return ""
}

// MemoryEnded says likewise behind which parameter the function may end memory.
func (a *Info) MemoryEnded() string {
	for _, k := range a.env.Summary(a.F).Frees {
		if k < len(a.Seed.Params) && a.Seed.Params[k] != signature.Const {
			return fmt.Sprintf("behind parameter %d", k+1)
		}
	}
	return ""
}

// Outside reports whether an address may lead to memory that the function has not
// made: its callers', that of variables.
func (a *Info) Outside(v ir.Value) bool {
	p := a.sol.p
	outside := func(obj int32) bool {
		k := p.Objs[obj].Kind
		return k != pointsto.ObjAlloca && k != pointsto.ObjHeap
	}
	for _, at := range p.Pointees(v) {
		if outside(at.Obj) || slices.ContainsFunc(p.Merged[at.Obj], outside) {
			return true
		}
	}
	return false
}
