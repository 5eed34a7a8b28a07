package activity

import (
	"github.com/llad-ad/llad/ir"
)

// maxSlots bounds the places that an access to an object of known size is spelled
// out for.
const maxSlots = 16

// slots lists the offsets that an access to a pointer may have at an address that
// stands for several, nil where they are too many or there is no telling: an access
// stays in its object.
func (p *points) slots(a addr, wide bool) []int64 {
	o := &p.objs[a.obj]
	n := int64(p.layout.PtrBits(0) / 8)
	if wide || a.stride < n || o.size <= 0 || o.size/a.stride > maxSlots || p.merged[a.obj] != nil {
		return nil
	}
	list := []int64{}
	for off := a.off; off+n <= o.size; off += a.stride {
		list = append(list, off)
	}
	return list
}

// cell is the node of what was stored at one offset of an object.
func (p *points) cell(o int32, off int64) node {
	if n, ok := p.objs[o].cells[off]; ok {
		return n
	}
	n, all := p.newNode(), p.allOf(o)
	ob := &p.objs[o]
	if ob.cells == nil {
		ob.cells = map[int64]node{}
	}
	ob.cells[off] = n
	ob.offsets = append(ob.offsets, off)
	p.copy(ob.any, n, 0, 0)
	p.copy(n, all, 0, 0)
	ob = &p.objs[o]
	for _, r := range ob.intoRows {
		if r.meets(row{off: off}) {
			p.copy(ob.into[r], n, 0, 0)
		}
	}
	for _, r := range ob.fromRows {
		if r.meets(row{off: off}) {
			p.copy(n, ob.from[r], 0, 0)
		}
	}
	for _, l := range ob.links {
		if l.src == o {
			p.follow(l, off)
		}
		if l.dst == o {
			p.follow(l, off-l.shift)
		}
	}
	for _, l := range p.objs[o].brought {
		p.pullCell(o, l, off)
	}
	return n
}

func (p *points) looseOf(o int32) node {
	p.contents(o)
	return p.objs[o].loose
}

func (p *points) allOf(o int32) node {
	p.contents(o)
	return p.objs[o].all
}

// contents makes the nodes of what an object holds.
func (p *points) contents(o int32) {
	if p.objs[o].all != 0 {
		return
	}
	anywhere, rest, loose, all := p.newNode(), p.newNode(), p.newNode(), p.newNode()
	ob := &p.objs[o]
	ob.any, ob.rest, ob.loose, ob.all = anywhere, rest, loose, all
	p.roomy[loose], p.roomy[all] = true, true
	p.copy(anywhere, loose, 0, 0)
	p.copy(rest, loose, 0, 0)
	p.copy(loose, all, 0, 0)
}

// deepAt is the object behind the pointers that memory held before the
// function began, at one offset or (-1) at several; 0 when there is none.
func (p *points) deepAt(o int32, off int64) int32 {
	ob := &p.objs[o]
	if !ob.external() {
		return 0
	}
	if ob.kind == objGlobal {
		g := ob.site.(*ir.Global)
		if initOnly(g) || onlyFloats(g.ValueType) || g.ValueType.IsInt() && g.ValueType.Bits < 64 || descriptors(g) || stream(g) || numbersOnly(g) {
			return 0
		}
	}
	if ob.depth >= maxDepth {
		return o
	}
	if off < 0 {
		if ob.anyDeep == 0 {
			d := p.newDeep(o, -1)
			p.objs[o].anyDeep = d
		}
		return p.objs[o].anyDeep
	}
	key := [2]int64{int64(o), off}
	if d, ok := p.deeps[key]; ok {
		return d
	}
	d := p.newDeep(o, off)
	p.deeps[key] = d
	return d
}

// deepFor is deepAt for a load, of the address of characters or of anything.
func (p *points) deepFor(o int32, off int64, chars bool) int32 {
	if chars && p.objs[o].external() {
		return foreign
	}
	return p.deepAt(o, off)
}

func (p *points) newDeep(up int32, off int64) int32 {
	d := p.newObject(objDeep, p.objs[up].site)
	ob := &p.objs[d]
	ob.root, ob.depth, ob.off, ob.up = p.objs[up].root, p.objs[up].depth+1, off, up
	return d
}
