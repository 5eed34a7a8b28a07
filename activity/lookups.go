package activity

// covering is what at gives for a byte.
type covering struct {
	rec record
	ok  bool
}

// extent is what lookup is asked about: bytes at an offset plus multiples of a stride.
type extent struct{ off, stride, size int64 }

// repeated is what periodic gives.
type repeated struct {
	list []Piece
	ok   bool
}

// at is best, found out once for every byte: programs ask again and again about the
// same members of structs that hundreds of copies move.
func (m *memTypes) at(b int64) (record, bool) {
	if e, ok := m.known[b]; ok {
		return e.rec, e.ok
	}
	var e covering
	e.rec, e.ok = m.best(b)
	if m.known == nil {
		m.known = map[int64]covering{}
	}
	m.known[b] = e
	return e.rec, e.ok
}

// forget drops what was found out about bytes that a new record of one place bears
// on: its own, and those of strided elements that it displaces.
func (m *memTypes) forget(r record) {
	m.forgetLists()
	if len(m.known) == 0 {
		return
	}
	for b := r.off - 2*maxScalar; b < r.off+r.size+2*maxScalar; b++ {
		delete(m.known, b)
	}
}

// forgetLists drops what was found out about many bytes.
func (m *memTypes) forgetLists() {
	clear(m.held)
	clear(m.periods)
}

// forgetAll drops everything that was found out.
func (m *memTypes) forgetAll() {
	m.forgetLists()
	clear(m.known)
}

// lookup gives what size bytes at an address hold. The list is not the caller's to change.
func (t *types) lookup(a addr, size int64) []Piece {
	m := &t.mem[a.obj]
	key := extent{off: a.off, stride: a.stride, size: size}
	l, ok := m.held[key]
	if !ok {
		l = m.lookup(a, size)
		if m.held == nil {
			m.held = map[extent][]Piece{}
		}
		m.held[key] = l
	}
	return l
}
