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

// pinFunc: void pin() sees to it that the thread keeps a block near the top of the heap, where the
// system tells where that is.
func (rt *Runtime) pinFunc() *ir.Function {
	m := rt.M
	return rt.shared(rt.stored(pinName), ir.Void, nil, func(c *structured.Code, _ []*ir.Param) {
		if sbrk := rt.weak("sbrk", m.Ptr(), ir.I64); strings.Contains(m.Triple, "linux") && rt.storage == (Storage{}) {
			ifAll(c, []*ir.Function{sbrk}, func(f []*ir.Function) { rt.keepNearTop(c, f[0]) })
		}
		c.Return(nil)
	})
}

// keepNearTop keeps a block near the top, which sbrk(0) tells, in place of one that no longer is.
func (rt *Runtime) keepNearTop(c *structured.Code, sbrk *ir.Function) {
	number := func(p ir.Value) ir.Value { return c.Cast(ir.PtrToInt, p, ir.I64) }
	near := func(p ir.Value) ir.Value {
		below := c.Sub(number(c.CallFunc(sbrk, i64(0))), number(p))
		return c.ICmp(ir.ULT, below, i64(pinNear))
	}
	state, had := c.Word(rt.held(), heldState), c.Ptr(rt.held(), heldPin)
	bytes := c.Add(c.Word(rt.held(), heldBytes), i64(pinSize))
	none := c.Binary(ir.Or, c.ICmp(ir.EQ, state, i64(heldOver)), c.CallFunc(rt.exceedsFunc(), bytes))
	c.If(c.Binary(ir.Or, none, near(had)), func() { c.Return(nil) })
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
