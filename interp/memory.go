package interp

import (
	"fmt"

	"github.com/llad-ad/llad/ir"
)

// objKind is what kind of memory an object is.
type objKind uint8

const (
	heapObj objKind = iota
	stackObj
	globalObj
	funcObj
	hostObj   // allocated by the Go caller
	opaqueObj // has an address but no contents: external globals
)

var objKindNames = [...]string{"heap object", "stack object", "global", "function", "array of the caller", "external global"}

// objState is where an object is in its life.
type objState uint8

const (
	live    objState = iota
	lazy             // global whose initialiser has not been evaluated
	dead             // freed, or its function returned
	scopeUp          // stack object behind its lifetime.end
)

// object is an allocation. Accessible bytes are those below limit (reading) and
// wlimit (writing): a dead object has none, so that the fast path of an access
// is one comparison.
type object struct {
	base, limit, wlimit uint64
	data                []byte
	shadow              []byte // undefined bits of data; nil when there are none
	size                uint64
	align               uint64
	id                  uint32
	seq                 uint64 // order of creation
	kind                objKind
	state               objState
	how                 string // heap: the function that allocated it
	madeAt, freedAt     *ir.Instr
	global              *ir.Global
	fn                  *function
	mark                *stackMark // of a stacksave
}

const (
	regionBits  = 32      // every object has 1<<regionBits addresses of its own
	firstRegion = 0x5000  // addresses are as high as those that Linux gives
	guard       = 1 << 20 // addresses before an object's first byte, at least
	maxObject   = 1<<regionBits - 2*guard
	maxAlign    = guard / 2
	quarantine  = 1 << 14 // dead objects whose addresses are not given out again yet
)

// regionOf is the number of the object whose region an address lies in; larger than any for others.
func regionOf(addr uint64) uint64 { return addr>>regionBits - firstRegion }

// newObject makes an object at an address of its own. Its base is a multiple
// of align and not of twice that, so that code which relies on more faults.
func (m *Machine) newObject(kind objKind, size, align uint64) (*object, error) {
	if align == 0 {
		align = 1
	}
	if size > maxObject || align > maxAlign || align&(align-1) != 0 {
		return nil, faultf(MemoryLimit, "object of %d bytes aligned to %d: at most %d bytes aligned to %d are possible", size, align, uint64(maxObject), maxAlign)
	}
	if m.bytes+size > m.maxBytes {
		return nil, faultf(MemoryLimit, "%d bytes on top of the %d in use are more than %d", size, m.bytes, m.maxBytes)
	}
	var o *object
	if n := len(m.graveyard) - m.buried; n > quarantine {
		o = m.graveyard[m.buried]
		m.graveyard[m.buried] = nil
		m.buried++
		if m.buried > quarantine {
			m.graveyard = append(m.graveyard[:0], m.graveyard[m.buried:]...)
			m.buried = 0
		}
		*o = object{id: o.id}
	} else {
		if len(m.slab) == 0 {
			m.slab = make([]object, 256)
		}
		o = &m.slab[0]
		m.slab = m.slab[1:]
		o.id = uint32(len(m.objs))
		m.objs = append(m.objs, o)
	}
	m.seq++
	o.kind, o.size, o.align, o.seq = kind, size, align, m.seq
	o.base = (firstRegion+uint64(o.id))<<regionBits + guard + align
	m.bytes += size
	return o, nil
}

// open makes an object's bytes accessible.
func (o *object) open() {
	o.state, o.limit, o.wlimit = live, o.size, o.size
}

// fill gives an object fresh bytes: undefined ones, or zeros.
func (m *Machine) fill(o *object, zero bool) {
	o.data = make([]byte, o.size)
	if !zero && m.track {
		o.shadow = make([]byte, o.size)
		setBytes(o.shadow, 0xff)
	}
	o.open()
}

// kill ends an object's life.
func (m *Machine) kill(o *object, at *ir.Instr) {
	o.state, o.limit, o.wlimit = dead, 0, 0
	o.data, o.shadow = nil, nil
	o.freedAt = at
	m.bytes -= o.size
	m.graveyard = append(m.graveyard, o)
}

// pushStack makes a stack object out of the machine's stack arena.
func (m *Machine) pushStack(size, align uint64, at *ir.Instr) (*object, error) {
	o, err := m.newObject(stackObj, size, align)
	if err != nil {
		return nil, err
	}
	o.madeAt = at
	if size > stackSmall {
		m.fill(o, false)
	} else {
		if m.stackTop+int(size) > len(m.stack) {
			// Older frames keep the arena they have; it goes with them.
			m.stack = make([]byte, max(2*len(m.stack), 1<<16))
			m.stackShadow = make([]byte, len(m.stack))
			m.stackTop = 0
		}
		end := m.stackTop + int(size)
		o.data = m.stack[m.stackTop:end:end]
		clear(o.data)
		if m.track {
			o.shadow = m.stackShadow[m.stackTop:end:end]
			setBytes(o.shadow, 0xff)
		}
		m.stackTop = end
		o.open()
	}
	m.stackObjs = append(m.stackObjs, o)
	m.stackBytes += size
	m.count.StackPeak = max(m.count.StackPeak, m.stackBytes)
	return o, nil
}

const stackSmall = 1 << 12

// stackMark is a point of the stack to return to.
type stackMark struct{ objs, top, arena int }

func (m *Machine) mark() stackMark { return stackMark{len(m.stackObjs), m.stackTop, len(m.stack)} }

// popStack ends the stack objects made since the mark.
func (m *Machine) popStack(k stackMark, at *ir.Instr) {
	for _, o := range m.stackObjs[k.objs:] {
		m.stackBytes -= o.size
		m.kill(o, at)
	}
	m.stackObjs = m.stackObjs[:k.objs]
	if len(m.stack) == k.arena {
		m.stackTop = k.top
	}
}

func setBytes(b []byte, v byte) {
	if len(b) == 0 {
		return
	}
	b[0] = v
	for n := 1; n < len(b); n *= 2 {
		copy(b[n:], b[:n])
	}
}

// reach finds the object that holds the n bytes at addr, for reading.
func (m *Machine) reach(addr, n uint64) (*object, uint64, error) {
	if id := regionOf(addr); id < uint64(len(m.objs)) {
		o := m.objs[id]
		if off := addr - o.base; off < o.limit && n <= o.limit-off {
			return o, off, nil
		}
	}
	return m.reachSlow(addr, n, false)
}

// reachW is reach for writing.
func (m *Machine) reachW(addr, n uint64) (*object, uint64, error) {
	if id := regionOf(addr); id < uint64(len(m.objs)) {
		o := m.objs[id]
		if off := addr - o.base; off < o.wlimit && n <= o.wlimit-off {
			return o, off, nil
		}
	}
	return m.reachSlow(addr, n, true)
}

// reachSlow evaluates globals that were not used before, and says what is wrong
// with the others.
func (m *Machine) reachSlow(addr, n uint64, write bool) (*object, uint64, error) {
	id := regionOf(addr)
	if addr>>regionBits == 0 {
		return nil, 0, faultf(NullPointer, "%s at address %#x", verb(write, n), addr)
	}
	if id >= uint64(len(m.objs)) {
		return nil, 0, faultf(WildPointer, "%s at %#x, where no object ever was", verb(write, n), addr)
	}
	o := m.objs[id]
	off := addr - o.base
	switch {
	case o.state == lazy:
		if err := m.initGlobal(o); err != nil {
			return nil, 0, err
		}
		if write {
			return m.reachW(addr, n)
		}
		return m.reach(addr, n)
	case o.kind == opaqueObj || o.kind == funcObj:
		return nil, 0, faultf(OutOfBounds, "%s in %s", verb(write, n), o)
	case o.state == dead && o.kind == stackObj:
		return nil, 0, faultf(UseAfterReturn, "%s at byte %d of %s, whose function has returned", verb(write, n), int64(off), o)
	case o.state == dead:
		return nil, 0, faultf(UseAfterFree, "%s at byte %d of %s%s", verb(write, n), int64(off), o, ofPlace(", freed", o.freedAt))
	case o.state == scopeUp && write:
		return nil, 0, faultf(UseAfterScope, "%s at byte %d of %s outside its lifetime", verb(write, n), int64(off), o)
	case off >= o.size || n > o.size-off:
		return nil, 0, faultf(OutOfBounds, "%s at byte %d of %s", verb(write, n), int64(off), o)
	case o.state == scopeUp:
		// The optimiser may read a dead slot whose value it does not use.
		s := &object{base: addr, data: make([]byte, n), shadow: make([]byte, n)}
		setBytes(s.shadow, 0xff)
		return s, 0, nil
	case write:
		return nil, 0, faultf(ReadOnly, "%s in constant %s", verb(write, n), o)
	}
	return nil, 0, faultf(Internal, "object %d has bounds that contradict its state", o.id)
}

func verb(write bool, n uint64) string {
	if write {
		return fmt.Sprintf("store of %d bytes", n)
	}
	return fmt.Sprintf("load of %d bytes", n)
}

// String describes an object in messages.
func (o *object) String() string {
	switch o.kind {
	case globalObj, opaqueObj:
		if o.global != nil {
			return fmt.Sprintf("%s @%s of %d bytes", objKindNames[o.kind], o.global.Name, o.size)
		}
	case funcObj:
		if o.fn != nil {
			return "function @" + o.fn.ir.Name
		}
	}
	return fmt.Sprintf("%s of %d bytes%s", objKindNames[o.kind], o.size, ofPlace(", made", o.madeAt))
}

func ofPlace(what string, i *ir.Instr) string {
	if i == nil {
		return ""
	}
	p := placeOf(i)
	s := what
	if p.Func != "" {
		s += " in @" + p.Func
	}
	if p.File != "" && p.Line > 0 {
		s += fmt.Sprintf(" (%s:%d)", p.File, p.Line)
	}
	return s
}

// heapAlloc makes a heap object for the library function how.
func (m *Machine) heapAlloc(size, align uint64, zero bool, how string) (uint64, error) {
	o, err := m.newObject(heapObj, size, align)
	if err != nil {
		return 0, err
	}
	m.fill(o, zero)
	o.how, o.madeAt = how, m.current()
	c := &m.count
	c.Allocs++
	c.HeapBytes += size
	c.HeapLive += size
	c.HeapPeak = max(c.HeapPeak, c.HeapLive)
	if m.depth > 0 {
		if f := m.frames[m.depth-1].fn; f != nil {
			f.heap += size
		}
	}
	return o.base, nil
}

// families says which functions may release what which function made.
var families = map[string]string{"malloc": "free", "calloc": "free", "realloc": "free", "aligned_alloc": "free",
	"posix_memalign": "free", "strdup": "free", "memalign": "free", "new": "delete", "new[]": "delete[]", "__rust_alloc": "__rust_dealloc"}

// heapFree releases the heap object at addr by the library function how.
func (m *Machine) heapFree(addr uint64, how string) error {
	o, err := m.heapObject(addr, how)
	if err != nil {
		return err
	}
	if families[o.how] != how && how != "realloc" {
		return faultf(Mismatched, "%s of %s, which came from %s", how, o, o.how)
	}
	m.count.Frees++
	m.count.HeapLive -= o.size
	m.kill(o, m.current())
	return nil
}

// heapObject is the live heap object that starts at addr.
func (m *Machine) heapObject(addr uint64, how string) (*object, error) {
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

// objectAt is the object whose region an address lies in, nil if there is none.
func (m *Machine) objectAt(addr uint64) *object {
	if id := regionOf(addr); id > 0 && id < uint64(len(m.objs)) {
		return m.objs[id]
	}
	return nil
}

// current is the instruction the innermost frame executes.
func (m *Machine) current() *ir.Instr {
	if m.depth == 0 {
		return nil
	}
	if at := m.frames[m.depth-1].at; at != nil {
		return at.src
	}
	return nil
}
