package activity

// This file is about pointers in arrays of structs: what is stored through an address
// of one member in any element is read through addresses of that member, not of the
// others, and block copies keep that apart.

// row is where one member of the elements of an array stands: off + k*stride.
type row struct{ off, stride int64 }

// maxRows bounds the rows of one object that are told apart.
const maxRows = 32

// meets reports whether two rows, or a row and an offset (of stride 0), share a place.
func (r row) meets(s row) bool {
	g := gcd(r.stride, s.stride)
	return g == 0 && r.off == s.off || g != 0 && (r.off-s.off)%g == 0
}

// rowAt is the row of an address; false where it is to be anywhere in its object.
func (p *points) rowAt(a addr) (row, bool) {
	n := int64(p.layout.PtrBits(0) / 8)
	if a.stride < n || a.stride%n != 0 || p.merged[a.obj] != nil {
		return row{}, false
	}
	a = a.norm()
	return row{a.off, a.stride}, true
}

// into is the node of what is stored along a row.
func (p *points) into(a addr) node {
	p.contents(a.obj)
	r, ok := p.rowAt(a)
	if n := p.objs[a.obj].into[r]; ok && n != 0 {
		return n
	}
	if !ok || len(p.objs[a.obj].into) >= maxRows {
		return p.objs[a.obj].any
	}
	n := p.newNode()
	ob := &p.objs[a.obj]
	if ob.into == nil {
		ob.into = map[row]node{}
	}
	ob.into[r] = n
	ob.intoRows = append(ob.intoRows, r)
	p.copy(n, ob.loose, 0, 0)
	for _, off := range ob.offsets {
		if r.meets(row{off: off}) {
			p.copy(n, ob.cells[off], 0, 0)
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
func (p *points) from(a addr) node {
	p.contents(a.obj)
	r, ok := p.rowAt(a)
	if n := p.objs[a.obj].from[r]; ok && n != 0 {
		return n
	}
	if !ok || len(p.objs[a.obj].from) >= maxRows {
		return p.objs[a.obj].all
	}
	n := p.newNode()
	p.roomy[n] = true
	ob := &p.objs[a.obj]
	if ob.from == nil {
		ob.from = map[row]node{}
	}
	ob.from[r] = n
	ob.fromRows = append(ob.fromRows, r)
	p.copy(ob.any, n, 0, 0)
	p.copy(ob.rest, n, 0, 0)
	for _, off := range ob.offsets {
		if r.meets(row{off: off}) {
			p.copy(ob.cells[off], n, 0, 0)
		}
	}
	for _, s := range ob.intoRows {
		if r.meets(s) {
			p.copy(ob.into[s], n, 0, 0)
		}
	}
	for _, l := range p.objs[a.obj].brought {
		p.pullRow(a.obj, l, r)
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
func (p *points) inRows(d, s addr) bool {
	n := int64(p.layout.PtrBits(0) / 8)
	g := gcd(d.stride, s.stride)
	return g == 0 || g >= n && g%n == 0
}

// bring notes a block copy for the rows of both sides.
func (p *points) bring(d, s addr, size int64) {
	l := rowLink{src: s.obj, shift: d.off - s.off, stride: gcd(d.stride, s.stride), at: d.off, size: size}
	if l.stride == 0 || size > l.stride {
		l.size = -1
	}
	p.copy(p.looseOf(l.src), p.looseOf(d.obj), 0, 0)
	if p.objs[l.src].any != p.objs[d.obj].any {
		p.copy(p.objs[l.src].any, p.objs[d.obj].rest, 0, 0)
		p.copy(p.objs[l.src].rest, p.objs[d.obj].rest, 0, 0)
	}
	if l.stride != 0 {
		p.copy(p.allOf(l.src), p.looseOf(d.obj), 0, 0)
	}
	p.objs[d.obj].brought = append(p.objs[d.obj].brought, l)
	for k := 0; k < len(p.objs[d.obj].fromRows); k++ {
		p.pullRow(d.obj, l, p.objs[d.obj].fromRows[k])
	}
	for k := 0; k < len(p.objs[d.obj].offsets); k++ {
		p.pullCell(d.obj, l, p.objs[d.obj].offsets[k])
	}
	if deep := p.deepAt(l.src, -1); deep != 0 {
		p.put(p.objs[d.obj].rest, addr{obj: deep})
	}
}

// pullRow lets loads along a row of an object give what a block copy brought there.
func (p *points) pullRow(o int32, l rowLink, r row) {
	if l.stride != 0 && r.stride%l.stride == 0 && l.misses(r.off) {
		return
	}
	src := addr{obj: l.src, off: r.off - l.shift, stride: gcd(r.stride, l.stride)}.norm()
	p.copy(p.from(src), p.objs[o].from[r], 0, 0)
}

// pullCell does so for one offset, where the distance is not known exactly.
func (p *points) pullCell(o int32, l rowLink, off int64) {
	if l.stride == 0 || l.misses(off) {
		return
	}
	n := p.objs[o].cells[off]
	p.copy(p.from(addr{obj: l.src, off: off - l.shift, stride: l.stride}.norm()), n, 0, 0)
	if deep := p.deepAt(l.src, -1); deep != 0 {
		p.put(n, addr{obj: deep})
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
