package pointsto

import (
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
)

// maxSlots bounds the places that an access to an object of known size is spelled
// out for.
const maxSlots = 16

// slots lists the offsets that an access to a pointer may have at an address that
// stands for several, nil where they are too many or there is no telling: an access
// stays in its object.
func (p *Analysis) slots(a memtypes.Addr, wide bool) []int64 {
	o := &p.Objs[a.Obj]
	n := int64(p.Layout.PtrBits(0) / 8)
	if wide || a.Stride < n || o.Size <= 0 || o.Size/a.Stride > maxSlots || p.Merged[a.Obj] != nil {
		return nil
	}
	list := []int64{}
	for off := a.Off; off+n <= o.Size; off += a.Stride {
		list = append(list, off)
	}
	return list
}

// cell is the node of what was stored at one offset of an object.
func (p *Analysis) cell(o int32, off int64) Node {
	if n, ok := p.Objs[o].Cells[off]; ok {
		return n
	}
	n, all := p.newNode(), p.allOf(o)
	ob := &p.Objs[o]
	if ob.Cells == nil {
		ob.Cells = map[int64]Node{}
	}
	ob.Cells[off] = n
	ob.Offsets = append(ob.Offsets, off)
	p.copy(ob.Any, n, 0, 0)
	p.copy(n, all, 0, 0)
	ob = &p.Objs[o]
	for _, r := range ob.IntoRows {
		if r.meets(row{off: off}) {
			p.copy(ob.Into[r], n, 0, 0)
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
	for _, l := range p.Objs[o].brought {
		p.pullCell(o, l, off)
	}
	return n
}

func (p *Analysis) LooseOf(o int32) Node {
	p.contents(o)
	return p.Objs[o].loose
}

func (p *Analysis) allOf(o int32) Node {
	p.contents(o)
	return p.Objs[o].All
}

// contents makes the nodes of what an object holds.
func (p *Analysis) contents(o int32) {
	if p.Objs[o].All != 0 {
		return
	}
	anywhere, rest, loose, all := p.newNode(), p.newNode(), p.newNode(), p.newNode()
	ob := &p.Objs[o]
	ob.Any, ob.Rest, ob.loose, ob.All = anywhere, rest, loose, all
	p.roomy[loose], p.roomy[all] = true, true
	p.copy(anywhere, loose, 0, 0)
	p.copy(rest, loose, 0, 0)
	p.copy(loose, all, 0, 0)
}

// deepAt is the object behind the pointers that memory held before the
// function began, at one offset or (-1) at several; 0 when there is none.
func (p *Analysis) deepAt(o int32, off int64) int32 {
	ob := &p.Objs[o]
	if !ob.External() {
		return 0
	}
	if ob.Kind == ObjGlobal {
		g := ob.Site.(*ir.Global)
		if initOnly(g) || OnlyFloats(g.ValueType) || g.ValueType.IsInt() && g.ValueType.Bits < 64 || descriptors(g) || stream(g) || numbersOnly(g) {
			return 0
		}
	}
	if ob.Depth >= MaxDepth {
		return o
	}
	if off < 0 {
		if ob.anyDeep == 0 {
			d := p.newDeep(o, -1)
			p.Objs[o].anyDeep = d
		}
		return p.Objs[o].anyDeep
	}
	key := [2]int64{int64(o), off}
	if d, ok := p.Deeps[key]; ok {
		return d
	}
	d := p.newDeep(o, off)
	p.Deeps[key] = d
	return d
}

// deepFor is deepAt for a load, of the address of characters or of anything.
func (p *Analysis) deepFor(o int32, off int64, chars bool) int32 {
	if chars && p.Objs[o].External() {
		return Foreign
	}
	return p.deepAt(o, off)
}

func (p *Analysis) newDeep(up int32, off int64) int32 {
	d := p.newObject(ObjDeep, p.Objs[up].Site)
	ob := &p.Objs[d]
	ob.Root, ob.Depth, ob.Off, ob.Up = p.Objs[up].Root, p.Objs[up].Depth+1, off, up
	return d
}
