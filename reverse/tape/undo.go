package tape

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// The log of what stores overwrote is a list of blocks with entries. Its handle, in the memory of the
// function that has the sweep, is
//
//	 0 top    end of the entries that are not undone, in the current block
//	 8 end    end of the current block
//	16 block  the current block, null before the first entry
//	24 all    end of all entries
//
// and a block begins with
//
//	 0 prev   the block before
//	 8 next   the block behind
//	16 end    its end
//
// An entry is the address of a store (null where an iteration begins), and what it overwrote; one that is undone
// holds what the store left.
const (
	logTop, logEnd, logBlock, logAll = 0, 8, 16, 24

	LogSize = 32 // of a log, in bytes

	entriesPrev, entriesNext, entriesEnd, entriesHeader = 0, 8, 16, 32

	loggedAt, loggedValue = 0, 8

	LoggedSize = 16 // of an entry, in bytes

	leastEntries = 1 << 12 // bytes of the first block
)

// log makes a function of logs of values of type t, once.
func (rt *Runtime) log(name string, t *ir.Type, params []*ir.Type, body func(c *structured.Code, p []*ir.Param)) *ir.Function {
	name = "llad.log." + name
	if t == ir.Float {
		name += ".float"
	}
	if f := rt.Made(name); f != nil {
		return f
	}
	f, _ := rt.Fn(name, ir.Void, append([]*ir.Type{rt.M.Ptr()}, params...)...)
	rt.Helper(name, f)
	c := structured.New(f)
	body(c, f.Params)
	c.End()
	return f
}

// LogFunc: void add(ptr log, ptr p, T old) enters the store at p that is about to overwrite old.
func (rt *Runtime) LogFunc(t *ir.Type) *ir.Function {
	return rt.log("add", t, []*ir.Type{rt.M.Ptr(), t}, func(c *structured.Code, p []*ir.Param) {
		log := p[0]
		c.If(c.ICmp(ir.EQ, c.Ptr(log, logTop), c.Ptr(log, logEnd)), func() { c.CallFunc(rt.logGrowFunc(), log) })
		e := c.Ptr(log, logTop)
		c.Put(p[1], e, loggedAt)
		c.Put(p[2], e, loggedValue)
		top := c.At(e, LoggedSize)
		c.Put(top, log, logTop)
		c.Put(top, log, logAll)
		c.Return(nil)
	})
}

// logGrowFunc: void grow(ptr log) goes on in a new block, twice as large as the current one.
func (rt *Runtime) logGrowFunc() *ir.Function {
	null := ir.Zero(rt.M.Ptr())
	return rt.log("grow", ir.Double, nil, func(c *structured.Code, p []*ir.Param) {
		log := p[0]
		last := c.Ptr(log, logBlock)
		size := c.NewVar(i64(leastEntries))
		c.If(c.ICmp(ir.NE, last, null), func() {
			was := c.Sub(c.Cast(ir.PtrToInt, c.Ptr(last, entriesEnd), ir.I64), c.Cast(ir.PtrToInt, last, ir.I64))
			size.Set(c.Select(c.ICmp(ir.ULT, was, i64(maxChunk)), c.Mul(was, i64(2)), was))
		})
		block := c.CallFunc(rt.AllocateFunc(), size.Get())
		end := c.Offset(block, size.Get())
		c.Put(last, block, entriesPrev)
		c.Put(null, block, entriesNext)
		c.Put(end, block, entriesEnd)
		c.If(c.ICmp(ir.NE, last, null), func() { c.Put(block, last, entriesNext) })
		c.Put(c.At(block, entriesHeader), log, logTop)
		c.Put(end, log, logEnd)
		c.Put(block, log, logBlock)
		c.Return(nil)
	})
}

// exchange exchanges what an entry holds with what is at its address; no is what it does where an iteration begins.
func exchange(c *structured.Code, t *ir.Type, e ir.Value, no ...func()) {
	at := c.Ptr(e, loggedAt)
	c.If(c.ICmp(ir.NE, at, ir.Zero(c.Module().Ptr())), func() {
		align := int(c.Module().Layout.StoreSize(t))
		was := c.Load(t, c.At(e, loggedValue), 8)
		c.Put(c.Load(t, at, align), e, loggedValue)
		c.Store(was, at, align)
	}, no...)
}

// last takes the last entry off those that are not undone.
func last(c *structured.Code, log ir.Value) ir.Value {
	block := c.Ptr(log, logBlock)
	c.If(c.ICmp(ir.EQ, c.Ptr(log, logTop), c.At(block, entriesHeader)), func() {
		before := c.Ptr(block, entriesPrev)
		end := c.Ptr(before, entriesEnd)
		c.Put(before, log, logBlock)
		c.Put(end, log, logEnd)
		c.Put(end, log, logTop)
	})
	e := c.At(c.Ptr(log, logTop), -LoggedSize)
	c.Put(e, log, logTop)
	return e
}

// LogBackFunc: void back(ptr log) undoes the last store.
func (rt *Runtime) LogBackFunc(t *ir.Type) *ir.Function {
	return rt.log("back", t, nil, func(c *structured.Code, p []*ir.Param) {
		exchange(c, t, last(c, p[0]))
		c.Return(nil)
	})
}

// LogUndoFunc: void undo(ptr log) undoes the stores of the last iteration that was entered.
func (rt *Runtime) LogUndoFunc(t *ir.Type) *ir.Function {
	return rt.log("undo", t, nil, func(c *structured.Code, p []*ir.Param) {
		c.Forever(func(leave func()) {
			exchange(c, t, last(c, p[0]), leave)
		})
		c.Return(nil)
	})
}

// LogEndFunc: void end(ptr log) does what was undone again, in its order, and frees the log.
func (rt *Runtime) LogEndFunc(t *ir.Type) *ir.Function {
	null := ir.Zero(rt.M.Ptr())
	return rt.log("end", t, nil, func(c *structured.Code, p []*ir.Param) {
		log := p[0]
		block, e, all := c.NewVar(c.Ptr(log, logBlock)), c.NewVar(c.Ptr(log, logTop)), c.Ptr(log, logAll)
		c.While(func() ir.Value { return c.ICmp(ir.NE, e.Get(), all) }, func(func()) {
			c.If(c.ICmp(ir.EQ, e.Get(), c.Ptr(block.Get(), entriesEnd)), func() {
				block.Set(c.Ptr(block.Get(), entriesNext))
				e.Set(c.At(block.Get(), entriesHeader))
			})
			exchange(c, t, e.Get())
			e.Set(c.At(e.Get(), LoggedSize))
		})
		c.While(func() ir.Value { return c.ICmp(ir.NE, block.Get(), null) }, func(func()) {
			before := c.Ptr(block.Get(), entriesPrev)
			c.CallFunc(rt.DeallocateFunc(), block.Get())
			block.Set(before)
		})
		c.Return(nil)
	})
}
