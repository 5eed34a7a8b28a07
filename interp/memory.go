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

// memory is the address space: every object that there is or was, by the
// region of its address.
type memory struct {
	track    bool                // which bits are undefined is kept
	most     uint64              // bytes in live objects
	evaluate func(*object) error // gives a lazy object its contents

	objs      []*object
	slab      []object  // objects not handed out yet
	graveyard []*object // dead ones, the oldest first
	buried    int       // those at its front that were handed out again
	bytes     uint64    // in live objects
	seq       uint64
}

func (m *memory) init(most uint64, track bool) {
	if most == 0 {
		most = 1 << 30
	}
	m.most, m.track = most, track
	m.objs = append(m.objs, &object{}) // nothing is at address zero
}

// newObject makes an object at an address of its own. Its base is a multiple
// of align and not of twice that, so that code which relies on more faults.
func (m *memory) newObject(kind objKind, size, align uint64) (*object, error) {
	if align == 0 {
		align = 1
	}
	if size > maxObject || align > maxAlign || align&(align-1) != 0 {
		return nil, faultf(MemoryLimit, "object of %d bytes aligned to %d: at most %d bytes aligned to %d are possible", size, align, uint64(maxObject), maxAlign)
	}
	if m.bytes+size > m.most {
		return nil, faultf(MemoryLimit, "%d bytes on top of the %d in use are more than %d", size, m.bytes, m.most)
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
func (m *memory) fill(o *object, zero bool) {
	o.data = make([]byte, o.size)
	if !zero && m.track {
		o.shadow = make([]byte, o.size)
		setBytes(o.shadow, 0xff)
	}
	o.open()
}

// kill ends an object's life.
func (m *memory) kill(o *object, at *ir.Instr) {
	o.state, o.limit, o.wlimit = dead, 0, 0
	o.data, o.shadow = nil, nil
	o.freedAt = at
	m.bytes -= o.size
	m.graveyard = append(m.graveyard, o)
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
func (m *memory) reach(addr, n uint64) (*object, uint64, error) {
	if id := regionOf(addr); id < uint64(len(m.objs)) {
		o := m.objs[id]
		if off := addr - o.base; off < o.limit && n <= o.limit-off {
			return o, off, nil
		}
	}
	return m.reachSlow(addr, n, false)
}

// reachW is reach for writing.
func (m *memory) reachW(addr, n uint64) (*object, uint64, error) {
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
func (m *memory) reachSlow(addr, n uint64, write bool) (*object, uint64, error) {
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
		if err := m.evaluate(o); err != nil {
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

// objectAt is the object whose region an address lies in, nil if there is none.
func (m *memory) objectAt(addr uint64) *object {
	if id := regionOf(addr); id > 0 && id < uint64(len(m.objs)) {
		return m.objs[id]
	}
	return nil
}

// globalAt is the variable whose object an address lies in, nil if none.
func (m *memory) globalAt(addr uint64) *ir.Global {
	if o := m.objectAt(addr); o != nil {
		return o.global
	}
	return nil
}
