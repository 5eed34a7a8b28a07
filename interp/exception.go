package interp

import "strings"

// thrown is an exception in flight or caught.
type thrown struct {
	obj  uint64 // the exception object
	at   uint64 // what the handler gets: the object, a base of it, or the pointer that was thrown
	typ  uint64 // address of its type info
	dtor uint64
}

// unwinding is the error that carries an exception up to the next invoke.
type unwinding struct{}

func (*unwinding) Error() string { return "exception" }

// exceptions are those of the Itanium C++ ABI: the one in flight, those that
// handlers have, and the numbers of their types.
type exceptions struct {
	exception *thrown // in flight
	caught    []*thrown
	typeIDs   map[uint64]uint64 // by address of the type info
}

func (x *exceptions) throw(t *thrown) error {
	x.exception = t
	return &unwinding{}
}

// end is what an instruction behind which control does not go on leads to:
// unreachable, or resume, which goes on unwinding with the exception that a
// landing pad gave.
func (x *exceptions) end(in *inst, regs []uint64) error {
	if in.op == opUnreachable {
		return faultf(Unreachable, "control reached an unreachable instruction")
	}
	obj := regs[in.a]
	if x.exception == nil || x.exception.obj != obj {
		return faultf(BadCall, "resume of %#x, which is no exception in flight", obj)
	}
	return &unwinding{}
}

// typeID is the number a landing pad selects a handler by.
func (x *exceptions) typeID(typ uint64) uint64 {
	if id, ok := x.typeIDs[typ]; ok {
		return id
	}
	id := uint64(len(x.typeIDs) + 1)
	x.typeIDs[typ] = id
	return id
}

// landingPad gives the exception and the number of the clause that takes it, 0
// for a cleanup.
func (x *exceptions) landingPad(mem *memory, fr *frame, in *inst) error {
	e := x.exception
	if e == nil {
		return faultf(BadCall, "landing pad without an exception")
	}
	sel := uint64(0)
	for _, c := range in.x.clauses {
		if c.filter {
			continue
		}
		typ := fr.regs[c.slot]
		off, ok := uint64(0), typ == 0
		if !ok {
			off, ok = derives(mem, e.obj, e.typ, typ, 0)
		}
		if ok {
			sel, e.at = x.typeID(typ), e.obj+off
			if g := mem.globalAt(e.typ); typ != 0 && g != nil && strings.HasPrefix(g.Name, "_ZTIP") {
				v, _, err := mem.loadWord(e.obj, 8)
				if err != nil {
					return err
				}
				e.at = v
			}
			break
		}
	}
	fr.regs[in.dst], fr.regs[in.dst+1] = e.obj, sel
	if fr.und != nil {
		fr.und[in.dst], fr.und[in.dst+1] = 0, 0
	}
	if sel == 0 && !in.x.cleanup {
		return &unwinding{}
	}
	return nil
}

// derives reports whether the class of type info a, of which an object stands
// at obj, is that of b or derives from it, and where in the object the base is.
// Type infos lie in memory as the Itanium ABI says: vtable, name, then for
// single inheritance the base, for others flags, a count, and that many pairs
// of a base and its offset with flags.
func derives(mem *memory, obj, a, b uint64, depth int) (offset uint64, ok bool) {
	if a == b {
		return 0, true
	}
	vtable, und, err := mem.loadWord(a, 8)
	g := mem.globalAt(vtable)
	if depth > 64 || err != nil || und != 0 || g == nil {
		return 0, false
	}
	word := func(addr, n uint64) uint64 {
		v, und, e := mem.loadWord(addr, n)
		if e != nil || und != 0 {
			err = faultf(BadCall, "type info at %#x is damaged", a)
		}
		return v
	}
	switch {
	case strings.Contains(g.Name, "__si_class_type_info"):
		return derives(mem, obj, word(a+16, 8), b, depth+1)
	case strings.Contains(g.Name, "__vmi_class_type_info"):
		const virtual, shift = 1, 8
		for k, n := uint64(0), word(a+20, 4); err == nil && k < n; k++ {
			base, flags := word(a+24+16*k, 8), word(a+32+16*k, 8)
			off := uint64(int64(flags) >> shift)
			if flags&virtual != 0 { // the offset is that of an entry of the vtable
				off = word(word(obj, 8)+off, 8)
			}
			if more, ok := derives(mem, obj+off, base, b, depth+1); ok && err == nil {
				return off + more, true
			}
		}
	}
	return 0, false
}
