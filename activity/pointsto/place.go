package pointsto

import (
	"math"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// Place says where in the memory of an end something stands: in the object that
// pointers lead to, followed from the end's address, and there at an offset.
type Place struct {
	known bool
	at    Path
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
func (p *Analysis) madeAs(s *Summary, o int32) int {
	o = p.Find(o)
	k, ok := p.Made[o]
	if ok {
		return k
	}
	ob := &p.Objs[o]
	size := ob.Size
	if p.Merged[o] != nil || p.Former != nil {
		size = 0
	}
	k = slices.Index(s.sites, ob.origin)
	if k < 0 {
		k = min(len(s.Fresh), maxMade-1)
		if p.Former != nil {
			k = min(k, max(len(p.Former.Fresh)-1, 0))
		}
		if k < len(s.Fresh) {
			size = 0
			s.sites[k] = origin{}
		} else {
			s.Fresh = append(s.Fresh, size)
			s.sites = append(s.sites, ob.origin)
			s.other = append(s.other, false)
		}
	}
	s.other[k] = s.other[k] || !ob.Text || p.Merged[o] != nil
	if s.Fresh[k] != size {
		s.Fresh[k] = 0
	}
	p.Made[o] = k
	p.makes = append(p.makes, o)
	return k
}

// WayTo is the place of an object behind the address of a parameter or variable,
// or of what the function made; unlike a path of PathTo it may lead through
// pointers at several offsets.
func (p *Analysis) WayTo(o int32) (to Place) {
	to.known = p.Find(o) == o && p.Merged[o] == nil
	for to.known {
		ob := &p.Objs[o]
		if ob.Kind != ObjDeep {
			break
		}
		if to.at.Loads == MaxDepth || ob.Depth >= MaxDepth || p.Find(ob.Up) != ob.Up || p.Merged[ob.Up] != nil {
			return Place{}
		}
		to.at.Off[to.at.Loads] = ob.Off
		if ob.Off < 0 {
			to.at.Off[to.at.Loads] = anyOffset
		}
		to.at.Loads++
		o = ob.Up
	}
	slices.Reverse(to.at.Off[:to.at.Loads])
	if !to.known {
		return Place{}
	}
	return to
}

// Pointers collects the pointer flows: to the result, to memory of others, and
// within what gets out by them.
func (s *Summary) Pointers(p *Analysis) {
	seen := map[PtrFlow]bool{}
	p.Made, p.makes, s.texts = map[int32]int{}, nil, p.texts
	if known := p.Known; known != nil {
		s.Fresh, s.sites = slices.Clone(known.Fresh), slices.Clone(known.sites)
		s.other = slices.Clone(known.other)
	}
	// From some round of a recursion on nothing new is said of places.
	former := map[PtrFlow]bool{}
	if p.Former != nil {
		for _, fl := range p.Former.Ptr {
			former[fl] = true
		}
	}
	add := func(set AddrSet, to End, dst Place) {
		for _, a := range p.standing(set) {
			if p.Objs[a.Obj].Kind == ObjHeap {
				p.madeAs(s, a.Obj)
			}
			from, _, ok := p.EndOf(a.Obj)
			if !ok {
				continue
			}
			fl := PtrFlow{From: from, To: to, Stride: 1, dst: dst}
			switch from.Kind {
			case EndArg, endSym, EndFresh:
				fl.off, fl.Stride = a.Off, a.Stride
			case EndMem, EndSymMem:
				if fl.src = p.WayTo(a.Obj); fl.src.known {
					fl.off, fl.Stride = a.Off, a.Stride
				}
			}
			if len(s.Ptr) > maxPlaced || p.Former != nil && !former[fl] {
				fl.src, fl.dst, fl.Stride = Place{}, Place{}, 1
			}
			if !seen[fl] {
				seen[fl] = true
				s.Ptr = append(s.Ptr, fl)
			}
		}
	}
	held := func(k int32) {
		_, m, ok := p.EndOf(k)
		ob := &p.Objs[p.Find(k)]
		if !ok || m == (End{}) || ob.All == 0 {
			return
		}
		at := p.WayTo(k)
		if !at.known {
			add(p.Sets[ob.All], m, at)
			return
		}
		at.off = anyOffset
		loose := p.Sets[ob.loose]
		add(loose, m, at)
		for _, off := range ob.Offsets {
			var more AddrSet
			for _, a := range p.Sets[ob.Cells[off]] {
				if !slices.Contains(loose, a) {
					more = append(more, a)
				}
			}
			at.off = off
			add(more, m, at)
		}
	}
	add(p.Sets[p.Ret], End{Kind: EndRet}, Place{})
	for k := 1; k < len(p.Objs); k++ {
		ob := &p.Objs[k]
		if ob.Kind == ObjHeap || ob.Kind == ObjGlobal && initOnly(ob.Site.(*ir.Global)) {
			continue
		}
		held(int32(k))
	}
	for k := 0; k < len(p.makes); k++ {
		for _, o := range p.Stands(p.makes[k]) {
			held(o)
		}
	}
}

// walk is a node with the addresses of the object at a place behind the addresses
// of another.
func (p *Analysis) walk(n Node, to Place) Node {
	for k := range to.at.Loads {
		key := step{n, to.at.Off[k]}
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
	from Node
	off  int64
}

// displaced is a node with the addresses of another, so far on.
func (p *Analysis) displaced(n Node, off int64) Node {
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
