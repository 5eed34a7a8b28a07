package activity

import "math"

// blockCopy is a memcpy or memmove.
type blockCopy struct {
	dst, src node
	size     int64 // -1 when not constant
	done     map[[2]addr]bool
}

// link says that the bytes [lo, hi) of one object are copied to another, shift
// bytes further on.
type link struct {
	src, dst      int32
	lo, hi, shift int64
}

// copyBlock adds a memcpy: pointers get from every place src may be to every
// place dst may be.
func (p *points) copyBlock(dst, src node, size int64) {
	if dst == 0 || src == 0 || p.of.text || size >= 0 && size < int64(p.layout.PtrBits(0)/8) {
		return // a pointer is not moved in parts
	}
	b := &blockCopy{dst: dst, src: src, size: size, done: map[[2]addr]bool{}}
	for _, n := range []node{dst, src} {
		p.blocks[n] = append(p.blocks[n], b)
		p.wake(n)
	}
}

func (p *points) applyBlock(b *blockCopy) {
	src := append(addrSet(nil), p.sets[b.src]...)
	for _, d := range append(addrSet(nil), p.sets[b.dst]...) {
		for _, s := range src {
			if key := [2]addr{d, s}; !b.done[key] {
				b.done[key] = true
				p.copyBetween(p.current(d), p.current(s), b)
			}
		}
	}
}

// bounded is the size of a copy between two addresses, or where it is not
// constant the most that fits into objects whose size is known, -1 for any.
func (p *points) bounded(d, s addr, size int64) int64 {
	if size >= 0 {
		return size
	}
	for _, a := range []addr{d, s} {
		if o := &p.objs[a.obj]; o.size > 0 && a.stride == 0 && p.merged[a.obj] == nil && a.off >= 0 && a.off < o.size {
			if n := o.size - a.off; size < 0 || n < size {
				size = n
			}
		}
	}
	return size
}

func (p *points) copyBetween(d, s addr, b *blockCopy) {
	if b.size < 0 && p.characters(s) {
		return
	}
	switch {
	case !p.writable(d.obj) || p.objs[s.obj].kind == objFunc:
		return
	case s.obj == foreign && b.size < 0:
		return // characters
	case !p.hasCells(s.obj):
		p.contents(d.obj)
		p.put(p.objs[d.obj].any, addr{obj: s.obj, stride: 1})
		return
	case p.merged[d.obj] != nil || p.merged[s.obj] != nil || !p.inRows(d, s) || p.endless(d, s, b.size):
		p.contents(d.obj)
		p.copy(p.allOf(s.obj), p.objs[d.obj].any, 0, 0)
		if deep := p.deepAt(s.obj, -1); deep != 0 {
			p.put(p.objs[d.obj].any, addr{obj: deep})
		}
		return
	}
	size := p.bounded(d, s, b.size)
	p.bring(d, s, size)
	if d.stride != 0 || s.stride != 0 {
		return
	}
	l := link{src: s.obj, dst: d.obj, lo: s.off, hi: math.MaxInt64, shift: d.off - s.off}
	if size >= 0 {
		l.hi = s.off + size
	}
	p.objs[l.src].links = append(p.objs[l.src].links, l)
	if l.dst != l.src {
		p.objs[l.dst].links = append(p.objs[l.dst].links, l)
	}
	for k := 0; k < len(p.objs[l.src].offsets); k++ {
		p.follow(l, p.objs[l.src].offsets[k])
	}
	for k := 0; k < len(p.objs[l.dst].offsets); k++ {
		p.follow(l, p.objs[l.dst].offsets[k]-l.shift)
	}
}

// maxShifted bounds the block copies to other offsets whose pointers are followed
// member by member.
const maxShifted = 1 << 10

// endless reports whether a block copy could bring what it brought once, further and
// further on: to other offsets, and so far that there is no end in sight.
func (p *points) endless(d, s addr, size int64) bool {
	size = p.bounded(d, s, size)
	return d.stride == 0 && s.stride == 0 && d.off != s.off && (size < 0 || size > maxShifted)
}

func (p *points) hasCells(o int32) bool {
	k := p.objs[o].kind
	return k != objUnknown && k != objForeign && k != objFunc
}

// follow connects the cells on both sides of a link, off being an offset in
// the source.
func (p *points) follow(l link, off int64) {
	if off < l.lo || off >= l.hi {
		return
	}
	from, to := p.cell(l.src, off), p.cell(l.dst, off+l.shift)
	p.copy(from, to, 0, 0)
	if deep := p.deepAt(l.src, off); deep != 0 {
		p.put(to, addr{obj: deep})
	}
}
