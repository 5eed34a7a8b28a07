package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// between finds floats that move from one object to another behind the same end,
// as from a node of a list to the next: callers tell these objects apart.
type between struct {
	g     *flow
	label map[node][]end
	many  map[node]bool    // nodes of objects that stand for several
	from  map[node][2]node // up to two objects that a node's floats come from; their numbers, from 1
}

func newBetween(g *flow, label map[node][]end) *between {
	b := &between{g: g, label: label, many: map[node]bool{}}
	for k := range g.p.objs {
		ob := &g.p.objs[k]
		if ob.kind == objDeep && (ob.off < 0 || ob.depth >= maxDepth) || g.p.find(int32(k)) != int32(k) {
			b.many[g.obj[k]] = true
		}
	}
	return b
}

// members reports whether floats of one of the objects of an end reach another of them.
func (b *between) members(e end, objects []node) bool {
	if e.kind == endArg {
		return false
	}
	b.from = map[node][2]node{}
	var work []node
	reach := func(n, source node) {
		f := b.from[n]
		switch {
		case f[0] == source || f[1] == source || f[1] != 0:
			return
		case f[0] == 0:
			f[0] = source
		default:
			f[1] = source
		}
		b.from[n] = f
		work = append(work, n)
	}
	for _, o := range objects {
		for _, n := range b.g.next.of(o) {
			reach(n, o+1)
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		f := b.from[n]
		if slices.Contains(b.g.beyond[n], e) || slices.Contains(b.label[n], e) && (f[0] != n+1 || f[1] != 0 || b.many[n]) {
			return true
		}
		for _, t := range b.g.next.of(n) {
			for _, source := range f {
				if source != 0 {
					reach(t, source)
				}
			}
		}
	}
	return false
}

// follows reports whether a callee follows pointers in the memory behind argument k.
func (p *points) follows(i *ir.Instr, t *target, k int) bool {
	for _, s := range p.summariesAt(i, t) {
		if slices.Contains(s.follows, k) {
			return true
		}
	}
	return false
}

// followed collects the parameters in whose memory the function, or what it calls,
// follows pointers.
func (s *summary) followed(p *points) {
	note := func(o int32) {
		for _, k := range p.stands(o) {
			if _, m, ok := p.endOf(k); ok && m.kind == endMem && !slices.Contains(s.follows, m.arg) {
				s.follows = append(s.follows, m.arg)
			}
		}
	}
	for k := range p.objs {
		if p.objs[k].kind == objDeep {
			note(int32(k))
		}
	}
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			if !i.IsCall() {
				continue
			}
			t := p.targetOf(i)
			if t.kind != toDefined && t.kind != toIndirect {
				continue
			}
			for k, v := range i.CallArgs() {
				if !p.mayPoint(v) || !p.follows(i, t, k) {
					continue
				}
				for _, a := range p.pointees(v) {
					note(a.obj)
				}
			}
		}
	}
}
