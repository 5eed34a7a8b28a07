package interp

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

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

func (m *Machine) throw(t *thrown) error {
	m.exception = t
	return &unwinding{}
}

// resume goes on unwinding with the exception that a landing pad gave.
func (m *Machine) resume(obj uint64) error {
	if m.exception == nil || m.exception.obj != obj {
		return m.locate(faultf(BadCall, "resume of %#x, which is no exception in flight", obj))
	}
	return &unwinding{}
}

// typeID is the number a landing pad selects a handler by.
func (m *Machine) typeID(typ uint64) uint64 {
	if id, ok := m.typeIDs[typ]; ok {
		return id
	}
	id := uint64(len(m.typeIDs) + 1)
	m.typeIDs[typ] = id
	return id
}

// landingPad gives the exception and the number of the clause that takes it, 0
// for a cleanup.
func (m *Machine) landingPad(fr *frame, in *inst) error {
	e := m.exception
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
			off, ok = m.derives(e.obj, e.typ, typ, 0)
		}
		if ok {
			sel, e.at = m.typeID(typ), e.obj+off
			if g := m.globalAt(e.typ); typ != 0 && g != nil && strings.HasPrefix(g.Name, "_ZTIP") {
				v, _, err := m.loadWord(e.obj, 8)
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
func (m *Machine) derives(obj, a, b uint64, depth int) (offset uint64, ok bool) {
	if a == b {
		return 0, true
	}
	vtable, und, err := m.loadWord(a, 8)
	g := m.globalAt(vtable)
	if depth > 64 || err != nil || und != 0 || g == nil {
		return 0, false
	}
	word := func(addr, n uint64) uint64 {
		v, und, e := m.loadWord(addr, n)
		if e != nil || und != 0 {
			err = faultf(BadCall, "type info at %#x is damaged", a)
		}
		return v
	}
	switch {
	case strings.Contains(g.Name, "__si_class_type_info"):
		return m.derives(obj, word(a+16, 8), b, depth+1)
	case strings.Contains(g.Name, "__vmi_class_type_info"):
		const virtual, shift = 1, 8
		for k, n := uint64(0), word(a+20, 4); err == nil && k < n; k++ {
			base, flags := word(a+24+16*k, 8), word(a+32+16*k, 8)
			off := uint64(int64(flags) >> shift)
			if flags&virtual != 0 { // the offset is that of an entry of the vtable
				off = word(word(obj, 8)+off, 8)
			}
			if more, ok := m.derives(obj+off, base, b, depth+1); ok && err == nil {
				return off + more, true
			}
		}
	}
	return 0, false
}

// globalAt is the variable whose object an address lies in, nil if none.
func (m *Machine) globalAt(addr uint64) *ir.Global {
	if o := m.objectAt(addr); o != nil {
		return o.global
	}
	return nil
}

func init() {
	news := map[string]string{"_Znwm": "new", "_Znam": "new[]", "_Znwj": "new", "_Znaj": "new[]",
		"_ZnwmRKSt9nothrow_t": "new", "_ZnamRKSt9nothrow_t": "new[]",
		"_ZnwmSt11align_val_t": "new", "_ZnamSt11align_val_t": "new[]",
		"_ZnwmSt11align_val_tRKSt9nothrow_t": "new", "_ZnamSt11align_val_tRKSt9nothrow_t": "new[]"}
	for name, how := range news {
		addLibc(name, func(c *call) error {
			if err := c.want(1); err != nil {
				return err
			}
			align := uint64(16)
			if c.nargs() > 1 && c.typ(1).IsInt() {
				align = max(c.u(1), 1)
			}
			p, err := c.m.heapAlloc(c.u(0), align, false, how)
			c.ret(p)
			return err
		})
	}
	deletes := map[string]string{"_ZdlPv": "delete", "_ZdaPv": "delete[]", "_ZdlPvm": "delete", "_ZdaPvm": "delete[]",
		"_ZdlPvSt11align_val_t": "delete", "_ZdaPvSt11align_val_t": "delete[]", "_ZdlPvmSt11align_val_t": "delete",
		"_ZdaPvmSt11align_val_t": "delete[]", "_ZdlPvRKSt9nothrow_t": "delete", "_ZdaPvRKSt9nothrow_t": "delete[]"}
	for name, how := range deletes {
		addLibc(name, func(c *call) error {
			if err := c.want(1); err != nil {
				return err
			}
			if c.u(0) == 0 {
				return nil
			}
			return c.m.heapFree(c.u(0), how)
		})
	}
	addLibc("__cxa_allocate_exception", func(c *call) error {
		if err := c.want(1); err != nil {
			return err
		}
		o, err := c.m.newObject(hostObj, c.u(0), 16) // the runtime's, no leak of the program
		if err != nil {
			return err
		}
		c.m.fill(o, false)
		c.ret(o.base)
		return nil
	})
	addLibc("__cxa_free_exception", func(c *call) error { return c.m.Release(Ptr(c.u(0))) })
	addLibc("__cxa_throw", func(c *call) error {
		if err := c.want(3); err != nil {
			return err
		}
		return c.m.throw(&thrown{obj: c.u(0), at: c.u(0), typ: c.u(1), dtor: c.u(2)})
	})
	addLibc("__cxa_begin_catch", func(c *call) error {
		e := c.m.exception
		if e == nil || e.obj != c.u(0) {
			return faultf(BadCall, "__cxa_begin_catch without an exception")
		}
		c.m.exception = nil
		c.m.caught = append(c.m.caught, e)
		c.ret(e.at)
		return nil
	})
	addLibc("__cxa_get_exception_ptr", func(c *call) error {
		c.ret(c.u(0))
		if e := c.m.exception; e != nil && e.obj == c.u(0) {
			c.ret(e.at)
		}
		return nil
	})
	addLibc("__cxa_end_catch", func(c *call) error {
		n := len(c.m.caught)
		if n == 0 {
			return faultf(BadCall, "__cxa_end_catch without __cxa_begin_catch")
		}
		e := c.m.caught[n-1]
		c.m.caught = c.m.caught[:n-1]
		if c.m.exception == e { // rethrown
			return nil
		}
		if e.dtor != 0 {
			if _, err := c.callback(e.dtor, Pointer(Ptr(e.obj))); err != nil {
				return err
			}
		}
		return c.m.Release(Ptr(e.obj))
	})
	addLibc("__cxa_rethrow", func(c *call) error {
		n := len(c.m.caught)
		if n == 0 {
			return faultf(Uncaught, "rethrow without an exception")
		}
		return c.m.throw(c.m.caught[n-1])
	})
	for _, name := range []string{"_ZSt9terminatev", "__clang_call_terminate", "__cxa_pure_virtual", "__cxa_bad_cast",
		"_ZSt17__throw_bad_allocv", "_ZSt28__throw_bad_array_new_lengthv", "_ZSt20__throw_length_errorPKc", "_ZSt20__throw_out_of_rangePKc",
		"_ZSt24__throw_out_of_range_fmtPKcz", "_ZSt19__throw_logic_errorPKc"} {
		addLibc(name, func(c *call) error { return faultf(Abort, "%s", c.name()) })
	}
	addLibc("__cxa_atexit", func(c *call) error { c.ret(0); return nil })
	addLibc("__cxa_guard_acquire", func(c *call) error {
		v, _, err := c.m.loadWord(c.u(0), 1)
		c.ret(b2u(v == 0))
		return err
	})
	addLibc("__cxa_guard_release", func(c *call) error { return c.m.storeWord(c.u(0), 1, 1, 0) })
	addLibc("__cxa_guard_abort", func(c *call) error { return nil })
}
