package tape

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// A sweep that ends thousands of the program's blocks at once leaves a free top of the heap, which the C
// library gives back to the system where it is larger than 128 KiB (glibc's M_TRIM_THRESHOLD): the next sweep
// would meet fresh pages everywhere. A small block near the top, which the thread keeps, is in the way of that; the memory
// below stays with the C library, which gives it to the program again.
const (
	pinName = "pin"

	pinNear  = 1 << 18 // bytes below the top that may go back
	pinSize  = 64      // of the block, in bytes
	pinTried = 1 << 16 // bytes of the largest request for one: a hole has less room
)

// pinFunc: void pin(ptr ends, i64 n) sees to it that the thread keeps a block near the top of the heap, where the
// system tells where that is, before n blocks end. It keeps none where the heap behind the lowest of them is more than it may keep.
func (rt *Runtime) pinFunc() *ir.Function {
	m := rt.M
	return rt.shared(rt.stored(pinName), ir.Void, []*ir.Type{m.Ptr(), ir.I64}, func(c *structured.Code, p []*ir.Param) {
		if sbrk := rt.weak("sbrk", m.Ptr(), ir.I64); strings.Contains(m.Triple, "linux") && rt.storage == (Storage{}) {
			ifAll(c, []*ir.Function{sbrk}, func(f []*ir.Function) { rt.keepNearTop(c, f[0], p[0], p[1]) })
		}
		c.Return(nil)
	})
}

// keepNearTop keeps a block near the top, which sbrk(0) tells, in place of one that no longer is.
func (rt *Runtime) keepNearTop(c *structured.Code, sbrk *ir.Function, ends, n ir.Value) {
	top := func() ir.Value { return c.Cast(ir.PtrToInt, c.CallFunc(sbrk, i64(0)), ir.I64) }
	near := func(p ir.Value) ir.Value {
		return c.ICmp(ir.ULT, c.Sub(top(), c.Cast(ir.PtrToInt, p, ir.I64)), i64(pinNear))
	}
	state, had := c.Word(rt.held(), heldState), c.Ptr(rt.held(), heldPin)
	depth := deepest(c, top(), ends, n)
	c.If(c.ICmp(ir.EQ, depth, i64(0)), func() { c.Return(nil) }) // another thread's, from other memory
	bytes := c.Add(c.Word(rt.held(), heldBytes), depth)
	c.If(c.Binary(ir.Or, c.ICmp(ir.EQ, state, i64(heldOver)), c.CallFunc(rt.exceedsFunc(), bytes)), func() {
		c.Put(ir.Zero(rt.M.Ptr()), rt.held(), heldPin)
		c.CallFunc(rt.Free(), had)
		c.Return(nil)
	})
	c.If(near(had), func() { c.Return(nil) })
	rt.watchEnd(c.Builder, state)
	size := c.NewVar(i64(pinSize))
	c.While(func() ir.Value { return c.ICmp(ir.ULE, size.Get(), i64(pinTried)) }, func(func()) {
		p := c.CallFunc(rt.Malloc(), size.Get())
		c.If(c.ICmp(ir.EQ, p, ir.Zero(rt.M.Ptr())), func() { c.Return(nil) })
		c.If(near(p), func() {
			realloc := rt.M.Declare("realloc", rt.M.FuncType(rt.M.Ptr(), rt.M.Ptr(), ir.I64))
			c.Put(c.CallFunc(realloc, p, i64(pinSize)), rt.held(), heldPin)
			c.CallFunc(rt.Free(), had)
			c.Return(nil)
		})
		c.CallFunc(rt.Free(), p)
		size.Set(c.Mul(size.Get(), i64(4)))
	})
}

// deepest is how many bytes below top, an address as an integer, the lowest of the blocks lies that n entries are to end,
// of those below it; 0 for none.
func deepest(c *structured.Code, top, ends, n ir.Value) ir.Value {
	most := c.NewVar(i64(0))
	c.Times(n, func(k ir.Value) {
		p := c.Word(c.Offset(ends, c.Mul(k, i64(endSize))), 8)
		below := c.Sub(top, p)
		inside := c.Binary(ir.And, c.ICmp(ir.NE, p, i64(0)), c.ICmp(ir.ULT, p, top))
		c.If(c.Binary(ir.And, inside, c.ICmp(ir.UGT, below, most.Get())), func() { most.Set(below) })
	})
	return most.Get()
}
