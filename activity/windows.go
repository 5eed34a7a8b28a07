package activity

import (
	"math"
	"slices"
)

// This file is about what so many bytes at an address hold, and what is known of bytes by two
// sources.

// seenFrom is a callee's record about its parameter's memory in terms of the
// object that the argument leads to.
func (r record) seenFrom(a addr) record {
	r.off += a.off
	if r.stride > 0 && r.end != math.MaxInt64 {
		r.end += a.off
	}
	if s := gcd(r.stride, a.stride); s != r.stride {
		r.stride, r.end = s, math.MaxInt64
		r.rank = min(r.rank, rankStrided)
	}
	if r.stride > 0 && !r.bounded() {
		r.off = addr{off: r.off, stride: r.stride}.norm().off
	}
	return r
}

// lookup gives what size bytes at an address hold.
func (m *memTypes) lookup(a addr, size int64) []Piece {
	if a.stride > 0 && a.stride < size {
		if p, ok := m.uniform(span{math.MinInt64, math.MaxInt64}); ok && size%p.Size == 0 && a.stride%p.Size == 0 {
			return repeat(p, size)
		}
		return []Piece{{Size: size}}
	}
	list := m.window(a.off, size)
	m.others(a, size, func(base int64) { list = joinPieces(list, m.window(base, size), size) })
	return list
}

// others visits the places besides the first that an address with a stride leads to and
// of which something is known.
func (m *memTypes) others(a addr, size int64, visit func(base int64)) {
	if a.stride == 0 {
		return
	}
	n := 0
	for _, off := range m.sorted() {
		base := off - ((off-a.off)%a.stride+a.stride)%a.stride
		if base == a.off || off-base >= size {
			continue
		}
		if n++; n > 64 {
			break
		}
		visit(base)
	}
	for _, r := range m.strided {
		for k, base := 0, r.off-((r.off-a.off)%a.stride+a.stride)%a.stride; r.bounded() && k < 8 && base < r.end; k++ {
			visit(base)
			base += a.stride
		}
	}
}

// repeat fills size bytes with one scalar.
func repeat(p Piece, size int64) []Piece {
	if p.Class == Integer {
		return []Piece{{Size: size, Class: Integer, rank: p.rank}}
	}
	var list []Piece
	for off := int64(0); off < size; off += p.Size {
		p.Offset = off
		list = append(list, p)
	}
	return list
}

// joinPieces combines what two sources say of the same bytes: known beats
// unknown, contradiction is Mixed.
func joinPieces(a, b []Piece, size int64) []Piece {
	if slices.Equal(a, b) {
		return a
	}
	if inOrder(a) && inOrder(b) {
		return joinOrdered(a, b, size)
	}
	return joinAny(a, b, size)
}

// joinAny is joinPieces for pieces that overlap, or stand in any order.
func joinAny(a, b []Piece, size int64) []Piece {
	var m memTypes
	for _, l := range [][]Piece{a, b} {
		for _, p := range l {
			switch p.Class {
			case Unknown:
			case FloatData, Pointer:
				m.add(record{off: p.Offset, size: p.Size, class: p.Class, typ: p.Type, rank: p.rank})
			default:
				c := p.Class
				if c == zeroBytes {
					c = Integer
				}
				for k := range p.Size {
					m.add(record{off: p.Offset + k, size: 1, class: c, rank: p.rank})
				}
			}
		}
	}
	return m.window(0, size)
}
