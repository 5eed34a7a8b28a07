package interp

import "math"

// The reductions of vectors, by the operation.
var (
	intReductions = map[string]func(x, y uint64, w int) uint64{
		"add": func(x, y uint64, w int) uint64 { return x + y }, "mul": func(x, y uint64, w int) uint64 { return x * y },
		"and": func(x, y uint64, w int) uint64 { return x & y }, "or": func(x, y uint64, w int) uint64 { return x | y },
		"xor":  func(x, y uint64, w int) uint64 { return x ^ y },
		"umax": func(x, y uint64, w int) uint64 { return max(x, y) }, "umin": func(x, y uint64, w int) uint64 { return min(x, y) },
		"smax": func(x, y uint64, w int) uint64 { return pick(signed(x, w) >= signed(y, w), x, y) },
		"smin": func(x, y uint64, w int) uint64 { return pick(signed(x, w) <= signed(y, w), x, y) },
	}
	floatReductions = map[string]func(x, y float64) float64{"fmax": maxNum, "fmin": minNum, "fmaximum": math.Max, "fminimum": math.Min}
	// orderedReductions begin with the first argument and go lane by lane.
	orderedReductions = map[string]func(x, y float64) float64{
		"fadd": func(x, y float64) float64 { return x + y },
		"fmul": func(x, y float64) float64 { return x * y },
	}
)

// rearrangements say which lane of which argument lane k of the result is.
var rearrangements = map[string]func(c *call, k int) (arg, lane int){
	"vector.reverse": func(c *call, k int) (int, int) { return 0, len(c.slots(0)) - 1 - k },
	"vector.splice": func(c *call, k int) (int, int) {
		n, at := len(c.slots(0)), int(c.s(2))
		if at < 0 {
			at += n
		}
		return (k + at) / n, (k + at) % n
	},
	"vector.extract": func(c *call, k int) (int, int) { return 0, k + int(c.u(1)) },
	"vector.insert": func(c *call, k int) (int, int) {
		at, n := int(c.u(2)), len(c.slots(1))
		if k >= at && k < at+n {
			return 1, k - at
		}
		return 0, k
	},
	"vector.interleave2": func(c *call, k int) (int, int) { return k % 2, k / 2 },
	"vector.deinterleave2": func(c *call, k int) (int, int) {
		n := len(c.slots(0)) / 2
		return 0, k%n*2 + k/n
	},
}

func initVectorIntrinsics() {
	for name, f := range intReductions {
		both("vector.reduce."+name, func(c *call) error { return c.reduceInts(f) })
	}
	for name, f := range floatReductions {
		both("vector.reduce."+name, func(c *call) error { return c.reduceFloats(f) })
	}
	for name, f := range orderedReductions {
		both("vector.reduce."+name, func(c *call) error { return c.reduceInOrder(f) })
	}
	for name, source := range rearrangements {
		both(name, func(c *call) error { return c.rearrange(source) })
		intrinsics[name].lenient = true
	}
	both("get.active.lane.mask", func(c *call) error {
		if err := c.want(2); err != nil {
			return err
		}
		for k := range c.result() {
			c.result()[k] = b2u(c.u(0)+uint64(k) < c.u(1))
		}
		return nil
	})
	both("stepvector", func(c *call) error {
		for k := range c.result() {
			c.result()[k] = uint64(k)
		}
		return nil
	})
}

func (c *call) reduceInts(f func(x, y uint64, w int) uint64) error {
	if err := c.want(1); err != nil {
		return err
	}
	w := leafBits(c.typ(0).Scalar())
	if w > 64 {
		return faultf(Unsupported, "%s of %s", c.name(), c.typ(0))
	}
	v := c.slots(0)
	r := v[0]
	for _, x := range v[1:] {
		r = f(r, x, w) & topMask(w)
	}
	c.ret(r)
	return nil
}

func (c *call) reduceFloats(f func(x, y float64) float64) error {
	if err := c.want(1); err != nil {
		return err
	}
	k := leafKindOf(c.typ(0).Scalar())
	v := c.slots(0)
	r := toF64(k, v[0])
	for _, x := range v[1:] {
		r = f(r, toF64(k, x))
	}
	c.retF(r)
	return nil
}

// reduceInOrder rounds after every lane.
func (c *call) reduceInOrder(f func(x, y float64) float64) error {
	if err := c.want(2); err != nil {
		return err
	}
	k := leafKindOf(c.typ(0))
	r := toF64(k, c.u(0))
	for _, x := range c.slots(1) {
		r = toF64(k, fromF64(k, f(r, toF64(k, x))))
	}
	c.retF(r)
	return nil
}

// rearrange keeps undefined lanes apart.
func (c *call) rearrange(source func(c *call, k int) (arg, lane int)) error {
	n := len(c.result())
	out, und := make([]uint64, n), make([]uint64, n)
	for k := range out {
		a, l := source(c, k)
		if a >= c.nargs() || l < 0 || l >= len(c.slots(a)) {
			return faultf(BadCall, "%s called as %s", c.name(), c.in.x.fnType)
		}
		out[k] = c.slots(a)[l]
		if u := c.und(a); u != nil {
			und[k] = u[l]
		}
	}
	copy(c.result(), out)
	if anySet(und) {
		copy(c.fr.shade()[c.in.dst:], und)
	}
	return nil
}

// both registers a vector intrinsic under its name and its older
// llvm.experimental one.
func both(name string, f func(c *call) error) {
	addIntrinsic(name, "pure whole", f)
	intrinsics["experimental."+name] = intrinsics[name]
}

// initMaskedIntrinsics adds the conditional loads and stores. Before LLVM 22
// an alignment stands between address and mask.
func initMaskedIntrinsics() {
	addIntrinsic("masked.compressstore", "lenient", func(c *call) error { return c.compress(false) })
	addIntrinsic("masked.expandload", "lenient", func(c *call) error { return c.compress(true) })
	for name, each := range map[string]bool{"masked.load": false, "masked.gather": true} {
		addIntrinsic(name, "lenient", func(c *call) error {
			if c.nargs() < 3 {
				return faultf(BadCall, "%s with %d arguments", c.name(), c.nargs())
			}
			mask, pass := c.nargs()-2, c.nargs()-1
			return c.masked(0, mask, each, func(addr uint64, k int, on bool, kind leafKind, n uint64) error {
				at := c.in.dst + int32(k)
				var v, und uint64
				if on {
					var err error
					if v, und, err = c.m.mem.loadWord(addr, n); err != nil {
						return err
					}
				} else {
					v = c.slots(pass)[k]
					if u := c.und(pass); u != nil {
						und = u[k]
					}
				}
				c.fr.regs[at] = v
				if und != 0 {
					c.fr.shade()[at] = und
				}
				return nil
			}, len(c.result()))
		})
	}
	for name, each := range map[string]bool{"masked.store": false, "masked.scatter": true} {
		addIntrinsic(name, "lenient", func(c *call) error {
			if c.nargs() < 3 {
				return faultf(BadCall, "%s with %d arguments", c.name(), c.nargs())
			}
			return c.masked(1, c.nargs()-1, each, func(addr uint64, k int, on bool, kind leafKind, n uint64) error {
				if !on {
					return nil
				}
				und := uint64(0)
				if u := c.und(0); u != nil {
					und = u[k]
				}
				return c.m.mem.storeWord(addr, n, c.slots(0)[k], und)
			}, len(c.slots(0)))
		})
	}
}

// compress is masked.compressstore and expandload: the lanes that are on lie
// side by side in memory.
func (c *call) compress(load bool) error {
	if err := c.want(2); err != nil {
		return err
	}
	val, ptr, mask, t := 0, 1, 2, c.typ(0)
	if load {
		val, ptr, mask, t = 2, 0, 1, c.retType()
	}
	w := leafBits(t.Scalar())
	if c.nargs() < 3 || w > 64 || w%8 != 0 {
		return faultf(Unsupported, "%s of %s", c.name(), t)
	}
	if err := c.defined(ptr, mask); err != nil {
		return err
	}
	addr := c.u(ptr)
	for k, on := range c.slots(mask) {
		v, und := c.slots(val)[k], uint64(0)
		if u := c.und(val); u != nil {
			und = u[k]
		}
		if on != 0 {
			var err error
			if load {
				v, und, err = c.m.mem.loadWord(addr, uint64(w/8))
			} else {
				err = c.m.mem.storeWord(addr, uint64(w/8), v, und)
			}
			if err != nil {
				return err
			}
			addr += uint64(w / 8)
		}
		if load {
			c.result()[k] = v
			if und != 0 {
				c.fr.shade()[c.in.dst+int32(k)] = und
			}
		}
	}
	return nil
}

// masked visits the lanes of a masked access: the address of each, and whether
// it is on.
func (c *call) masked(ptr, mask int, each bool, visit func(addr uint64, k int, on bool, kind leafKind, n uint64) error, lanes int) error {
	t := c.retType()
	if ptr == 1 {
		t = c.typ(0)
		c.m.count.Stores++
	} else {
		c.m.count.Loads++
	}
	kind, w := leafKindOf(t.Scalar()), leafBits(t.Scalar())
	if w > 64 || w%8 != 0 || kind == f80Leaf {
		return faultf(Unsupported, "%s of %s", c.name(), t)
	}
	if err := c.defined(mask); err != nil {
		return err
	}
	n := uint64(w / 8)
	for k := 0; k < lanes; k++ {
		on := c.slots(mask)[k] != 0
		addr := c.u(ptr) + uint64(k)*n
		if each {
			addr = c.slots(ptr)[k]
			if u := c.und(ptr); on && u != nil && u[k] != 0 {
				return faultf(Undefined, "address of lane %d is undefined", k)
			}
		} else if on {
			if err := c.defined(ptr); err != nil {
				return err
			}
		}
		if err := visit(addr, k, on, kind, n); err != nil {
			return err
		}
	}
	return nil
}
