package pointsto

import (
	"cmp"
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
)

// scratch is memory that one step of the solution leaves to the next.
type scratch struct {
	fresh, moved AddrSet
	behind       []int32
	reached      []int32 // by object: the walk of Reachable that came by last
	walks        int32
}

// passAll hands addresses on along an edge, a set or a part of one in its order, other than
// that of the node where the edge ends.
func passAll(p *Analysis, list AddrSet, e copyEdge) {
	if e.whole != 0 || e.stride > 0 && len(p.buckets) > 0 { // what is asked may change with each address
		for _, a := range list {
			p.pass(a, e)
		}
		return
	}
	p.scratch.moved = p.scratch.moved[:0]
	for _, a := range list {
		p.scratch.moved = append(p.scratch.moved, p.current(p.stepped(a, e)))
	}
	putAll(p, e.to, p.scratch.moved.inOrder())
}

// inOrder sorts addresses by object and joins those of one object: objects that were merged after a set
// was made leave it neither sorted nor without repetitions.
func (s AddrSet) inOrder() AddrSet {
	byObject := func(a, b memtypes.Addr) int { return cmp.Compare(a.Obj, b.Obj) }
	if !slices.IsSortedFunc(s, byObject) {
		slices.SortFunc(s, byObject)
	}
	n := 0
	for _, a := range s {
		if n > 0 && s[n-1].Obj == a.Obj {
			s[n-1] = joinAddr(s[n-1], a)
			continue
		}
		s[n] = a
		n++
	}
	return s[:n]
}

// few is how many times as large as a list of addresses a set is where each is looked for by itself.
const few = 8

// putAll is put for a list of current addresses, sorted by object.
func putAll(p *Analysis, n Node, list AddrSet) {
	if n == 0 || len(list) == 0 {
		return
	}
	if len(list)*few <= len(p.Sets[n]) {
		for _, a := range list {
			p.put(n, a)
		}
		return
	}
	grown, over := p.Sets[n].merge(list, p.most())
	if !grown {
		return
	}
	p.wake(n)
	if over > 0 && !p.roomy[n] {
		for range over {
			p.crowded = append(p.crowded, n)
		}
	}
}

// merge puts the addresses of a list that is sorted by object into s. It reports whether s grew, and how often
// it did so with more than most objects in it then.
func (s *AddrSet) merge(list AddrSet, most int) (grown bool, over int) {
	l := *s
	missing, k := 0, 0
	for _, a := range list {
		for k < len(l) && l[k].Obj < a.Obj {
			k++
		}
		if k == len(l) || l[k].Obj != a.Obj {
			missing++
		} else if j := joinAddr(l[k], a); j != l[k] {
			l[k] = j
		} else {
			continue
		}
		grown = true
		if len(l)+missing > most {
			over++
		}
	}
	if missing > 0 {
		*s = l.insert(list, missing)
	}
	return grown, over
}

// insert puts those of a list into l whose objects are not there, which are so many.
func (l AddrSet) insert(list AddrSet, missing int) AddrSet {
	from := len(l) - 1
	l = append(l, list[:missing]...) // for their room
	to, k := len(l)-1, len(list)-1
	for ; k >= 0 && to > from; to-- {
		switch {
		case from < 0 || l[from].Obj < list[k].Obj:
			l[to] = list[k]
			k--
		case l[from].Obj == list[k].Obj:
			l[to] = l[from]
			from--
			k--
		default:
			l[to] = l[from]
			from--
		}
	}
	return l
}

// since gives what is in a set and not, just like that, in what was there before, which
// is then the set. It is good until the next call.
func (s *scratch) since(set AddrSet, before *AddrSet) AddrSet {
	s.fresh = set.without(*before, s.fresh[:0])
	*before = append(slices.Grow((*before)[:0], len(set)), set...)
	return s.fresh
}

// objectsIn calls f for the objects that the addresses in an object's memory may lead to, in order.
func objectsIn(p *Analysis, o int32, f func(int32)) {
	set := p.Sets[p.Objs[o].All]
	p.scratch.behind = p.scratch.behind[:0]
	note := func(k int32) {
		ob := &p.Objs[k]
		if ob.External() {
			for _, off := range ob.Offsets {
				if d, ok := p.Deeps[[2]int64{int64(k), off}]; ok {
					p.scratch.behind = append(p.scratch.behind, p.Find(d))
				}
			}
		}
		if ob.anyDeep != 0 {
			p.scratch.behind = append(p.scratch.behind, p.Find(ob.anyDeep))
		}
		if ob.Kind == ObjUnknown {
			p.scratch.behind = append(p.scratch.behind, 0)
		}
	}
	note(o)
	for _, k := range p.Merged[o] {
		note(k)
	}
	slices.Sort(p.scratch.behind)
	for _, d := range p.scratch.behind {
		for len(set) > 0 && set[0].Obj <= d {
			f(set[0].Obj)
			set = set[1:]
		}
		f(d)
	}
	for _, a := range set {
		f(a.Obj)
	}
}
