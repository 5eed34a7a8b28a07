package interp

import "strings"

// rustRuntime holds what rustc's programs take from their runtime, by name
// without mangling.
var rustRuntime = map[string]*builtin{}

func addRust(name string, f func(c *call) error) { rustRuntime[name] = &builtin{name: name, fn: f} }

func init() {
	addRust("__rust_alloc", func(c *call) error { return c.rustAlloc(false) })
	addRust("__rust_alloc_zeroed", func(c *call) error { return c.rustAlloc(true) })
	addRust("__rust_dealloc", func(c *call) error {
		if err := c.want(3); err != nil {
			return err
		}
		o, err := c.m.mem.heapObject(c.u(0), "__rust_dealloc")
		if err == nil && o.size != c.u(1) {
			return faultf(Mismatched, "__rust_dealloc of %d bytes of %s", c.u(1), o)
		}
		return c.m.heapFree(c.u(0), "__rust_dealloc")
	})
	addRust("__rust_realloc", func(c *call) error {
		if err := c.want(4); err != nil {
			return err
		}
		return c.realloc(c.u(0), c.u(3), c.u(2), "__rust_dealloc")
	})
	addRust("__rust_no_alloc_shim_is_unstable", nothing)
	addRust("__rust_no_alloc_shim_is_unstable_v2", nothing)
}

func (c *call) rustAlloc(zero bool) error {
	if err := c.want(2); err != nil {
		return err
	}
	p, err := c.m.heapAlloc(c.u(0), max(c.u(1), 1), zero, "__rust_alloc")
	c.ret(p)
	return err
}

// rustFunc finds the allocator's functions, which are mangled differently from
// one compiler to the next, and the panics, which end the program.
func rustFunc(name string) *builtin {
	at := strings.Index(name, "__rust_")
	if at < 0 {
		at = strings.Index(name, "__rdl_")
	}
	if at >= 0 {
		base := strings.Replace(name[at:], "__rdl_", "__rust_", 1)
		base = strings.TrimSuffix(base, "E") // legacy mangling
		if b := rustRuntime[base]; b != nil {
			return b
		}
	}
	if !strings.HasPrefix(name, "_R") && !strings.HasPrefix(name, "_ZN") {
		return nil
	}
	for _, s := range []string{"panic_bounds_check", "panic", "unwrap_failed", "expect_failed", "slice_index_fail", "slice_start_index_len_fail",
		"slice_end_index_len_fail", "slice_index_order_fail", "handle_alloc_error", "handle_error", "len_mismatch_fail"} {
		if !strings.Contains(name, s) {
			continue
		}
		return &builtin{name: name, lenient: true, fn: func(c *call) error {
			if s == "panic_bounds_check" && c.nargs() >= 2 {
				return faultf(Abort, "panic: index %d out of bounds of length %d", c.u(0), c.u(1))
			}
			return faultf(Abort, "panic in @%s", name)
		}}
	}
	return nil
}
