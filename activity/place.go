package activity

import (
	"math"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// place says where in the memory of an end something stands: in the object that
// pointers lead to, followed from the end's address, and there at an offset.
type place struct {
	known bool
	at    path
	off   int64 // anyOffset: anywhere in the object
}

// anyOffset is no certain offset, of a cell or of a pointer that is followed.
const anyOffset = math.MinInt64

// maxMade bounds the objects of a callee that callers tell apart; the last number
// stands for all others.
const maxMade = 64

// maxPlaced bounds the flows of a summary that say where addresses stand.
const maxPlaced = 1 << 11

// madeAs is the number of an object that the function makes and callers see. What was made
// at the same origin keeps its number from round to round of a recursion.
func (p *points) madeAs(s *summary, o int32) int {
	o = p.find(o)
	k, ok := p.made[o]
	if ok {
		return k
	}
	ob := &p.objs[o]
	size := ob.size
	if p.merged[o] != nil || p.former != nil {
		size = 0
	}
	k = slices.Index(s.sites, ob.origin)
	if k < 0 {
		k = min(len(s.fresh), maxMade-1)
		if p.former != nil {
			k = min(k, max(len(p.former.fresh)-1, 0))
		}
		if k < len(s.fresh) {
			size = 0
			s.sites[k] = origin{}
		} else {
			s.fresh = append(s.fresh, size)
			s.sites = append(s.sites, ob.origin)
			s.other = append(s.other, false)
		}
	}
	s.other[k] = s.other[k] || !ob.text || p.merged[o] != nil
	if s.fresh[k] != size {
		s.fresh[k] = 0
	}
	p.made[o] = k
	p.makes = append(p.makes, o)
	return k
}

// wayTo is the place of an object behind the address of a parameter or variable,
// or of what the function made; unlike a path of pathTo it may lead through
// pointers at several offsets.
func (p *points) wayTo(o int32) (to place) {
	to.known = p.find(o) == o && p.merged[o] == nil
	for to.known {
		ob := &p.objs[o]
		if ob.kind != objDeep {
			break
		}
		if to.at.loads == maxDepth || ob.depth >= maxDepth || p.find(ob.up) != ob.up || p.merged[ob.up] != nil {
			return place{}
		}
		to.at.off[to.at.loads] = ob.off
		if ob.off < 0 {
			to.at.off[to.at.loads] = anyOffset
		}
		to.at.loads++
		o = ob.up
	}
	slices.Reverse(to.at.off[:to.at.loads])
	if !to.known {
		return place{}
	}
	return to
}

// pointers collects the pointer flows: to the result, to memory of others, and
// within what gets out by them.
func (s *summary) pointers(p *points) {
	seen := map[ptrFlow]bool{}
	p.made, p.makes, s.texts = map[int32]int{}, nil, p.texts
	if known := p.known; known != nil {
		s.fresh, s.sites = slices.Clone(known.fresh), slices.Clone(known.sites)
		s.other = slices.Clone(known.other)
	}
	// From some round of a recursion on nothing new is said of places.
	former := map[ptrFlow]bool{}
	if p.former != nil {
		for _, fl := range p.former.ptr {
			former[fl] = true
		}
	}
	add := func(set addrSet, to end, dst place) {
		for _, a := range p.standing(set) {
			if p.objs[a.obj].kind == objHeap {
				p.madeAs(s, a.obj)
			}
			from, _, ok := p.endOf(a.obj)
			if !ok {
				continue
			}
			fl := ptrFlow{from: from, to: to, stride: 1, dst: dst}
			switch from.kind {
			case endArg, endSym, endFresh:
				fl.off, fl.stride = a.off, a.stride
			case endMem, endSymMem:
				if fl.src = p.wayTo(a.obj); fl.src.known {
					fl.off, fl.stride = a.off, a.stride
				}
			}
			if len(s.ptr) > maxPlaced || p.former != nil && !former[fl] {
				fl.src, fl.dst, fl.stride = place{}, place{}, 1
			}
			if !seen[fl] {
				seen[fl] = true
				s.ptr = append(s.ptr, fl)
			}
		}
	}
	held := func(k int32) {
		_, m, ok := p.endOf(k)
		ob := &p.objs[p.find(k)]
		if !ok || m == (end{}) || ob.all == 0 {
			return
		}
		at := p.wayTo(k)
		if !at.known {
			add(p.sets[ob.all], m, at)
			return
		}
		at.off = anyOffset
		loose := p.sets[ob.loose]
		add(loose, m, at)
		for _, off := range ob.offsets {
			var more addrSet
			for _, a := range p.sets[ob.cells[off]] {
				if !slices.Contains(loose, a) {
					more = append(more, a)
				}
			}
			at.off = off
			add(more, m, at)
		}
	}
	add(p.sets[p.ret], end{kind: endRet}, place{})
	for k := 1; k < len(p.objs); k++ {
		ob := &p.objs[k]
		if ob.kind == objHeap || ob.kind == objGlobal && initOnly(ob.site.(*ir.Global)) {
			continue
		}
		held(int32(k))
	}
	for k := 0; k < len(p.makes); k++ {
		for _, o := range p.stands(p.makes[k]) {
			held(o)
		}
	}
}

// walk is a node with the addresses of the object at a place behind the addresses
// of another.
func (p *points) walk(n node, to place) node {
	for k := range to.at.loads {
		key := step{n, to.at.off[k]}
		next, ok := p.steps[key]
		if !ok {
			at := p.displaced(n, key.off)
			next = p.newNode()
			p.load(at, deref{other: next})
			p.steps[key] = next
		}
		n = next
	}
	return n
}

// step is a pointer that is followed at an offset from the addresses of a node.
type step struct {
	from node
	off  int64
}

// displaced is a node with the addresses of another, so far on.
func (p *points) displaced(n node, off int64) node {
	if off == 0 || n == 0 {
		return n
	}
	to, ok := p.further[step{n, off}]
	if ok {
		return to
	}
	to = p.newNode()
	p.further[step{n, off}] = to
	if off == anyOffset {
		p.copy(n, to, 0, 1)
	} else {
		p.copy(n, to, off, 0)
	}
	return to
}
