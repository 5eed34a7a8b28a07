package reverse

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Large snapshots go into the file, and come back from it, while the program computes,
// where the system has the calls of POSIX for that (glibc since 2.34 without a further
// library; they are looked for when the program is linked). One transfer is under way at
// most:
//
//	write  as soon as no snapshot's memory is free: the state that the next snapshot will
//	       put into the file; not the topmost one in the unwinding, which is used before
//	read   in the unwinding, while the topmost state is worked from: the one below, if
//	       memory is free; the next snapshot may take that again
//
// What cannot be begun, or fails, is done when it is needed.
const (
	jobNone = iota
	jobWrite
	jobRead
)

// aheadLeast is the size of snapshots from which on this pays: handing one over takes
// as long as copying some 100 kB.
const aheadLeast = 256 << 10

// struct aiocb of Linux where longs have 64 bits.
const (
	aioFile   = 0
	aioBuffer = 16
	aioBytes  = 24
	aioNotify = 44
	aioOffset = 128
	aioSize   = 256 // and more than that

	aioSilent     = 1   // SIGEV_NONE
	aioInProgress = 115 // EINPROGRESS
)

// hasAhead reports whether generated code may have those calls.
func (rt *schedules) hasAhead() bool {
	return rt.spill != "" && strings.Contains(rt.m.Triple, "linux") && rt.m.Layout.AllocSize(rt.m.Ptr()) == 8
}

// aio declares one of the calls.
func (rt *schedules) aio(name string, ret *ir.Type, params ...*ir.Type) *ir.Function {
	f := rt.m.Declare(name, rt.m.FuncType(ret, params...))
	if f.IsDecl && f.Prefix == "" {
		f.Prefix = "extern_weak"
	}
	return f
}

// beginJobFunc: i1 begin(ptr ctl, i64 job, ptr buffer, ptr node) has a buffer written
// to its piece of the file, or read.
func (rt *schedules) beginJobFunc() *ir.Function {
	m := rt.m
	return rt.make("beginjob", ir.I1, []*ir.Type{m.Ptr(), ir.I64, m.Ptr(), m.Ptr()}, func(c *code, p []*ir.Param) {
		ctl, job, buf, node := p[0], p[1], p[2], p[3]
		null := ir.Zero(m.Ptr())
		block := c.newVar(c.ptr(ctl, ctlAio))
		c.when(c.ICmp(ir.EQ, block.get(), null), func() {
			block.set(c.CallFunc(m.Declare("malloc", m.FuncType(m.Ptr(), ir.I64)), i64(aioSize)))
			c.when(c.ICmp(ir.EQ, block.get(), null), func() { c.ret(ir.NewBool(false)) })
			c.put(block.get(), ctl, ctlAio)
		})
		at := block.get()
		c.MemSet(at, i64(aioSize))
		c.Store(c.descriptor(ctl), c.at(at, aioFile), 4)
		c.put(buf, at, aioBuffer)
		c.put(c.word(ctl, ctlState), at, aioBytes)
		c.Store(ir.NewInt(ir.I32, aioSilent), c.at(at, aioNotify), 4)
		c.put(c.word(node, nodeOffset), at, aioOffset)
		begun := c.newVar(ir.NewInt(ir.I32, 0))
		c.when(c.ICmp(ir.EQ, job, i64(jobWrite)),
			func() { begun.set(c.CallFunc(rt.aio("aio_write", ir.I32, m.Ptr()), at)) },
			func() { begun.set(c.CallFunc(rt.aio("aio_read", ir.I32, m.Ptr()), at)) })
		c.when(c.ICmp(ir.NE, begun.get(), ir.NewInt(ir.I32, 0)), func() { c.ret(ir.NewBool(false)) })
		c.put(job, ctl, ctlJob)
		c.put(buf, ctl, ctlJobBuffer)
		c.put(node, ctl, ctlJobNode)
		c.ret(ir.NewBool(true))
	})
}

// endJobFunc: i1 end(ptr ctl) waits for the transfer that is under way and tells
// whether all of it was done.
func (rt *schedules) endJobFunc() *ir.Function {
	m := rt.m
	return rt.make("endjob", ir.I1, []*ir.Type{m.Ptr()}, func(c *code, p []*ir.Param) {
		ctl := p[0]
		block := c.ptr(ctl, ctlAio)
		list := c.Cast(ir.BitCast, c.top.Alloca(m.Ptr(), nil, 8), m.Ptr())
		c.put(block, list, 0)
		code := func() ir.Value { return c.CallFunc(rt.aio("aio_error", ir.I32, m.Ptr()), block) }
		c.while(func() ir.Value { return c.ICmp(ir.EQ, code(), ir.NewInt(ir.I32, aioInProgress)) }, func(func()) {
			c.CallFunc(rt.aio("aio_suspend", ir.I32, m.Ptr(), ir.I32, m.Ptr()), list, ir.NewInt(ir.I32, 1), ir.Zero(m.Ptr()))
		})
		n := c.CallFunc(rt.aio("aio_return", ir.I64, m.Ptr()), block)
		c.put(i64(jobNone), ctl, ctlJob)
		c.ret(c.ICmp(ir.EQ, n, c.word(ctl, ctlState)))
	})
}

// mayBegin reports that a transfer can be begun: none is under way, and it would pay.
func (rt *schedules) mayBegin(c *code, ctl ir.Value) ir.Value {
	call := rt.aio("aio_write", ir.I32, rt.m.Ptr())
	ok := c.Binary(ir.And, c.ICmp(ir.NE, call, ir.Zero(call.Type())), c.ICmp(ir.EQ, c.word(ctl, ctlJob), i64(jobNone)))
	return c.Binary(ir.And, ok, c.ICmp(ir.SGE, c.word(ctl, ctlState), i64(aheadLeast)))
}

// writeAhead begins to write the lowest state in memory, if the next snapshot will need
// its memory.
func (rt *schedules) writeAhead(c *code, ctl ir.Value) {
	if !rt.hasAhead() {
		return
	}
	m := rt.m
	full := c.Binary(ir.And, c.ICmp(ir.EQ, c.ptr(ctl, ctlFree), ir.Zero(m.Ptr())), c.ICmp(ir.SGE, c.word(ctl, ctlBuffers), c.word(ctl, ctlMost)))
	c.when(c.Binary(ir.And, rt.mayBegin(c, ctl), full), func() {
		c.CallFunc(rt.writeAheadFunc(), ctl)
	})
}

// writeAheadFunc: void ahead(ptr ctl) is the same without a look at the conditions.
func (rt *schedules) writeAheadFunc() *ir.Function {
	m := rt.m
	return rt.make("ahead", ir.Void, []*ir.Type{m.Ptr()}, func(c *code, p []*ir.Param) {
		ctl := p[0]
		c.when(c.ICmp(ir.SLT, c.CallFunc(rt.fileFunc(), ctl), ir.NewInt(ir.I32, 0)), func() { c.ret(nil) })
		e := c.CallFunc(rt.lowestFunc(), ctl)
		used := c.Binary(ir.And, c.ICmp(ir.EQ, e, rt.top(c, ctl)), c.ICmp(ir.NE, c.word(ctl, ctlSteps), i64(0)))
		c.when(c.Binary(ir.Or, used, c.ICmp(ir.EQ, e, ir.Zero(m.Ptr()))), func() { c.ret(nil) })
		node := c.CallFunc(rt.nodeFunc(), ctl)
		c.when(c.ICmp(ir.EQ, node, ir.Zero(m.Ptr())), func() { c.ret(nil) })
		begun := c.CallFunc(rt.beginJobFunc(), ctl, i64(jobWrite), c.ptr(e, heldData), node)
		c.when(c.Binary(ir.Xor, begun, ir.NewBool(true)), func() { rt.freeNode(c, ctl, node) })
		c.ret(nil)
	})
}

// written does what yes says, with the piece of the file, if the memory buf of a
// snapshot is the one that is being written, and it was written in full.
func (rt *schedules) written(c *code, ctl, buf ir.Value, yes func(node ir.Value)) {
	if !rt.hasAhead() {
		return
	}
	is := c.Binary(ir.And, c.ICmp(ir.EQ, c.word(ctl, ctlJob), i64(jobWrite)), c.ICmp(ir.EQ, c.ptr(ctl, ctlJobBuffer), buf))
	c.when(is, func() {
		node := c.ptr(ctl, ctlJobNode)
		c.when(c.CallFunc(rt.endJobFunc(), ctl), func() { yes(node) }, func() { rt.freeNode(c, ctl, node) })
	})
}

// readAhead begins to read the state below the topmost one, e, if it is in the file
// and memory is free.
func (rt *schedules) readAhead(c *code, ctl, e ir.Value) {
	below := c.at(e, -heldSize)
	in := c.newVar(ir.NewBool(false))
	c.when(c.ICmp(ir.SGT, c.word(ctl, ctlCount), i64(1)), func() {
		in.set(c.ICmp(ir.EQ, c.word(below, heldTape), i64(heldFile)))
	})
	c.when(in.get(), func() {
		node := c.ptr(below, heldData)
		if rt.hasAhead() {
			buf := c.ptr(ctl, ctlFree)
			c.when(c.Binary(ir.And, rt.mayBegin(c, ctl), c.ICmp(ir.NE, buf, ir.Zero(rt.m.Ptr()))), func() {
				next := c.ptr(buf, 0) // the transfer writes over it
				c.when(c.CallFunc(rt.beginJobFunc(), ctl, i64(jobRead), buf, node), func() {
					c.put(next, ctl, ctlFree)
					c.ret(nil)
				})
			})
		}
		rt.advise(c, ctl, node)
	})
}

// readFor gives the memory that the state of a piece of the file has been read into,
// or null.
func (rt *schedules) readFor(c *code, ctl, node ir.Value) ir.Value {
	buf := c.newVar(ir.Zero(rt.m.Ptr()))
	if rt.hasAhead() {
		is := c.Binary(ir.And, c.ICmp(ir.EQ, c.word(ctl, ctlJob), i64(jobRead)), c.ICmp(ir.EQ, c.ptr(ctl, ctlJobNode), node))
		c.when(is, func() {
			c.when(c.CallFunc(rt.endJobFunc(), ctl), func() { buf.set(c.ptr(ctl, ctlJobBuffer)) },
				func() { rt.freeBuffer(c, ctl, c.ptr(ctl, ctlJobBuffer)) })
		})
	}
	return buf.get()
}

// noReading ends a reading that is under way; its memory is free.
func (rt *schedules) noReading(c *code, ctl ir.Value) {
	if !rt.hasAhead() {
		return
	}
	c.when(c.ICmp(ir.EQ, c.word(ctl, ctlJob), i64(jobRead)), func() {
		c.CallFunc(rt.endJobFunc(), ctl)
		rt.freeBuffer(c, ctl, c.ptr(ctl, ctlJobBuffer))
	})
}
