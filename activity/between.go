package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/pointsto"
)

// between finds floats that move from one object to another behind the same end,
// as from a node of a list to the next: callers tell these objects apart.
type between struct {
	g     *flow
	label map[pointsto.Node][]pointsto.End
	many  map[pointsto.Node]bool // nodes of objects that stand for several
	from  [][2]pointsto.Node     // by node: up to two objects that its floats come from; their numbers, from 1
	seen  []pointsto.Node        // the nodes that have such
}

func newBetween(g *flow, label map[pointsto.Node][]pointsto.End) *between {
	b := &between{g: g, label: label, many: map[pointsto.Node]bool{}, from: make([][2]pointsto.Node, g.n)}
	for k := range g.p.Objs {
		ob := &g.p.Objs[k]
		if ob.Kind == pointsto.ObjDeep && (ob.Off < 0 || ob.Depth >= pointsto.MaxDepth) || g.p.Find(int32(k)) != int32(k) {
			b.many[g.obj[k]] = true
		}
	}
	return b
}

// members reports whether floats of one of the objects of an end reach another of them.
func (b *between) members(e pointsto.End, objects []pointsto.Node) bool {
	if e.Kind == pointsto.EndArg {
		return false
	}
	for _, n := range b.seen {
		b.from[n] = [2]pointsto.Node{}
	}
	b.seen = b.seen[:0]
	var work []pointsto.Node
	reach := func(n, source pointsto.Node) {
		f := &b.from[n]
		switch {
		case f[0] == source || f[1] != 0:
			return
		case f[0] == 0:
			f[0] = source
			b.seen = append(b.seen, n)
		default:
			f[1] = source
		}
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
