package interp

// families says which functions may release what which function made.
var families = map[string]string{"malloc": "free", "calloc": "free", "realloc": "free", "aligned_alloc": "free",
	"posix_memalign": "free", "strdup": "free", "memalign": "free", "new": "delete", "new[]": "delete[]", "__rust_alloc": "__rust_dealloc",
	"GC_malloc": "GC_free", "GC_malloc_uncollectable": "GC_free"}

// heapAlloc makes a heap object for the library function how.
func (m *Machine) heapAlloc(size, align uint64, zero bool, how string) (uint64, error) {
	o, err := m.mem.newObject(heapObj, size, align)
	if err != nil {
		return 0, err
	}
	m.mem.fill(o, zero)
	o.how, o.madeAt = how, m.calls.current()
	c := &m.count
	c.Allocs++
	c.HeapBytes += size
	c.HeapLive += size
	c.HeapPeak = max(c.HeapPeak, c.HeapLive)
	if m.calls.depth > 0 {
		if f := m.calls.frames[m.calls.depth-1].fn; f != nil {
			f.heap += size
		}
	}
	return o.base, nil
}

// heapFree releases the heap object at addr by the library function how.
func (m *Machine) heapFree(addr uint64, how string) error {
	o, err := m.mem.heapObject(addr, how)
	if err != nil {
		return err
	}
	if families[o.how] != how && how != "realloc" {
		return faultf(Mismatched, "%s of %s, which came from %s", how, o, o.how)
	}
	m.count.Frees++
	m.count.HeapLive -= o.size
	m.mem.kill(o, m.calls.current())
	return nil
}

// heapObject is the live heap object that starts at addr.
func (m *memory) heapObject(addr uint64, how string) (*object, error) {
	id := regionOf(addr)
	if id == 0 || id >= uint64(len(m.objs)) {
		return nil, faultf(BadFree, "%s of %#x, where no object ever was", how, addr)
	}
	o := m.objs[id]
	switch {
	case o.kind != heapObj:
		return nil, faultf(BadFree, "%s of %s, which is not on the heap", how, o)
	case o.state == dead && addr == o.base:
		return nil, faultf(DoubleFree, "%s of %s%s", how, o, ofPlace(", freed already", o.freedAt))
	case addr != o.base:
		return nil, faultf(BadFree, "%s of byte %d of %s, not its start", how, int64(addr-o.base), o)
	}
	return o, nil
}
