package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// A pool, as IR: see checkpoint_pool.go.
const (
	poolEntries = 8 * iota // array of its blocks
	poolRoom               // for how many the array has room
	poolMade               // how many there are
	poolUsed               // how many of those the run at hand has made
	poolFirst              // the first block of the size that came last
	poolPending            // list of blocks that end with the iteration
	poolSize
)

// A block's entry. Of each size and kind the first block's has the list of free ones.
const (
	blockData = 8 * iota
	blockRaw  // what the allocator gave
	blockSpan // bytes to its shadow
	blockLive
	blockNext  // in a list; -1 ends it
	blockHead  // of the list of free blocks of this size
	blockFirst // the first block of this size and kind
	blockNextFirst
	blockKind // not 0: it holds addresses
	blockSize
)

// A copy of a pool: these words, the entries, and what blocks in use hold, with the
// shadows of those that hold addresses.
const (
	copyBytes = 8 * iota
	copyUsed
	copyFirst
	copyPending
	copySize
)

// blockIndex is where, before its data, a block has its number.
const blockIndex = -16

// defineFunctions gives the functions of pools their bodies: calls of the
// declarations become calls of functions with another name, of which later
// requests know nothing.
func (rt *schedules) defineFunctions() {
	for _, f := range []struct {
		name string
		body func() *ir.Function
	}{{poolMake, rt.poolMakeFunc}, {poolAlloc, rt.poolAllocFunc}, {poolFree, rt.poolFreeFunc}, {poolTick, rt.poolTickFunc}} {
		if g := rt.m.Func(f.name); g != nil {
			rt.m.Remove(g)
			g.Name = f.body().Name
		}
	}
}

// block is the address of the entry of a block.
func (rt *schedules) block(c *code, pool, k ir.Value) ir.Value {
	return c.Offset(c.ptr(pool, poolEntries), c.Mul(k, i64(blockSize)))
}

func (rt *schedules) orAbort(c *code, p ir.Value) ir.Value {
	m := rt.m
	c.when(c.ICmp(ir.EQ, p, ir.Zero(m.Ptr())), func() { rt.abort(c) })
	return p
}

func (rt *schedules) abort(c *code) {
	c.CallFunc(rt.m.Declare("abort", rt.m.FuncType(ir.Void)))
	c.Unreachable()
	c.AtEnd(c.f.NewBlock("behind"))
}

func (rt *schedules) calloc(c *code, bytes ir.Value) ir.Value {
	m := rt.m
	return rt.orAbort(c, c.CallFunc(m.Declare("calloc", m.FuncType(m.Ptr(), ir.I64, ir.I64)), i64(1), bytes))
}

// poolMakeFunc: ptr make() gives an empty pool.
func (rt *schedules) poolMakeFunc() *ir.Function {
	return rt.make("new", rt.m.Ptr(), nil, func(c *code, _ []*ir.Param) {
		p := rt.calloc(c, i64(poolSize))
		c.put(i64(-1), p, poolFirst)
		c.put(i64(-1), p, poolPending)
		c.ret(p)
	})
}

// poolEndFunc: void end(ptr pool, i64, i64) frees a pool and its blocks.
func (rt *schedules) poolEndFunc() *ir.Function {
	m := rt.m
	return rt.make("end", ir.Void, []*ir.Type{m.Ptr(), ir.I64, ir.I64}, func(c *code, p []*ir.Param) {
		free := m.Declare("free", m.FuncType(ir.Void, m.Ptr()))
		c.times(c.word(p[0], poolMade), func(k ir.Value) {
			c.CallFunc(free, c.ptr(rt.block(c, p[0], k), blockRaw))
		})
		c.CallFunc(free, c.ptr(p[0], poolEntries))
		c.CallFunc(free, p[0])
		c.ret(nil)
	})
}

// poolAllocFunc: ptr alloc(ptr pool, i64 bytes, i64 kind) gives a free block of that
// size and kind, or the next that was never in use.
func (rt *schedules) poolAllocFunc() *ir.Function {
	m := rt.m
	return rt.make("block", m.Ptr(), []*ir.Type{m.Ptr(), ir.I64, ir.I64}, func(c *code, p []*ir.Param) {
		pool := p[0]
		span := poolSpan(c.Builder, p[1], func(v ir.Value) ir.Value { return v })
		kind := c.newVar(c.word(pool, poolFirst))
		c.while(func() ir.Value { return c.ICmp(ir.SGE, kind.get(), i64(0)) }, func(leave func()) {
			e := rt.block(c, pool, kind.get())
			same := c.ICmp(ir.EQ, c.word(e, blockSpan), span)
			c.when(c.Binary(ir.And, same, c.ICmp(ir.EQ, c.word(e, blockKind), p[2])), leave)
			kind.set(c.word(e, blockNextFirst))
		})
		c.when(c.ICmp(ir.SGE, kind.get(), i64(0)), func() {
			first := rt.block(c, pool, kind.get())
			head := c.word(first, blockHead)
			c.when(c.ICmp(ir.SGE, head, i64(0)), func() {
				e := rt.block(c, pool, head)
				c.put(c.word(e, blockNext), first, blockHead)
				c.put(i64(1), e, blockLive)
				rt.clearAddresses(c, e)
				c.ret(c.ptr(e, blockData))
			})
		})
		k := c.word(pool, poolUsed)
		c.when(c.ICmp(ir.EQ, k, c.word(pool, poolMade)), func() {
			room := c.word(pool, poolRoom)
			c.when(c.ICmp(ir.EQ, k, room), func() {
				more := c.Add(c.Mul(room, i64(2)), i64(16))
				realloc := m.Declare("realloc", m.FuncType(m.Ptr(), m.Ptr(), ir.I64))
				c.put(rt.orAbort(c, c.CallFunc(realloc, c.ptr(pool, poolEntries), c.Mul(more, i64(blockSize)))), pool, poolEntries)
				c.put(more, pool, poolRoom)
			})
			raw := rt.calloc(c, c.Add(c.Mul(span, i64(int64(1+rt.shadows))), i64(2*poolAlign)))
			at := c.Cast(ir.PtrToInt, raw, ir.I64)
			data := c.Offset(raw, c.Sub(i64(2*poolAlign), c.Binary(ir.And, at, i64(poolAlign-1))))
			c.put(k, data, blockIndex)
			e := rt.block(c, pool, k)
			c.put(data, e, blockData)
			c.put(raw, e, blockRaw)
			c.put(span, e, blockSpan)
			c.put(p[2], e, blockKind)
			c.put(c.Add(k, i64(1)), pool, poolMade)
		})
		e := rt.block(c, pool, k)
		other := c.ICmp(ir.NE, c.word(e, blockSpan), span)
		c.when(c.Binary(ir.Or, other, c.ICmp(ir.NE, c.word(e, blockKind), p[2])), func() { rt.abort(c) }) // not the steps that were run before
		c.put(c.Add(k, i64(1)), pool, poolUsed)
		c.put(i64(1), e, blockLive)
		c.put(i64(-1), e, blockHead)
		rt.clearAddresses(c, e)
		c.when(c.ICmp(ir.SLT, kind.get(), i64(0)), func() {
			c.put(c.word(pool, poolFirst), e, blockNextFirst)
			c.put(k, pool, poolFirst)
			kind.set(k)
		})
		c.put(kind.get(), e, blockFirst)
		c.ret(c.ptr(e, blockData))
	})
}

// poolFreeFunc: void free(ptr pool, ptr block) has a block end with the iteration.
func (rt *schedules) poolFreeFunc() *ir.Function {
	m := rt.m
	return rt.make("unblock", ir.Void, []*ir.Type{m.Ptr(), m.Ptr()}, func(c *code, p []*ir.Param) {
		c.when(c.ICmp(ir.NE, p[1], ir.Zero(m.Ptr())), func() {
			k := c.word(p[1], blockIndex)
			c.put(c.word(p[0], poolPending), rt.block(c, p[0], k), blockNext)
			c.put(k, p[0], poolPending)
		})
		c.ret(nil)
	})
}

// poolTickFunc: void tick(ptr pool) frees what ends with the iteration.
func (rt *schedules) poolTickFunc() *ir.Function {
	m := rt.m
	return rt.make("tick", ir.Void, []*ir.Type{m.Ptr()}, func(c *code, p []*ir.Param) {
		pool := p[0]
		c.while(func() ir.Value { return c.ICmp(ir.SGE, c.word(pool, poolPending), i64(0)) }, func(func()) {
			k := c.word(pool, poolPending)
			e := rt.block(c, pool, k)
			first := rt.block(c, pool, c.word(e, blockFirst))
			c.put(c.word(e, blockNext), pool, poolPending)
			c.put(c.word(first, blockHead), e, blockNext)
			c.put(k, first, blockHead)
			c.put(i64(0), e, blockLive)
		})
		c.ret(nil)
	})
}

// eachLive runs body for the entries of blocks in use.
func (rt *schedules) eachLive(c *code, pool ir.Value, body func(e ir.Value)) {
	c.times(c.word(pool, poolUsed), func(k ir.Value) {
		e := rt.block(c, pool, k)
		c.when(c.ICmp(ir.NE, c.word(e, blockLive), i64(0)), func() { body(e) })
	})
}

// shadowsOf gives a block's shadows and their size, which is 0 if it holds no addresses.
func (rt *schedules) shadowsOf(c *code, e ir.Value) (at, bytes ir.Value) {
	span := c.word(e, blockSpan)
	bytes = c.Select(c.ICmp(ir.NE, c.word(e, blockKind), i64(0)), c.Mul(span, i64(int64(rt.shadows))), i64(0))
	return c.Offset(c.ptr(e, blockData), span), bytes
}

// clearAddresses takes from the shadows of a block that is given out the addresses
// that an earlier use left there. Adjoints may be those of a later state.
func (rt *schedules) clearAddresses(c *code, e ir.Value) {
	at, bytes := rt.shadowsOf(c, e)
	c.times(c.Binary(ir.LShr, bytes, i64(3)), func(k ir.Value) {
		p := c.Offset(at, c.Mul(k, i64(8)))
		word := c.Load(ir.I64, p, 8)
		adjoint := c.ICmp(ir.NE, c.Binary(ir.And, word, i64(activity.WordExponent)), i64(0))
		c.Store(c.Select(adjoint, word, i64(0)), p, 8)
	})
}

// setAddresses makes the addresses among the shadows of a block what they were; the
// adjoints stay. No word is an address in one state and an adjoint in a later one.
func (rt *schedules) setAddresses(c *code, to, from, bytes ir.Value) {
	c.times(c.Binary(ir.LShr, bytes, i64(3)), func(k ir.Value) {
		p := c.Offset(to, c.Mul(k, i64(8)))
		now, saved := c.Load(ir.I64, p, 8), c.Load(ir.I64, c.Offset(from, c.Mul(k, i64(8))), 8)
		adjoint := func(v ir.Value) ir.Value {
			return c.ICmp(ir.NE, c.Binary(ir.And, v, i64(activity.WordExponent)), i64(0))
		}
		then := c.Select(adjoint(saved), i64(0), saved)
		c.when(adjoint(now), func() {
			c.when(c.ICmp(ir.NE, then, i64(0)), func() { rt.abort(c) })
		}, func() { c.Store(then, p, 8) })
	})
}

// copyBytesFunc: i64 copybytes(ptr pool) is how large a copy of a pool is.
func (rt *schedules) copyBytesFunc() *ir.Function {
	m := rt.m
	return rt.make("copybytes", ir.I64, []*ir.Type{m.Ptr()}, func(c *code, p []*ir.Param) {
		sum := c.newVar(c.Add(i64(copySize), c.Mul(c.word(p[0], poolUsed), i64(blockSize))))
		rt.eachLive(c, p[0], func(e ir.Value) {
			_, more := rt.shadowsOf(c, e)
			sum.add(c.Add(c.word(e, blockSpan), more))
		})
		c.ret(sum.get())
	})
}

// copyPoolFunc: ptr copypool(ptr pool) gives a copy.
func (rt *schedules) copyPoolFunc() *ir.Function {
	m := rt.m
	return rt.make("copypool", m.Ptr(), []*ir.Type{m.Ptr()}, func(c *code, p []*ir.Param) {
		pool := p[0]
		bytes := c.CallFunc(rt.copyBytesFunc(), pool)
		to := c.CallFunc(rt.allocFunc(), bytes)
		used := c.word(pool, poolUsed)
		c.put(bytes, to, copyBytes)
		c.put(used, to, copyUsed)
		c.put(c.word(pool, poolFirst), to, copyFirst)
		c.put(c.word(pool, poolPending), to, copyPending)
		entries := c.Mul(used, i64(blockSize))
		c.MemCpy(c.at(to, copySize), c.ptr(pool, poolEntries), entries)
		at := c.newVar(c.Offset(c.at(to, copySize), entries))
		rt.eachLive(c, pool, func(e ir.Value) {
			span := c.word(e, blockSpan)
			c.MemCpy(at.get(), c.ptr(e, blockData), span)
			at.set(c.Offset(at.get(), span))
			shadows, more := rt.shadowsOf(c, e)
			c.MemCpy(at.get(), shadows, more)
			at.set(c.Offset(at.get(), more))
		})
		c.ret(to)
	})
}

// setPoolFunc: void setpool(ptr pool, ptr copy) makes a pool what it was.
func (rt *schedules) setPoolFunc() *ir.Function {
	m := rt.m
	return rt.make("setpool", ir.Void, []*ir.Type{m.Ptr(), m.Ptr()}, func(c *code, p []*ir.Param) {
		pool, from := p[0], p[1]
		used := c.word(from, copyUsed)
		c.put(used, pool, poolUsed)
		c.put(c.word(from, copyFirst), pool, poolFirst)
		c.put(c.word(from, copyPending), pool, poolPending)
		entries := c.Mul(used, i64(blockSize))
		c.MemCpy(c.ptr(pool, poolEntries), c.at(from, copySize), entries)
		at := c.newVar(c.Offset(c.at(from, copySize), entries))
		rt.eachLive(c, pool, func(e ir.Value) {
			span := c.word(e, blockSpan)
			c.MemCpy(c.ptr(e, blockData), at.get(), span)
			at.set(c.Offset(at.get(), span))
			shadows, more := rt.shadowsOf(c, e)
			rt.setAddresses(c, shadows, at.get(), more)
			at.set(c.Offset(at.get(), more))
		})
		c.ret(nil)
	})
}

// poolCopy is where a snapshot has the address of its copy of the pool.
func poolCopy(c *code, ctl, buf ir.Value) ir.Value {
	return c.Offset(buf, c.Sub(c.word(ctl, ctlState), i64(8)))
}

// saveState puts the state at hand into a snapshot's memory.
func (rt *schedules) saveState(c *code, ctl, buf ir.Value) {
	c.CallFunc(rt.saveFunc(), ctl, buf, i64(0), c.word(ctl, ctlPieces))
	if rt.pool {
		c.put(c.CallFunc(rt.copyPoolFunc(), c.ptr(ctl, ctlPool)), poolCopy(c, ctl, buf), 0)
	}
}

// loadState brings the state in a snapshot's memory to hand.
func (rt *schedules) loadState(c *code, ctl, buf ir.Value) {
	c.CallFunc(rt.loadFunc(), ctl, buf, i64(0), c.word(ctl, ctlPieces))
	if rt.pool {
		c.CallFunc(rt.setPoolFunc(), c.ptr(ctl, ctlPool), c.ptr(poolCopy(c, ctl, buf), 0))
	}
}

// swapState exchanges the state at hand and the one in a snapshot's memory.
func (rt *schedules) swapState(c *code, ctl, buf ir.Value) {
	c.CallFunc(rt.swapFunc(), ctl, buf, i64(0), c.word(ctl, ctlPieces))
	if rt.pool {
		now := c.CallFunc(rt.copyPoolFunc(), c.ptr(ctl, ctlPool))
		c.CallFunc(rt.setPoolFunc(), c.ptr(ctl, ctlPool), c.ptr(poolCopy(c, ctl, buf), 0))
		rt.dropCopy(c, ctl, buf)
		c.put(now, poolCopy(c, ctl, buf), 0)
	}
}

// dropCopy frees a snapshot's copy of the pool.
func (rt *schedules) dropCopy(c *code, ctl, buf ir.Value) {
	if rt.pool {
		of := c.ptr(poolCopy(c, ctl, buf), 0)
		rt.free(c, of, c.word(of, copyBytes))
	}
}

// fitSlots chooses the number of slots where the memory for them is given.
func (rt *schedules) fitSlots(c *code, ctl ir.Value) {
	if !rt.pool {
		return
	}
	fit := c.word(ctl, ctlFit)
	c.when(c.ICmp(ir.NE, fit, i64(0)), func() {
		state := c.Add(c.word(ctl, ctlState), c.CallFunc(rt.copyBytesFunc(), c.ptr(ctl, ctlPool)))
		c.put(c.CallFunc(rt.fitFunc(), c.word(ctl, ctlTotal), c.Sub(fit, state), state), ctl, ctlParam)
	})
}
