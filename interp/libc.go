package interp

import (
	"bytes"
	"sort"
)

// addressSpace is what no allocator goes beyond (PTRDIFF_MAX): more is refused with a null pointer, not by a fault.
const addressSpace = 1<<63 - 1

// libc holds the functions of C's library other than math.h, and of C++'s and
// Rust's runtime, by symbol.
var libc = map[string]*builtin{}

func addLibc(name string, f func(c *call) error) { libc[name] = &builtin{name: name, fn: f} }

func init() {
	addLibc("malloc", func(c *call) error { return c.alloc(1, c.u(0), 16, false, "malloc") })
	addLibc("calloc", func(c *call) error {
		if err := c.want(2); err != nil {
			return err
		}
		return c.alloc(c.u(0), c.u(1), 16, true, "calloc")
	})
	addLibc("aligned_alloc", alignedAlloc)
	addLibc("memalign", alignedAlloc)
	addLibc("posix_memalign", func(c *call) error {
		if err := c.want(3); err != nil {
			return err
		}
		if a := c.u(1); a < 8 || a&(a-1) != 0 {
			c.ret(22)
			return nil
		}
		p, err := c.m.heapAlloc(c.u(2), c.u(1), false, "posix_memalign")
		if err != nil {
			return err
		}
		c.ret(0)
		return c.m.storeWord(c.u(0), 8, p, 0)
	})
	addLibc("realloc", func(c *call) error {
		if err := c.want(2); err != nil {
			return err
		}
		return c.realloc(c.u(0), c.u(1), 16, "free")
	})
	addLibc("reallocarray", func(c *call) error {
		if err := c.want(3); err != nil {
			return err
		}
		if n := c.u(2); n != 0 && c.u(1) > maxObject/n {
			c.ret(0)
			return nil
		}
		return c.realloc(c.u(0), c.u(1)*c.u(2), 16, "free")
	})
	addLibc("free", func(c *call) error {
		if err := c.want(1); err != nil {
			return err
		}
		if c.u(0) == 0 {
			return nil
		}
		return c.m.heapFree(c.u(0), "free")
	})
	addLibc("malloc_usable_size", func(c *call) error {
		if c.u(0) == 0 {
			c.ret(0)
			return nil
		}
		o, err := c.m.heapObject(c.u(0), "malloc_usable_size")
		if err == nil {
			c.ret(o.size)
		}
		return err
	})
	for name, apart := range map[string]bool{"memcpy": true, "memmove": false, "__memcpy_chk": true, "__memmove_chk": false} {
		addLibc(name, func(c *call) error { return copyMem(c, apart) })
		libc[name].lenient = true
	}
	for _, name := range []string{"memset", "__memset_chk"} {
		addLibc(name, setMem)
		libc[name].lenient = true
	}
	addLibc("bzero", func(c *call) error { return c.m.set(c.u(0), c.u(1), 0, 0) })
	addLibc("memcmp", compareMem)
	addLibc("bcmp", compareMem)
	addLibc("qsort", qsort)
	addLibc("abort", func(c *call) error { return faultf(Abort, "abort was called") })
	for _, name := range []string{"exit", "_exit", "_Exit", "quick_exit"} {
		addLibc(name, func(c *call) error {
			f := faultf(Exit, "%s(%d)", c.name(), c.s(0))
			f.Status = int(c.s(0))
			return f
		})
	}
	addLibc("atexit", func(c *call) error { c.ret(0); return nil })
	addLibc("__assert_fail", func(c *call) error {
		if err := c.want(4); err != nil {
			return err
		}
		expr, _ := c.m.cstring(c.u(0))
		file, _ := c.m.cstring(c.u(1))
		fn, _ := c.m.cstring(c.u(3))
		return faultf(Abort, "assertion %s failed at %s:%d in %s", expr, file, c.u(2), fn)
	})
	addLibc("__errno_location", func(c *call) error {
		if c.m.errno == nil {
			o, err := c.m.newObject(globalObj, 4, 4)
			if err != nil {
				return err
			}
			c.m.fill(o, true)
			c.m.errno = o
		}
		c.ret(c.m.errno.base)
		return nil
	})
	for _, name := range []string{"abs", "labs", "llabs"} {
		addLibc(name, func(c *call) error { c.ret(uint64(max(c.s(0), -c.s(0)))); return nil })
		libc[name].pure = true
	}
	addLibc("rand", func(c *call) error {
		c.m.seed = c.m.seed*6364136223846793005 + 1442695040888963407
		c.ret(c.m.seed >> 33)
		return nil
	})
	addLibc("srand", func(c *call) error { c.m.seed = c.u(0); return nil })
	for _, name := range []string{"clock", "time"} { // deterministic: nothing takes time
		addLibc(name, func(c *call) error { c.ret(0); return nil })
	}
	addLibc("__cpu_indicator_init", func(c *call) error { c.ret(0); return nil })
	initStrings()
	initOutput()
	initFiles()
}

// alloc is malloc and calloc: no memory is a null pointer only when the size
// overflows; Options.MaxBytes is a fault.
func (c *call) alloc(n, size, align uint64, zero bool, how string) error {
	if err := c.want(1); err != nil {
		return err
	}
	if size != 0 && n > addressSpace/size {
		c.ret(0)
		return nil
	}
	p, err := c.m.heapAlloc(n*size, align, zero, how)
	c.ret(p)
	return err
}

func alignedAlloc(c *call) error {
	if err := c.want(2); err != nil {
		return err
	}
	if a := c.u(0); a == 0 || a&(a-1) != 0 {
		c.ret(0)
		return nil
	}
	return c.alloc(1, c.u(1), max(c.u(0), 16), false, "aligned_alloc")
}

func (c *call) realloc(old, size, align uint64, release string) error {
	m := c.m
	how := "realloc"
	if release == "__rust_dealloc" {
		how = "__rust_alloc"
	}
	if old == 0 {
		p, err := m.heapAlloc(size, align, false, how)
		c.ret(p)
		return err
	}
	o, err := m.heapObject(old, c.name())
	if err != nil {
		return err
	}
	if families[o.how] != release {
		return faultf(Mismatched, "%s of %s, which came from %s", c.name(), o, o.how)
	}
	if size > addressSpace {
		c.ret(0)
		return nil
	}
	p, err := m.heapAlloc(size, align, false, how)
	if err != nil {
		return err
	}
	if err := m.move(p, old, min(size, o.size)); err != nil {
		return err
	}
	c.ret(p)
	return m.heapFree(old, "realloc")
}

// compareMem is memcmp; the sign of its result is all that C promises.
func compareMem(c *call) error {
	if err := c.want(3); err != nil {
		return err
	}
	n := c.u(2)
	if n == 0 {
		c.ret(0)
		return nil
	}
	a, err := c.m.definedBytes(c.u(0), n)
	if err != nil {
		return err
	}
	b, err := c.m.definedBytes(c.u(1), n)
	if err != nil {
		return err
	}
	c.ret(uint64(int64(bytes.Compare(a, b))))
	return nil
}

// definedBytes is a view of n bytes that must all be defined.
func (m *Machine) definedBytes(addr, n uint64) ([]byte, error) {
	o, off, err := m.reach(addr, n)
	if err != nil {
		return nil, err
	}
	if o.shadow != nil && anyByte(o.shadow[off:off+n]) {
		return nil, faultf(Undefined, "reading undefined bytes of %s", o)
	}
	return o.data[off : off+n], nil
}

// callback calls the function at an address with values.
func (c *call) callback(addr uint64, args ...Value) (Value, error) {
	id := regionOf(addr)
	if id == 0 || id >= uint64(len(c.m.objs)) || c.m.objs[id].kind != funcObj {
		return Value{}, faultf(BadCall, "%s calls back to %#x, where no function is", c.name(), addr)
	}
	return c.m.callValues(c.m.objs[id].fn, args)
}

// qsort sorts a copy with the program's comparison and writes it back, stably,
// which is one of the orders that C allows.
func qsort(c *call) error {
	if err := c.want(4); err != nil {
		return err
	}
	base, n, size := c.u(0), c.u(1), c.u(2)
	if n < 2 || size == 0 {
		return nil
	}
	if n > maxObject/size {
		return faultf(OutOfBounds, "qsort of %d elements of %d bytes", n, size)
	}
	m := c.m
	tmp, err := m.Alloc(int(n * size))
	if err != nil {
		return err
	}
	if err := m.move(uint64(tmp), base, n*size); err != nil {
		return err
	}
	idx := make([]uint64, n)
	for k := range idx {
		idx[k] = uint64(k)
	}
	var failed error
	sort.SliceStable(idx, func(a, b int) bool {
		if failed != nil {
			return false
		}
		v, err := c.callback(c.u(3), Pointer(tmp+Ptr(idx[a]*size)), Pointer(tmp+Ptr(idx[b]*size)))
		if err != nil {
			failed = err
			return false
		}
		return v.I64() < 0
	})
	if failed != nil {
		return failed
	}
	for k, from := range idx {
		if err := m.move(base+uint64(k)*size, uint64(tmp)+from*size, size); err != nil {
			return err
		}
	}
	return m.Release(tmp)
}
