package checkpoint

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// A pool, as IR: see pool.go.
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
func (ps *pools) defineFunctions() {
	for _, f := range []struct {
		name string
		body func() *ir.Function
	}{{PoolMake, ps.poolMakeFunc}, {PoolAlloc, ps.poolAllocFunc}, {poolFree, ps.poolFreeFunc}, {poolTick, ps.poolTickFunc}} {
		if g := ps.ct.rt.M.Func(f.name); g != nil {
			ps.ct.rt.M.Remove(g)
			g.Name = f.body().Name
		}
	}
}

// block is the address of the entry of a block.
func (ps *pools) block(c *structured.Code, pool, k ir.Value) ir.Value {
	return c.Offset(c.Ptr(pool, poolEntries), c.Mul(k, i64(blockSize)))
}

func (ct *control) orAbort(c *structured.Code, p ir.Value) ir.Value {
	m := ct.rt.M
	c.If(c.ICmp(ir.EQ, p, ir.Zero(m.Ptr())), func() { ct.abort(c) })
	return p
}

func (ct *control) abort(c *structured.Code) {
	c.CallFunc(ct.rt.M.Declare("abort", ct.rt.M.FuncType(ir.Void)))
	c.Unreachable()
	c.AtEnd(c.F.NewBlock("behind"))
}

func (ct *control) calloc(c *structured.Code, bytes ir.Value) ir.Value {
	m := ct.rt.M
	return ct.orAbort(c, c.CallFunc(m.Declare("calloc", m.FuncType(m.Ptr(), ir.I64, ir.I64)), i64(1), bytes))
}

// poolMakeFunc: ptr make() gives an empty pool.
func (ps *pools) poolMakeFunc() *ir.Function {
	return ps.ct.make("new", ps.ct.rt.M.Ptr(), nil, func(c *structured.Code, _ []*ir.Param) {
		p := ps.ct.calloc(c, i64(poolSize))
		c.Put(i64(-1), p, poolFirst)
		c.Put(i64(-1), p, poolPending)
		c.Return(p)
	})
}

// PoolEndFunc: void end(ptr pool, i64, i64) frees a pool and its blocks.
func (ps *pools) PoolEndFunc() *ir.Function {
	m := ps.ct.rt.M
	return ps.ct.make("end", ir.Void, []*ir.Type{m.Ptr(), ir.I64, ir.I64}, func(c *structured.Code, p []*ir.Param) {
		free := m.Declare("free", m.FuncType(ir.Void, m.Ptr()))
		c.Times(c.Word(p[0], poolMade), func(k ir.Value) {
			c.CallFunc(free, c.Ptr(ps.block(c, p[0], k), blockRaw))
		})
		c.CallFunc(free, c.Ptr(p[0], poolEntries))
		c.CallFunc(free, p[0])
		c.Return(nil)
	})
}

// poolAllocFunc: ptr alloc(ptr pool, i64 bytes, i64 kind) gives a free block of that
// size and kind, or the next that was never in use.
func (ps *pools) poolAllocFunc() *ir.Function {
	m := ps.ct.rt.M
	return ps.ct.make("block", m.Ptr(), []*ir.Type{m.Ptr(), ir.I64, ir.I64}, func(c *structured.Code, p []*ir.Param) {
		pool := p[0]
		span := PoolSpan(c.Builder, p[1], func(v ir.Value) ir.Value { return v })
		kind := c.NewVar(c.Word(pool, poolFirst))
		c.While(func() ir.Value { return c.ICmp(ir.SGE, kind.Get(), i64(0)) }, func(leave func()) {
			e := ps.block(c, pool, kind.Get())
			same := c.ICmp(ir.EQ, c.Word(e, blockSpan), span)
			c.If(c.Binary(ir.And, same, c.ICmp(ir.EQ, c.Word(e, blockKind), p[2])), leave)
			kind.Set(c.Word(e, blockNextFirst))
		})
		c.If(c.ICmp(ir.SGE, kind.Get(), i64(0)), func() {
			first := ps.block(c, pool, kind.Get())
			head := c.Word(first, blockHead)
			c.If(c.ICmp(ir.SGE, head, i64(0)), func() {
				e := ps.block(c, pool, head)
				c.Put(c.Word(e, blockNext), first, blockHead)
				c.Put(i64(1), e, blockLive)
				ps.clearAddresses(c, e)
				c.Return(c.Ptr(e, blockData))
			})
		})
		k := c.Word(pool, poolUsed)
		c.If(c.ICmp(ir.EQ, k, c.Word(pool, poolMade)), func() {
			room := c.Word(pool, poolRoom)
			c.If(c.ICmp(ir.EQ, k, room), func() {
				more := c.Add(c.Mul(room, i64(2)), i64(16))
				realloc := m.Declare("realloc", m.FuncType(m.Ptr(), m.Ptr(), ir.I64))
				c.Put(ps.ct.orAbort(c, c.CallFunc(realloc, c.Ptr(pool, poolEntries), c.Mul(more, i64(blockSize)))), pool, poolEntries)
				c.Put(more, pool, poolRoom)
			})
			raw := ps.ct.calloc(c, c.Add(c.Mul(span, i64(int64(1+ps.shadows))), i64(2*poolAlign)))
			at := c.Cast(ir.PtrToInt, raw, ir.I64)
			data := c.Offset(raw, c.Sub(i64(2*poolAlign), c.Binary(ir.And, at, i64(poolAlign-1))))
			c.Put(k, data, blockIndex)
			e := ps.block(c, pool, k)
			c.Put(data, e, blockData)
			c.Put(raw, e, blockRaw)
			c.Put(span, e, blockSpan)
			c.Put(p[2], e, blockKind)
			c.Put(c.Add(k, i64(1)), pool, poolMade)
		})
		e := ps.block(c, pool, k)
		other := c.ICmp(ir.NE, c.Word(e, blockSpan), span)
		c.If(c.Binary(ir.Or, other, c.ICmp(ir.NE, c.Word(e, blockKind), p[2])), func() { ps.ct.abort(c) }) // not the steps that were run before
		c.Put(c.Add(k, i64(1)), pool, poolUsed)
		c.Put(i64(1), e, blockLive)
		c.Put(i64(-1), e, blockHead)
		ps.clearAddresses(c, e)
		c.If(c.ICmp(ir.SLT, kind.Get(), i64(0)), func() {
			c.Put(c.Word(pool, poolFirst), e, blockNextFirst)
			c.Put(k, pool, poolFirst)
			kind.Set(k)
		})
		c.Put(kind.Get(), e, blockFirst)
		c.Return(c.Ptr(e, blockData))
	})
}

// poolFreeFunc: void free(ptr pool, ptr block) has a block end with the iteration.
func (ps *pools) poolFreeFunc() *ir.Function {
	m := ps.ct.rt.M
	return ps.ct.make("unblock", ir.Void, []*ir.Type{m.Ptr(), m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		c.If(c.ICmp(ir.NE, p[1], ir.Zero(m.Ptr())), func() {
			k := c.Word(p[1], blockIndex)
			c.Put(c.Word(p[0], poolPending), ps.block(c, p[0], k), blockNext)
			c.Put(k, p[0], poolPending)
		})
		c.Return(nil)
	})
}

// poolTickFunc: void tick(ptr pool) frees what ends with the iteration.
func (ps *pools) poolTickFunc() *ir.Function {
	m := ps.ct.rt.M
	return ps.ct.make("tick", ir.Void, []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		pool := p[0]
		c.While(func() ir.Value { return c.ICmp(ir.SGE, c.Word(pool, poolPending), i64(0)) }, func(func()) {
			k := c.Word(pool, poolPending)
			e := ps.block(c, pool, k)
			first := ps.block(c, pool, c.Word(e, blockFirst))
			c.Put(c.Word(e, blockNext), pool, poolPending)
			c.Put(c.Word(first, blockHead), e, blockNext)
			c.Put(k, first, blockHead)
			c.Put(i64(0), e, blockLive)
		})
		c.Return(nil)
	})
}

// eachLive runs body for the entries of blocks in use.
func (ps *pools) eachLive(c *structured.Code, pool ir.Value, body func(e ir.Value)) {
	c.Times(c.Word(pool, poolUsed), func(k ir.Value) {
		e := ps.block(c, pool, k)
		c.If(c.ICmp(ir.NE, c.Word(e, blockLive), i64(0)), func() { body(e) })
	})
}

// shadowsOf gives a block's shadows and their size, which is 0 if it holds no addresses.
func (ps *pools) shadowsOf(c *structured.Code, e ir.Value) (at, bytes ir.Value) {
	span := c.Word(e, blockSpan)
	bytes = c.Select(c.ICmp(ir.NE, c.Word(e, blockKind), i64(0)), c.Mul(span, i64(int64(ps.shadows))), i64(0))
	return c.Offset(c.Ptr(e, blockData), span), bytes
}

// clearAddresses takes from the shadows of a block that is given out the addresses
// that an earlier use left there. Adjoints may be those of a later state.
func (ps *pools) clearAddresses(c *structured.Code, e ir.Value) {
	at, bytes := ps.shadowsOf(c, e)
	c.Times(c.Binary(ir.LShr, bytes, i64(3)), func(k ir.Value) {
		p := c.Offset(at, c.Mul(k, i64(8)))
		word := c.Load(ir.I64, p, 8)
		adjoint := c.ICmp(ir.NE, c.Binary(ir.And, word, i64(activity.WordExponent)), i64(0))
		c.Store(c.Select(adjoint, word, i64(0)), p, 8)
	})
}

// setAddresses makes the addresses among the shadows of a block what they were; the
// adjoints stay. No word is an address in one state and an adjoint in a later one.
func (ps *pools) setAddresses(c *structured.Code, to, from, bytes ir.Value) {
	c.Times(c.Binary(ir.LShr, bytes, i64(3)), func(k ir.Value) {
		p := c.Offset(to, c.Mul(k, i64(8)))
		now, saved := c.Load(ir.I64, p, 8), c.Load(ir.I64, c.Offset(from, c.Mul(k, i64(8))), 8)
		adjoint := func(v ir.Value) ir.Value {
			return c.ICmp(ir.NE, c.Binary(ir.And, v, i64(activity.WordExponent)), i64(0))
		}
		then := c.Select(adjoint(saved), i64(0), saved)
		c.If(adjoint(now), func() {
			c.If(c.ICmp(ir.NE, then, i64(0)), func() { ps.ct.abort(c) })
		}, func() { c.Store(then, p, 8) })
	})
}

// copyBytesFunc: i64 copybytes(ptr pool) is how large a copy of a pool is.
func (ps *pools) copyBytesFunc() *ir.Function {
	m := ps.ct.rt.M
	return ps.ct.make("copybytes", ir.I64, []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		sum := c.NewVar(c.Add(i64(copySize), c.Mul(c.Word(p[0], poolUsed), i64(blockSize))))
		ps.eachLive(c, p[0], func(e ir.Value) {
			_, more := ps.shadowsOf(c, e)
			sum.Add(c.Add(c.Word(e, blockSpan), more))
		})
		c.Return(sum.Get())
	})
}

// copyPoolFunc: ptr copypool(ptr pool) gives a copy.
func (ps *pools) copyPoolFunc() *ir.Function {
	m := ps.ct.rt.M
	return ps.ct.make("copypool", m.Ptr(), []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		pool := p[0]
		bytes := c.CallFunc(ps.copyBytesFunc(), pool)
		to := c.CallFunc(ps.ct.allocFunc(), bytes)
		used := c.Word(pool, poolUsed)
		c.Put(bytes, to, copyBytes)
		c.Put(used, to, copyUsed)
		c.Put(c.Word(pool, poolFirst), to, copyFirst)
		c.Put(c.Word(pool, poolPending), to, copyPending)
		entries := c.Mul(used, i64(blockSize))
		c.MemCpy(c.At(to, copySize), c.Ptr(pool, poolEntries), entries)
		at := c.NewVar(c.Offset(c.At(to, copySize), entries))
		ps.eachLive(c, pool, func(e ir.Value) {
			span := c.Word(e, blockSpan)
			c.MemCpy(at.Get(), c.Ptr(e, blockData), span)
			at.Set(c.Offset(at.Get(), span))
			shadows, more := ps.shadowsOf(c, e)
			c.MemCpy(at.Get(), shadows, more)
			at.Set(c.Offset(at.Get(), more))
		})
		c.Return(to)
	})
}

// setPoolFunc: void setpool(ptr pool, ptr copy) makes a pool what it was.
func (ps *pools) setPoolFunc() *ir.Function {
	m := ps.ct.rt.M
	return ps.ct.make("setpool", ir.Void, []*ir.Type{m.Ptr(), m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		pool, from := p[0], p[1]
		used := c.Word(from, copyUsed)
		c.Put(used, pool, poolUsed)
		c.Put(c.Word(from, copyFirst), pool, poolFirst)
		c.Put(c.Word(from, copyPending), pool, poolPending)
		entries := c.Mul(used, i64(blockSize))
		c.MemCpy(c.Ptr(pool, poolEntries), c.At(from, copySize), entries)
		at := c.NewVar(c.Offset(c.At(from, copySize), entries))
		ps.eachLive(c, pool, func(e ir.Value) {
			span := c.Word(e, blockSpan)
			c.MemCpy(c.Ptr(e, blockData), at.Get(), span)
			at.Set(c.Offset(at.Get(), span))
			shadows, more := ps.shadowsOf(c, e)
			ps.setAddresses(c, shadows, at.Get(), more)
			at.Set(c.Offset(at.Get(), more))
		})
		c.Return(nil)
	})
}

// poolCopy is where a snapshot has the address of its copy of the pool.
func poolCopy(c *structured.Code, ctl, buf ir.Value) ir.Value {
	return c.Offset(buf, c.Sub(c.Word(ctl, ctlState), i64(8)))
}

// fitSlots chooses the number of slots where the memory for them is given.
func (sn *snapshots) fitSlots(c *structured.Code, ctl ir.Value) {
	if !sn.ct.pool {
		return
	}
	fit := c.Word(ctl, ctlFit)
	c.If(c.ICmp(ir.NE, fit, i64(0)), func() {
		state := c.Add(c.Word(ctl, ctlState), c.CallFunc(sn.ps.copyBytesFunc(), c.Ptr(ctl, ctlPool)))
		c.Put(c.CallFunc(sn.nb.fitFunc(), c.Word(ctl, ctlTotal), c.Sub(fit, state), state), ctl, ctlParam)
	})
}
