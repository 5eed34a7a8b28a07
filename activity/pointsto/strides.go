package pointsto

import "github.com/llad-ad/llad/activity/memtypes"

// This file is about pointers in arrays of structs: what is stored through an address
// of one member in any element is read through addresses of that member, not of the
// others, and block copies keep that apart.

// row is where one member of the elements of an array stands: off + k*stride.
type row struct{ off, stride int64 }

// maxRows bounds the rows of one object that are told apart.
const maxRows = 32

// meets reports whether two rows, or a row and an offset (of stride 0), share a place.
func (r row) meets(s row) bool {
	g := memtypes.Gcd(r.stride, s.stride)
	return g == 0 && r.off == s.off || g != 0 && (r.off-s.off)%g == 0
}

// rowAt is the row of an address; false where it is to be anywhere in its object.
func (p *Analysis) rowAt(a memtypes.Addr) (row, bool) {
	n := int64(p.Layout.PtrBits(0) / 8)
	if a.Stride < n || a.Stride%n != 0 || p.Merged[a.Obj] != nil {
		return row{}, false
	}
	a = a.Norm()
	return row{a.Off, a.Stride}, true
}

// into is the node of what is stored along a row.
func (p *Analysis) into(a memtypes.Addr) Node {
	p.contents(a.Obj)
	r, ok := p.rowAt(a)
	if n := p.Objs[a.Obj].Into[r]; ok && n != 0 {
		return n
	}
	if !ok || len(p.Objs[a.Obj].Into) >= maxRows {
		return p.Objs[a.Obj].Any
	}
	n := p.newNode()
	ob := &p.Objs[a.Obj]
	if ob.Into == nil {
		ob.Into = map[row]Node{}
	}
	ob.Into[r] = n
	ob.IntoRows = append(ob.IntoRows, r)
	p.copy(n, ob.loose, 0, 0)
	for _, off := range ob.Offsets {
		if r.meets(row{off: off}) {
			p.copy(n, ob.Cells[off], 0, 0)
		}
	}
	for _, s := range ob.fromRows {
		if r.meets(s) {
			p.copy(n, ob.from[s], 0, 0)
		}
	}
	return n
}

// from is the node of what a load along a row may give.
func (p *Analysis) from(a memtypes.Addr) Node {
	p.contents(a.Obj)
	r, ok := p.rowAt(a)
	if n := p.Objs[a.Obj].from[r]; ok && n != 0 {
		return n
	}
	if !ok || len(p.Objs[a.Obj].from) >= maxRows {
		return p.Objs[a.Obj].All
	}
	n := p.newNode()
	p.roomy[n] = true
	ob := &p.Objs[a.Obj]
	if ob.from == nil {
		ob.from = map[row]Node{}
	}
	ob.from[r] = n
	ob.fromRows = append(ob.fromRows, r)
	p.copy(ob.Any, n, 0, 0)
	p.copy(ob.Rest, n, 0, 0)
	for _, off := range ob.Offsets {
		if r.meets(row{off: off}) {
			p.copy(ob.Cells[off], n, 0, 0)
		}
	}
	for _, s := range ob.IntoRows {
		if r.meets(s) {
			p.copy(ob.Into[s], n, 0, 0)
		}
	}
	for _, l := range p.Objs[a.Obj].brought {
		p.pullRow(a.Obj, l, r)
	}
	return n
}

// rowLink says that what stands at an offset in src stands shift bytes further on in
// the object, and at multiples of stride from there, after a block copy.
type rowLink struct {
	src           int32
	shift, stride int64
	at, size      int64 // of every stride, these bytes of the object; size -1 for all
}

// inRows reports whether a block copy moves bytes by a distance that is known but for
// multiples of a stride that rows may have.
func (p *Analysis) inRows(d, s memtypes.Addr) bool {
	n := int64(p.Layout.PtrBits(0) / 8)
	g := memtypes.Gcd(d.Stride, s.Stride)
	return g == 0 || g >= n && g%n == 0
}

// bring notes a block copy for the rows of both sides.
func (p *Analysis) bring(d, s memtypes.Addr, size int64) {
	l := rowLink{src: s.Obj, shift: d.Off - s.Off, stride: memtypes.Gcd(d.Stride, s.Stride), at: d.Off, size: size}
	if l.stride == 0 || size > l.stride {
		l.size = -1
	}
	p.copy(p.LooseOf(l.src), p.LooseOf(d.Obj), 0, 0)
	if p.Objs[l.src].Any != p.Objs[d.Obj].Any {
		p.copy(p.Objs[l.src].Any, p.Objs[d.Obj].Rest, 0, 0)
		p.copy(p.Objs[l.src].Rest, p.Objs[d.Obj].Rest, 0, 0)
	}
	if l.stride != 0 {
		p.copy(p.allOf(l.src), p.LooseOf(d.Obj), 0, 0)
	}
	p.Objs[d.Obj].brought = append(p.Objs[d.Obj].brought, l)
	for k := 0; k < len(p.Objs[d.Obj].fromRows); k++ {
		p.pullRow(d.Obj, l, p.Objs[d.Obj].fromRows[k])
	}
	for k := 0; k < len(p.Objs[d.Obj].Offsets); k++ {
		p.pullCell(d.Obj, l, p.Objs[d.Obj].Offsets[k])
	}
	if deep := p.deepAt(l.src, -1); deep != 0 {
		p.put(p.Objs[d.Obj].Rest, memtypes.Addr{Obj: deep})
	}
}

// pullRow lets loads along a row of an object give what a block copy brought there.
func (p *Analysis) pullRow(o int32, l rowLink, r row) {
	if l.stride != 0 && r.stride%l.stride == 0 && l.misses(r.off) {
		return
	}
	src := memtypes.Addr{Obj: l.src, Off: r.off - l.shift, Stride: memtypes.Gcd(r.stride, l.stride)}.Norm()
	p.copy(p.from(src), p.Objs[o].from[r], 0, 0)
}

// pullCell does so for one offset, where the distance is not known exactly.
func (p *Analysis) pullCell(o int32, l rowLink, off int64) {
	if l.stride == 0 || l.misses(off) {
		return
	}
	n := p.Objs[o].Cells[off]
	p.copy(p.from(memtypes.Addr{Obj: l.src, Off: off - l.shift, Stride: l.stride}.Norm()), n, 0, 0)
	if deep := p.deepAt(l.src, -1); deep != 0 {
		p.put(n, memtypes.Addr{Obj: deep})
	}
}

// misses reports whether a block copy leaves an offset alone.
func (l rowLink) misses(off int64) bool {
	if l.size < 0 {
		return false
	}
	k := (off - l.at) % l.stride
	if k < 0 {
		k += l.stride
	}
	return k >= l.size
}
