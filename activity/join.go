package activity

// This file is about joining lists of pieces as there are most: in order, and without
// overlap. Programs join them by the million.

// inOrder reports whether no piece begins before the end of the one in front of it, and
// all can be noted as records.
func inOrder(l []Piece) bool {
	end := int64(0)
	for _, p := range l {
		if p.Offset < end || p.Size <= 0 || (p.Class == FloatData || p.Class == Pointer) && p.Size > maxScalar {
			return false
		}
		end = p.Offset + p.Size
	}
	return true
}

// joinOrdered gives what joinAny does, in one walk over both lists.
func joinOrdered(a, b []Piece, size int64) []Piece {
	list := make([]Piece, 0, max(len(a), len(b)))
	for at := int64(0); at < size; {
		x, endX, okX := first(&a, at, size)
		y, endY, okY := first(&b, at, size)
		if okX && okY && y.off < x.off {
			x, y = y, x
		}
		var c choice
		if okX {
			c.consider(x, x.off)
		}
		if okY {
			c.consider(y, y.off)
		}
		start, end := at, min(endX, endY)
		list, at = spell(list, c.result(), c.ok, at, span{0, size})
		if end > at && start+1 == at && bytewise(x) && bytewise(y) { // the same of all bytes up to there
			list[len(list)-1].Size += end - at
			at = end
		}
	}
	return list
}

// bytewise reports whether a record tells of one byte, or nothing.
func bytewise(r record) bool { return r.class != FloatData && r.class != Pointer }

// first drops the pieces that end in front of a byte, and gives what is known of that, and
// up to where nothing else is said, no further than size.
func first(l *[]Piece, at, size int64) (r record, end int64, ok bool) {
	for len(*l) > 0 && (*l)[0].Offset+(*l)[0].Size <= at {
		*l = (*l)[1:]
	}
	if len(*l) == 0 {
		return r, size, false
	}
	p := &(*l)[0]
	if p.Offset > at {
		return r, min(p.Offset, size), false
	}
	end = min(p.Offset+p.Size, size)
	switch p.Class {
	case Unknown:
		return r, end, false
	case FloatData, Pointer:
		return record{off: p.Offset, size: p.Size, class: p.Class, typ: p.Type, rank: p.rank}, end, true
	case zeroBytes:
		return record{off: at, size: 1, class: Integer, rank: p.rank}, end, true
	}
	return record{off: at, size: 1, class: p.Class, rank: p.rank}, end, true
}
