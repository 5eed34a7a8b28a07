package interp

import (
	"strings"
)

// intrinsics holds the llvm.* functions by name without llvm. and overload
// suffixes, except those with evaluators.
var intrinsics = map[string]*builtin{}

func addIntrinsic(name string, flags string, f func(c *call) error) {
	intrinsics[name] = &builtin{name: "llvm." + name, fn: f, pure: strings.Contains(flags, "pure"),
		whole: strings.Contains(flags, "whole"), lenient: strings.Contains(flags, "lenient")}
}

// memoryIntrinsics copy and set blocks, and begin and end objects' lives. What
// they move may be undefined.
var memoryIntrinsics = map[string]func(c *call) error{
	"memcpy": func(c *call) error { return copyMem(c, true) }, "memcpy.inline": func(c *call) error { return copyMem(c, true) },
	"memmove": func(c *call) error { return copyMem(c, false) },
	"memset":  setMem, "memset.inline": setMem,
	"lifetime.start": func(c *call) error { return c.lifetime(true) }, "lifetime.end": func(c *call) error { return c.lifetime(false) },
	"invariant.start": giveZero, "invariant.end": nothing,
	"objectsize": objectSize,
	"va_start":   vaStart, "va_end": nothing,
	"va_copy": func(c *call) error { return c.m.mem.move(c.u(0), c.u(1), 24) },
}

// adviceIntrinsics tell the optimiser something, or ask what it knows.
var adviceIntrinsics = map[string]func(c *call) error{
	"assume":      assume,
	"is.constant": giveZero,
	"trap":        trap, "debugtrap": trap, "ubsantrap": trap,
}

// passed are the intrinsics that give their first argument.
var passed = []string{"expect", "expect.with.probability", "annotation", "ptr.annotation", "launder.invariant.group",
	"strip.invariant.group", "ssa.copy", "threadlocal.address"}

// stateIntrinsics tell something of the machine.
var stateIntrinsics = map[string]func(c *call) error{
	"stacksave": stackSave, "stackrestore": stackRestore,
	"frameaddress": giveZero, "returnaddress": giveZero,
	"readcyclecounter": func(c *call) error { c.ret(c.m.count.Steps); return nil },
	"get.rounding":     giveOne, "flt.rounds": giveOne, "vscale": giveOne,
	"allow.runtime.check": giveOne, "allow.ubsan.check": giveOne,
	"eh.typeid.for": func(c *call) error { c.ret(c.m.exc.typeID(c.u(0))); return nil },
}

func addIntrinsics(flags string, table map[string]func(c *call) error) {
	for name, f := range table {
		addIntrinsic(name, flags, f)
	}
}

func init() {
	addIntrinsics("lenient", memoryIntrinsics)
	addIntrinsics("lenient", adviceIntrinsics)
	addIntrinsics("", stateIntrinsics)
	for _, name := range passed {
		addIntrinsic(name, "pure", passThrough)
	}
	addIntrinsic("ptrmask", "pure", func(c *call) error {
		return c.lanes(2, func(x, y uint64, w int) (uint64, bool) { return x & y, false })
	})
	initIntIntrinsics()
	initFloatIntrinsics()
	initVectorIntrinsics()
	initMaskedIntrinsics()
}

func giveOne(c *call) error {
	c.ret(1)
	return nil
}

func trap(c *call) error { return faultf(Trap, "%s", c.name()) }

func stackSave(c *call) error {
	o, err := c.m.mem.newObject(opaqueObj, 0, 1)
	if err != nil {
		return err
	}
	k := c.m.stack.mark()
	o.mark = &k
	c.ret(o.base)
	return nil
}

func stackRestore(c *call) error {
	if o := c.m.mem.objectAt(c.u(0)); o != nil && o.mark != nil && o.mark.objs <= len(c.m.stack.objs) && o.mark.objs >= c.fr.mark.objs {
		c.m.stack.pop(&c.m.mem, *o.mark, c.in.src)
		return nil
	}
	return faultf(BadCall, "stackrestore of %#x, which no stacksave gave", c.u(0))
}

func nothing(*call) error { return nil }

func passThrough(c *call) error {
	if err := c.want(1); err != nil {
		return err
	}
	copy(c.result(), c.slots(0))
	return nil
}

// copyMem is memcpy and memmove, as intrinsic or library function.
func copyMem(c *call, apart bool) error {
	if err := c.want(3); err != nil {
		return err
	}
	if err := c.defined(0, 1, 2); err != nil {
		return err
	}
	dst, src, n := c.u(0), c.u(1), c.u(2)
	if apart && dst != src && (dst < src && src-dst < n || src < dst && dst-src < n) {
		return faultf(Overlap, "memcpy of %d bytes from %#x to %#x", n, src, dst)
	}
	c.ret(dst)
	return c.m.mem.move(dst, src, n)
}

// defined faults when one of the arguments has undefined bits.
func (c *call) defined(args ...int) error {
	for _, k := range args {
		if c.und(k) != nil {
			return faultf(Undefined, "argument %d of %s is undefined", k, c.name())
		}
	}
	return nil
}

func setMem(c *call) error {
	if err := c.want(3); err != nil {
		return err
	}
	if err := c.defined(0, 2); err != nil {
		return err
	}
	und := byte(0)
	if u := c.und(1); u != nil {
		und = byte(u[0])
	}
	c.ret(c.u(0))
	return c.m.mem.set(c.u(0), c.u(2), byte(c.u(1)), und)
}

// lifetime begins or ends the life of a stack object. The object is the last
// argument: newer LLVM has no size before it.
func (c *call) lifetime(begin bool) error {
	if c.nargs() == 0 || c.und(c.nargs()-1) != nil {
		return nil
	}
	addr := c.u(c.nargs() - 1)
	o := c.m.mem.objectAt(addr)
	if o == nil || o.kind != stackObj || o.state == dead || addr != o.base {
		return nil
	}
	if begin {
		o.open()
		clear(o.data)
		if c.m.mem.track {
			if o.shadow == nil {
				o.shadow = make([]byte, len(o.data))
			}
			setBytes(o.shadow, 0xff)
		}
		return nil
	}
	o.state, o.limit, o.wlimit = scopeUp, 0, 0
	return nil
}

func assume(c *call) error {
	if err := c.want(1); err != nil {
		return err
	}
	if c.und(0) != nil {
		return faultf(Undefined, "assumption of an undefined value")
	}
	if c.u(0) == 0 {
		return faultf(Unreachable, "assumption does not hold")
	}
	return nil
}

func objectSize(c *call) error {
	if err := c.want(2); err != nil {
		return err
	}
	addr := c.u(0)
	if o := c.m.mem.objectAt(addr); o != nil && c.und(0) == nil && o.state == live && addr-o.base <= o.size {
		c.ret(o.size - (addr - o.base))
		return nil
	}
	if c.u(1) != 0 { // the least when unknown
		c.ret(0)
	} else {
		c.ret(^uint64(0))
	}
	return nil
}

// vaStart fills the x86-64 va_list so that va_arg finds all variable arguments
// in memory: the register areas are used up.
func vaStart(c *call) error {
	if c.fr.varargs == 0 {
		return faultf(BadCall, "va_start in a function without variable arguments")
	}
	m, p := c.m, c.u(0)
	if err := m.mem.storeWord(p, 4, 48, 0); err != nil {
		return err
	}
	if err := m.mem.storeWord(p+4, 4, 176, 0); err != nil {
		return err
	}
	if err := m.mem.storeWord(p+8, 8, c.fr.varargs, 0); err != nil {
		return err
	}
	return m.mem.storeWord(p+16, 8, 0, 0)
}
