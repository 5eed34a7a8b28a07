package interp

import "github.com/llad-ad/llad/ir"

// stackMemory is the objects that allocas and byval arguments make, in order.
// Small ones share an arena, so that a call allocates nothing.
type stackMemory struct {
	arena  []byte
	shadow []byte // undefined bits of arena
	top    int    // the arena's first free byte
	objs   []*object
	bytes  uint64 // in objs
}

const stackSmall = 1 << 12 // larger objects have bytes of their own

// stackMark is a point of the stack to return to.
type stackMark struct{ objs, top, arena int }

func (s *stackMemory) mark() stackMark { return stackMark{len(s.objs), s.top, len(s.arena)} }

// push makes a stack object.
func (s *stackMemory) push(mem *memory, size, align uint64, at *ir.Instr) (*object, error) {
	o, err := mem.newObject(stackObj, size, align)
	if err != nil {
		return nil, err
	}
	o.madeAt = at
	if size > stackSmall {
		mem.fill(o, false)
	} else {
		if s.top+int(size) > len(s.arena) {
			// Older frames keep the arena they have; it goes with them.
			s.arena = make([]byte, max(2*len(s.arena), 1<<16))
			s.shadow = make([]byte, len(s.arena))
			s.top = 0
		}
		end := s.top + int(size)
		o.data = s.arena[s.top:end:end]
		clear(o.data)
		if mem.track {
			o.shadow = s.shadow[s.top:end:end]
			setBytes(o.shadow, 0xff)
		}
		s.top = end
		o.open()
	}
	s.objs = append(s.objs, o)
	s.bytes += size
	return o, nil
}

// pop ends the objects made since the mark.
func (s *stackMemory) pop(mem *memory, k stackMark, at *ir.Instr) {
	if len(s.objs) == k.objs {
		return
	}
	for _, o := range s.objs[k.objs:] {
		s.bytes -= o.size
		mem.kill(o, at)
	}
	s.objs = s.objs[:k.objs]
	if len(s.arena) == k.arena {
		s.top = k.top
	}
}

// pushStack makes a stack object and counts it.
func (m *Machine) pushStack(size, align uint64, at *ir.Instr) (*object, error) {
	o, err := m.stack.push(&m.mem, size, align, at)
	if err != nil {
		return nil, err
	}
	m.count.StackPeak = max(m.count.StackPeak, m.stack.bytes)
	return o, nil
}
