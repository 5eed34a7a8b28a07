package pointsto

import (
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
)

// maxPointees bounds how many objects of one category an address may lead to
// before they are treated as one: sets stay short, and the analysis near
// linear, whatever a program does with tables of pointers.
const maxPointees = 48

// maxCollapses bounds how often objects of one category are merged before all
// of them are.
const maxCollapses = 6

// vastEdges is from how many edges on few objects of a category are treated as one.
const (
	vastEdges    = 150_000
	vastPointees = 8
)

// vast reports whether objects have to be merged early, since sets of addresses go to
// many places.
func (p *Analysis) vast() bool { return p.edges.n > vastEdges }

// most is maxPointees, or less.
func (p *Analysis) most() int {
	if p.vast() {
		return vastPointees
	}
	return maxPointees
}

// category tells which objects may be treated as one: those that are alike for
// every seed.
type category struct {
	kind   ObjKind
	root   int32 // ObjDeep: all behind one parameter, or all behind variables (-1)
	frozen bool  // ObjGlobal: a constant
	filled bool  // ObjGlobal: its initialiser says what it holds
}

func (p *Analysis) categoryOf(o int32) (category, bool) {
	ob := &p.Objs[o]
	switch ob.Kind {
	case ObjAlloca, ObjHeap:
		return category{kind: ObjAlloca}, true
	case ObjDeep:
		root := ob.Root
		if p.Objs[root].Kind == ObjGlobal {
			root = -1
		}
		return category{kind: ObjDeep, root: root}, true
	case ObjGlobal:
		g := ob.Site.(*ir.Global)
		return category{kind: ObjGlobal, frozen: Constant(g), filled: initOnly(g)}, true
	}
	return category{}, false
}

// Find is the object that stands for o.
func (p *Analysis) Find(o int32) int32 {
	for p.rep[o] != o {
		p.rep[o] = p.rep[p.rep[o]]
		o = p.rep[o]
	}
	return o
}

// current is an address in terms of the objects that stand for others.
func (p *Analysis) current(a memtypes.Addr) memtypes.Addr {
	if r := p.Find(a.Obj); r != a.Obj || p.Merged[r] != nil {
		return memtypes.Addr{Obj: r, Stride: 1}
	}
	return a
}

// Stands lists the objects that o stands for, itself first.
func (p *Analysis) Stands(o int32) []int32 { return append([]int32{o}, p.Merged[o]...) }

// collapseAll looks at all nodes whose sets grew beyond maxPointees.
func (p *Analysis) collapseAll() {
	if len(p.crowded) == 0 {
		return
	}
	seen := map[Node]bool{} // since something was merged
	for len(p.crowded) > 0 {
		n := p.crowded[len(p.crowded)-1]
		p.crowded = p.crowded[:len(p.crowded)-1]
		if seen[n] {
			continue
		}
		if seen[n] = true; p.collapse(n) {
			clear(seen)
		}
	}
}

// collapse merges objects of the categories that have too many members in the
// set of a node, and reports whether there were any.
func (p *Analysis) collapse(n Node) bool {
	if !p.overfull(n) {
		return false
	}
	count := map[category][]int32{}
	var order []category
	for _, a := range p.Sets[n] {
		if c, ok := p.categoryOf(a.Obj); ok {
			if count[c] == nil {
				order = append(order, c)
			}
			count[c] = append(count[c], a.Obj)
		}
	}
	changed := false
	for _, c := range order {
		l := count[c]
		if len(l) <= p.most()/2 {
			continue
		}
		if p.collapses[c]++; p.collapses[c] > maxCollapses || p.vast() {
			l = p.everyOne(c)
		}
		for _, o := range l[1:] {
			p.merge(l[0], o)
		}
		changed = true
	}
	if changed {
		p.rewrite()
	}
	return changed
}

// overfull reports whether the set of a node has too many members of a category.
func (p *Analysis) overfull(n Node) bool {
	for k := range p.inKind {
		p.inKind[k] = 0
	}
	for _, a := range p.Sets[n] {
		k := p.kindOf(a.Obj)
		if p.inKind[k]++; k > 0 && p.inKind[k] > p.most()/2 {
			return true
		}
	}
	return false
}

// kindOf numbers the categories of objects from 1; 0 is of those without one.
func (p *Analysis) kindOf(o int32) int32 {
	for k := len(p.kinds); k <= int(o); k++ {
		c, ok := p.categoryOf(int32(k))
		n := p.kindNumbers[c]
		switch {
		case !ok:
			n = 0
		case n == 0:
			n = int32(len(p.kindNumbers) + 1)
			p.kindNumbers[c] = n
			p.inKind = append(p.inKind, 0)
		}
		p.kinds = append(p.kinds, n)
	}
	return p.kinds[o]
}

// everyOne lists the objects of a category.
func (p *Analysis) everyOne(c category) []int32 {
	var l []int32
	for k := range p.Objs {
		if x, ok := p.categoryOf(int32(k)); ok && x == c {
			l = append(l, int32(k))
		}
	}
	return l
}

// rewrite brings all sets in terms of the objects that stand for others.
func (p *Analysis) rewrite() {
	for k, s := range p.Sets {
		stale := false
		for _, a := range s {
			stale = stale || p.current(a) != a
		}
		if !stale {
			continue
		}
		var now AddrSet
		for _, a := range s {
			now.add(p.current(a))
		}
		p.Sets[k] = now
		p.done[k], p.passed[k] = nil, nil
		p.wake(Node(k))
	}
}

// merge lets r stand for o, both standing for themselves so far.
func (p *Analysis) merge(r, o int32) {
	r, o = p.Find(r), p.Find(o)
	if r == o {
		return
	}
	p.contents(r)
	p.contents(o)
	a, b := &p.Objs[r], &p.Objs[o]
	p.rep[o] = r
	p.Merged[r] = append(append(p.Merged[r], o), p.Merged[o]...)
	delete(p.Merged, o)
	p.copy(a.loose, b.Any, 0, 1)
	p.copy(b.All, a.All, 0, 1)
	for _, s := range a.fromRows { // others may have been copied from along these
		p.copy(b.All, a.from[s], 0, 1)
	}
}

// standing is a set of addresses with every object spelled out.
func (p *Analysis) standing(s AddrSet) AddrSet {
	if len(p.Merged) == 0 {
		return s
	}
	var out AddrSet
	for _, a := range s {
		for _, o := range p.Stands(a.Obj) {
			b := a
			b.Obj = o
			out.add(b)
		}
	}
	return out
}
