package pointsto

import (
	"math"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
)

// blockCopy is a memcpy or memmove.
type blockCopy struct {
	dst, src Node
	size     int64 // -1 when not constant
	done     map[[2]memtypes.Addr]bool
}

// link says that the bytes [lo, hi) of one object are copied to another, shift
// bytes further on.
type link struct {
	src, dst      int32
	lo, hi, shift int64
}

// copyBlock adds a memcpy: pointers get from every place src may be to every
// place dst may be.
func (p *Analysis) copyBlock(dst, src Node, size int64) {
	if dst == 0 || src == 0 || p.Study.Text || size >= 0 && size < int64(p.Layout.PtrBits(0)/8) {
		return // a pointer is not moved in parts
	}
	b := &blockCopy{dst: dst, src: src, size: size, done: map[[2]memtypes.Addr]bool{}}
	for _, n := range []Node{dst, src} {
		p.blocks[n] = append(p.blocks[n], b)
		p.wake(n)
	}
}

func (p *Analysis) applyBlock(b *blockCopy) {
	src := append(AddrSet(nil), p.Sets[b.src]...)
	for _, d := range append(AddrSet(nil), p.Sets[b.dst]...) {
		for _, s := range src {
			if key := [2]memtypes.Addr{d, s}; !b.done[key] {
				b.done[key] = true
				p.copyBetween(p.current(d), p.current(s), b)
			}
		}
	}
}

// bounded is the size of a copy between two addresses, or where it is not
// constant the most that fits into objects whose size is known, -1 for any.
func (p *Analysis) bounded(d, s memtypes.Addr, size int64) int64 {
	if size >= 0 {
		return size
	}
	for _, a := range []memtypes.Addr{d, s} {
		if o := &p.Objs[a.Obj]; o.Size > 0 && a.Stride == 0 && p.Merged[a.Obj] == nil && a.Off >= 0 && a.Off < o.Size {
			if n := o.Size - a.Off; size < 0 || n < size {
				size = n
			}
		}
	}
	return size
}

func (p *Analysis) copyBetween(d, s memtypes.Addr, b *blockCopy) {
	if b.size < 0 && p.characters(s) {
		return
	}
	switch {
	case !p.writable(d.Obj) || p.Objs[s.Obj].Kind == ObjFunc:
		return
	case s.Obj == Foreign && b.size < 0:
		return // characters
	case !p.HasCells(s.Obj):
		p.contents(d.Obj)
		p.put(p.Objs[d.Obj].Any, memtypes.Addr{Obj: s.Obj, Stride: 1})
		return
	case p.Merged[d.Obj] != nil || p.Merged[s.Obj] != nil || !p.inRows(d, s) || p.endless(d, s, b.size):
		p.contents(d.Obj)
		p.copy(p.allOf(s.Obj), p.Objs[d.Obj].Any, 0, 0)
		if deep := p.deepAt(s.Obj, -1); deep != 0 {
			p.put(p.Objs[d.Obj].Any, memtypes.Addr{Obj: deep})
		}
		return
	}
	size := p.bounded(d, s, b.size)
	p.bring(d, s, size)
	if d.Stride != 0 || s.Stride != 0 {
		return
	}
	l := link{src: s.Obj, dst: d.Obj, lo: s.Off, hi: math.MaxInt64, shift: d.Off - s.Off}
	if size >= 0 {
		l.hi = s.Off + size
	}
	p.Objs[l.src].links = append(p.Objs[l.src].links, l)
	if l.dst != l.src {
		p.Objs[l.dst].links = append(p.Objs[l.dst].links, l)
	}
	for k := 0; k < len(p.Objs[l.src].Offsets); k++ {
		p.follow(l, p.Objs[l.src].Offsets[k])
	}
	for k := 0; k < len(p.Objs[l.dst].Offsets); k++ {
		p.follow(l, p.Objs[l.dst].Offsets[k]-l.shift)
	}
}

// maxShifted bounds the block copies to other offsets whose pointers are followed
// member by member.
const maxShifted = 1 << 10

// endless reports whether a block copy could bring what it brought once, further and
// further on: to other offsets, and so far that there is no end in sight.
func (p *Analysis) endless(d, s memtypes.Addr, size int64) bool {
	size = p.bounded(d, s, size)
	return d.Stride == 0 && s.Stride == 0 && d.Off != s.Off && (size < 0 || size > maxShifted)
}

func (p *Analysis) HasCells(o int32) bool {
	k := p.Objs[o].Kind
	return k != ObjUnknown && k != ObjForeign && k != ObjFunc
}

// follow connects the cells on both sides of a link, off being an offset in
// the source.
func (p *Analysis) follow(l link, off int64) {
	if off < l.lo || off >= l.hi {
		return
	}
	from, to := p.cell(l.src, off), p.cell(l.dst, off+l.shift)
	p.copy(from, to, 0, 0)
	if deep := p.deepAt(l.src, off); deep != 0 {
		p.put(to, memtypes.Addr{Obj: deep})
	}
}

// CopiedBlock is where to and from where an instruction copies a block of memory.
func (p *Analysis) CopiedBlock(i *ir.Instr) (to, from ir.Value) {
	if !i.IsCall() {
		return nil, nil
	}
	switch g := p.TargetOf(i); g.Kind {
	case ToCopy:
		return i.Arg(0), i.Arg(1)
	case ToRealloc:
		return i, i.Arg(g.Known.PtrArg)
	}
	return nil, nil
}
