package interp

import (
	"bytes"
)

// addressSpace is what no allocator goes beyond (PTRDIFF_MAX): more is refused with a null pointer, not by a fault.
const addressSpace = 1<<63 - 1

// libc holds the functions of C's library other than math.h, and of C++'s and
// Rust's runtime, by symbol.
var libc = map[string]*builtin{}

func addLibc(name string, f func(c *call) error) { libc[name] = &builtin{name: name, fn: f} }

func addAll(table map[string]func(c *call) error) {
	for name, f := range table {
		addLibc(name, f)
	}
}

// libraryState is what C's library keeps between calls.
type libraryState struct {
	errno      *object
	charTables map[string]*object // of ctype.h, by the function that gives them
	seed       uint64             // of rand
}

// heapFunctions are those of stdlib.h that allocate.
var heapFunctions = map[string]func(c *call) error{
	"malloc": func(c *call) error { return c.alloc(1, c.u(0), 16, false, "malloc") },
	"calloc": func(c *call) error {
		if err := c.want(2); err != nil {
			return err
		}
		return c.alloc(c.u(0), c.u(1), 16, true, "calloc")
	},
	"aligned_alloc":  alignedAlloc,
	"memalign":       alignedAlloc,
	"posix_memalign": posixMemalign,
	"realloc": func(c *call) error {
		if err := c.want(2); err != nil {
			return err
		}
		return c.realloc(c.u(0), c.u(1), 16, "free")
	},
	"reallocarray": func(c *call) error {
		if err := c.want(3); err != nil {
			return err
		}
		if n := c.u(2); n != 0 && c.u(1) > maxObject/n {
			c.ret(0)
			return nil
		}
		return c.realloc(c.u(0), c.u(1)*c.u(2), 16, "free")
	},
	"free":               func(c *call) error { return c.release("free") },
	"malloc_usable_size": usableSize,

	"GC_malloc":               func(c *call) error { return c.alloc(1, c.u(0), 16, true, "GC_malloc") },
	"_d_allocmemory":          func(c *call) error { return c.alloc(1, c.u(0), 16, false, "GC_malloc") },
	"gc_malloc":               func(c *call) error { return c.alloc(1, c.u(0), 16, false, "GC_malloc") },
	"gc_calloc":               func(c *call) error { return c.alloc(1, c.u(0), 16, true, "GC_malloc") },
	"gc_addRange":             func(c *call) error { return nil },
	"gc_removeRange":          func(c *call) error { return nil },
	"GC_malloc_atomic":        func(c *call) error { return c.alloc(1, c.u(0), 16, false, "GC_malloc") },
	"GC_malloc_uncollectable": func(c *call) error { return c.alloc(1, c.u(0), 16, true, "GC_malloc_uncollectable") },
	"GC_free":                 func(c *call) error { return c.release("GC_free") },
	"GC_size":                 usableSize,
}

// memoryFunctions are those of string.h on blocks of bytes. Whether what they
// move is defined is none of their business.
var memoryFunctions = map[string]func(c *call) error{
	"memcpy": func(c *call) error { return copyMem(c, true) }, "__memcpy_chk": func(c *call) error { return copyMem(c, true) },
	"memmove": func(c *call) error { return copyMem(c, false) }, "__memmove_chk": func(c *call) error { return copyMem(c, false) },
	"memset": setMem, "__memset_chk": setMem,
}

// systemFunctions end the program, or ask and tell its surroundings.
var systemFunctions = map[string]func(c *call) error{
	"abort": func(c *call) error { return faultf(Abort, "abort was called") },
	"exit":  exit, "_exit": exit, "_Exit": exit, "quick_exit": exit,
	"atexit":           giveZero,
	"__assert_fail":    assertFail,
	"__errno_location": errnoLocation,
	"rand": func(c *call) error {
		l := &c.m.libc
		l.seed = l.seed*6364136223846793005 + 1442695040888963407
		c.ret(l.seed >> 33)
		return nil
	},
	"srand": func(c *call) error { c.m.libc.seed = c.u(0); return nil },
	"clock": giveZero, "time": giveZero, // deterministic: nothing takes time
	"__cpu_indicator_init": giveZero,
}

func init() {
	addAll(heapFunctions)
	addAll(memoryFunctions)
	for name := range memoryFunctions {
		libc[name].lenient = true
	}
	addLibc("bzero", func(c *call) error { return c.m.mem.set(c.u(0), c.u(1), 0, 0) })
	addLibc("memcmp", compareMem)
	addLibc("bcmp", compareMem)
	addLibc("qsort", func(c *call) error { return c.sort(4) })
	addLibc("qsort_r", func(c *call) error { return c.sort(5) })
	addLibc("bsearch", searchSorted)
	addAll(systemFunctions)
	for _, name := range []string{"abs", "labs", "llabs"} {
		addLibc(name, func(c *call) error { c.ret(uint64(max(c.s(0), -c.s(0)))); return nil })
		libc[name].pure = true
	}
	addAll(stringFunctions)
	addAll(searchFunctions)
	for _, name := range parsers {
		addLibc(name, parseInt)
	}
	initCtype()
	addAll(outputFunctions)
	initFormats()
	addAll(fileFunctions)
}

func giveZero(c *call) error {
	c.ret(0)
	return nil
}

func posixMemalign(c *call) error {
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
	return c.m.mem.storeWord(c.u(0), 8, p, 0)
}

// release frees the first argument, unless it is null.
func (c *call) release(how string) error {
	if err := c.want(1); err != nil {
		return err
	}
	if c.u(0) == 0 {
		return nil
	}
	return c.m.heapFree(c.u(0), how)
}

func usableSize(c *call) error {
	if c.u(0) == 0 {
		c.ret(0)
		return nil
	}
	o, err := c.m.mem.heapObject(c.u(0), "malloc_usable_size")
	if err == nil {
		c.ret(o.size)
	}
	return err
}

func exit(c *call) error {
	f := faultf(Exit, "%s(%d)", c.name(), c.s(0))
	f.Status = int(c.s(0))
	return f
}

func assertFail(c *call) error {
	if err := c.want(4); err != nil {
		return err
	}
	expr, _ := c.m.mem.cstring(c.u(0))
	file, _ := c.m.mem.cstring(c.u(1))
	fn, _ := c.m.mem.cstring(c.u(3))
	return faultf(Abort, "assertion %s failed at %s:%d in %s", expr, file, c.u(2), fn)
}

func errnoLocation(c *call) error {
	l := &c.m.libc
	if l.errno == nil {
		o, err := c.m.mem.newObject(globalObj, 4, 4)
		if err != nil {
			return err
		}
		c.m.mem.fill(o, true)
		l.errno = o
	}
	c.ret(l.errno.base)
	return nil
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
	o, err := m.mem.heapObject(old, c.name())
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
	if err := m.mem.move(p, old, min(size, o.size)); err != nil {
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
	a, err := c.m.mem.definedBytes(c.u(0), n)
	if err != nil {
		return err
	}
	b, err := c.m.mem.definedBytes(c.u(1), n)
	if err != nil {
		return err
	}
	c.ret(uint64(int64(bytes.Compare(a, b))))
	return nil
}

// definedBytes is a view of n bytes that must all be defined.
func (m *memory) definedBytes(addr, n uint64) ([]byte, error) {
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
	o := c.m.mem.objectAt(addr)
	if o == nil || o.kind != funcObj {
		return Value{}, faultf(BadCall, "%s calls back to %#x, where no function is", c.name(), addr)
	}
	return c.m.callValues(o.fn, args)
}
