package checkpoint

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
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
func (fs *files) hasAhead() bool {
	return fs.spill != "" && strings.Contains(fs.ct.rt.M.Triple, "linux") && fs.ct.rt.M.Layout.AllocSize(fs.ct.rt.M.Ptr()) == 8
}

// aio declares one of the calls.
func (fs *files) aio(name string, ret *ir.Type, params ...*ir.Type) *ir.Function {
	f := fs.ct.rt.M.Declare(name, fs.ct.rt.M.FuncType(ret, params...))
	if f.IsDecl && f.Prefix == "" {
		f.Prefix = "extern_weak"
	}
	return f
}

// beginJobFunc: i1 begin(ptr ctl, i64 job, ptr buffer, ptr node) has a buffer written
// to its piece of the file, or read.
func (fs *files) beginJobFunc() *ir.Function {
	m := fs.ct.rt.M
	return fs.ct.make("beginjob", ir.I1, []*ir.Type{m.Ptr(), ir.I64, m.Ptr(), m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		ctl, job, buf, node := p[0], p[1], p[2], p[3]
		null := ir.Zero(m.Ptr())
		block := c.NewVar(c.Ptr(ctl, ctlAio))
		c.If(c.ICmp(ir.EQ, block.Get(), null), func() {
			block.Set(c.CallFunc(m.Declare("malloc", m.FuncType(m.Ptr(), ir.I64)), i64(aioSize)))
			c.If(c.ICmp(ir.EQ, block.Get(), null), func() { c.Return(ir.NewBool(false)) })
			c.Put(block.Get(), ctl, ctlAio)
		})
		at := block.Get()
		c.MemSet(at, i64(aioSize))
		c.Store(descriptor(c, ctl), c.At(at, aioFile), 4)
		c.Put(buf, at, aioBuffer)
		c.Put(c.Word(ctl, ctlState), at, aioBytes)
		c.Store(ir.NewInt(ir.I32, aioSilent), c.At(at, aioNotify), 4)
		c.Put(c.Word(node, nodeOffset), at, aioOffset)
		begun := c.NewVar(ir.NewInt(ir.I32, 0))
		c.If(c.ICmp(ir.EQ, job, i64(jobWrite)),
			func() { begun.Set(c.CallFunc(fs.aio("aio_write", ir.I32, m.Ptr()), at)) },
			func() { begun.Set(c.CallFunc(fs.aio("aio_read", ir.I32, m.Ptr()), at)) })
		c.If(c.ICmp(ir.NE, begun.Get(), ir.NewInt(ir.I32, 0)), func() { c.Return(ir.NewBool(false)) })
		c.Put(job, ctl, ctlJob)
		c.Put(buf, ctl, ctlJobBuffer)
		c.Put(node, ctl, ctlJobNode)
		c.Return(ir.NewBool(true))
	})
}

// endJobFunc: i1 end(ptr ctl) waits for the transfer that is under way and tells
// whether all of it was done.
func (fs *files) endJobFunc() *ir.Function {
	m := fs.ct.rt.M
	return fs.ct.make("endjob", ir.I1, []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		ctl := p[0]
		block := c.Ptr(ctl, ctlAio)
		list := c.Cast(ir.BitCast, c.Top.Alloca(m.Ptr(), nil, 8), m.Ptr())
		c.Put(block, list, 0)
		code := func() ir.Value { return c.CallFunc(fs.aio("aio_error", ir.I32, m.Ptr()), block) }
		c.While(func() ir.Value { return c.ICmp(ir.EQ, code(), ir.NewInt(ir.I32, aioInProgress)) }, func(func()) {
			c.CallFunc(fs.aio("aio_suspend", ir.I32, m.Ptr(), ir.I32, m.Ptr()), list, ir.NewInt(ir.I32, 1), ir.Zero(m.Ptr()))
		})
		n := c.CallFunc(fs.aio("aio_return", ir.I64, m.Ptr()), block)
		c.Put(i64(jobNone), ctl, ctlJob)
		c.Return(c.ICmp(ir.EQ, n, c.Word(ctl, ctlState)))
	})
}

// mayBegin reports that a transfer can be begun: none is under way, and it would pay.
func (fs *files) mayBegin(c *structured.Code, ctl ir.Value) ir.Value {
	call := fs.aio("aio_write", ir.I32, fs.ct.rt.M.Ptr())
	ok := c.Binary(ir.And, c.ICmp(ir.NE, call, ir.Zero(call.Type())), c.ICmp(ir.EQ, c.Word(ctl, ctlJob), i64(jobNone)))
	return c.Binary(ir.And, ok, c.ICmp(ir.SGE, c.Word(ctl, ctlState), i64(aheadLeast)))
}

// writeAhead begins to write the lowest state in memory, if the next snapshot will need
// its memory.
func (fs *files) writeAhead(c *structured.Code, ctl ir.Value) {
	if !fs.hasAhead() {
		return
	}
	m := fs.ct.rt.M
	full := c.Binary(ir.And, c.ICmp(ir.EQ, c.Ptr(ctl, ctlFree), ir.Zero(m.Ptr())), c.ICmp(ir.SGE, c.Word(ctl, ctlBuffers), c.Word(ctl, ctlMost)))
	c.If(c.Binary(ir.And, fs.mayBegin(c, ctl), full), func() {
		c.CallFunc(fs.writeAheadFunc(), ctl)
	})
}

// writeAheadFunc: void ahead(ptr ctl) is the same without a look at the conditions.
func (fs *files) writeAheadFunc() *ir.Function {
	m := fs.ct.rt.M
	return fs.ct.make("ahead", ir.Void, []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		ctl := p[0]
		c.If(c.ICmp(ir.SLT, c.CallFunc(fs.fileFunc(), ctl), ir.NewInt(ir.I32, 0)), func() { c.Return(nil) })
		e := c.CallFunc(fs.lowestFunc(), ctl)
		used := c.Binary(ir.And, c.ICmp(ir.EQ, e, fs.ct.top(c, ctl)), c.ICmp(ir.NE, c.Word(ctl, ctlSteps), i64(0)))
		c.If(c.Binary(ir.Or, used, c.ICmp(ir.EQ, e, ir.Zero(m.Ptr()))), func() { c.Return(nil) })
		node := c.CallFunc(fs.nodeFunc(), ctl)
		c.If(c.ICmp(ir.EQ, node, ir.Zero(m.Ptr())), func() { c.Return(nil) })
		begun := c.CallFunc(fs.beginJobFunc(), ctl, i64(jobWrite), c.Ptr(e, heldData), node)
		c.If(c.Binary(ir.Xor, begun, ir.NewBool(true)), func() { fs.freeNode(c, ctl, node) })
		c.Return(nil)
	})
}

// written does what yes says, with the piece of the file, if the memory buf of a
// snapshot is the one that is being written, and it was written in full.
func (fs *files) written(c *structured.Code, ctl, buf ir.Value, yes func(node ir.Value)) {
	if !fs.hasAhead() {
		return
	}
	is := c.Binary(ir.And, c.ICmp(ir.EQ, c.Word(ctl, ctlJob), i64(jobWrite)), c.ICmp(ir.EQ, c.Ptr(ctl, ctlJobBuffer), buf))
	c.If(is, func() {
		node := c.Ptr(ctl, ctlJobNode)
		c.If(c.CallFunc(fs.endJobFunc(), ctl), func() { yes(node) }, func() { fs.freeNode(c, ctl, node) })
	})
}

// readAhead begins to read the state below the topmost one, e, if it is in the file
// and memory is free.
func (fs *files) readAhead(c *structured.Code, ctl, e ir.Value) {
	below := c.At(e, -heldSize)
	in := c.NewVar(ir.NewBool(false))
	c.If(c.ICmp(ir.SGT, c.Word(ctl, ctlCount), i64(1)), func() {
		in.Set(c.ICmp(ir.EQ, c.Word(below, heldTape), i64(heldFile)))
	})
	c.If(in.Get(), func() {
		node := c.Ptr(below, heldData)
		if fs.hasAhead() {
			buf := c.Ptr(ctl, ctlFree)
			c.If(c.Binary(ir.And, fs.mayBegin(c, ctl), c.ICmp(ir.NE, buf, ir.Zero(fs.ct.rt.M.Ptr()))), func() {
				next := c.Ptr(buf, 0) // the transfer writes over it
				c.If(c.CallFunc(fs.beginJobFunc(), ctl, i64(jobRead), buf, node), func() {
					c.Put(next, ctl, ctlFree)
					c.Return(nil)
				})
			})
		}
		fs.advise(c, ctl, node)
	})
}

// readFor gives the memory that the state of a piece of the file has been read into,
// or null.
func (fs *files) readFor(c *structured.Code, ctl, node ir.Value) ir.Value {
	buf := c.NewVar(ir.Zero(fs.ct.rt.M.Ptr()))
	if fs.hasAhead() {
		is := c.Binary(ir.And, c.ICmp(ir.EQ, c.Word(ctl, ctlJob), i64(jobRead)), c.ICmp(ir.EQ, c.Ptr(ctl, ctlJobNode), node))
		c.If(is, func() {
			c.If(c.CallFunc(fs.endJobFunc(), ctl), func() { buf.Set(c.Ptr(ctl, ctlJobBuffer)) },
				func() { fs.freeBuffer(c, ctl, c.Ptr(ctl, ctlJobBuffer)) })
		})
	}
	return buf.Get()
}

// noReading ends a reading that is under way; its memory is free.
func (fs *files) noReading(c *structured.Code, ctl ir.Value) {
	if !fs.hasAhead() {
		return
	}
	c.If(c.ICmp(ir.EQ, c.Word(ctl, ctlJob), i64(jobRead)), func() {
		c.CallFunc(fs.endJobFunc(), ctl)
		fs.freeBuffer(c, ctl, c.Ptr(ctl, ctlJobBuffer))
	})
}
