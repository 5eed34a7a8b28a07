package reverse

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// With a directory to spill into, only as many snapshots as the memory is for are
// in memory; of more, those that are needed last go into a file, and come back
// when all others have been used. The file is made when first needed, has no
// name from then on, and so is gone when the program ends, however it does.
// Writing leaves the data with the system, which puts them on the disk while the
// program computes; what will be needed next is asked for beforehand (large snapshots:
// checkpoint_ahead.go).
//
// A piece of the file is described by a node on the heap: the next of those that
// are free, and the offset. Where no file can be made or written, snapshots stay
// in memory.

const nodeOffset, nodeSize = 8, 16

// noFile is a file that could not be made; 0 is one that was not needed yet, and
// otherwise the word holds the descriptor and 1 more.
const noFile = -1

// takeFunc: ptr take(ptr ctl) gives the memory for one more snapshot.
func (rt *schedules) takeFunc() *ir.Function {
	m := rt.m
	return rt.make("take", m.Ptr(), []*ir.Type{m.Ptr()}, func(c *code, p []*ir.Param) {
		ctl := p[0]
		takeFree := func() {
			buf := c.ptr(ctl, ctlFree)
			c.when(c.ICmp(ir.NE, buf, ir.Zero(m.Ptr())), func() {
				c.put(c.ptr(buf, 0), ctl, ctlFree)
				c.ret(buf)
			})
		}
		takeFree()
		if rt.spill != "" {
			if rt.hasAhead() {
				rt.noReading(c, ctl)
				takeFree()
			}
			full := c.ICmp(ir.SGE, c.word(ctl, ctlBuffers), c.word(ctl, ctlMost))
			c.when(full, func() {
				away := c.CallFunc(rt.evictFunc(), ctl)
				c.when(c.ICmp(ir.NE, away, ir.Zero(m.Ptr())), func() { c.ret(away) })
			})
			c.put(c.Add(c.word(ctl, ctlBuffers), i64(1)), ctl, ctlBuffers)
		}
		c.ret(c.CallFunc(rt.allocFunc(), c.word(ctl, ctlState)))
	})
}

// spillLimit says for how much memory there are
// to be snapshots in memory.
func (rt *schedules) spillLimit(c *code, ctl, bytes ir.Value) {
	if rt.spill != "" {
		c.put(c.CallFunc(rt.fitFunc(), i64(-1), bytes, c.word(ctl, ctlState)), ctl, ctlMost)
	}
}

// lowestFunc: ptr lowest(ptr ctl) gives the entry of the lowest state that is in memory,
// or null.
func (rt *schedules) lowestFunc() *ir.Function {
	m := rt.m
	return rt.make("lowest", m.Ptr(), []*ir.Type{m.Ptr()}, func(c *code, p []*ir.Param) {
		c.times(c.word(p[0], ctlCount), func(k ir.Value) {
			e := rt.entry(c, p[0], k)
			c.when(c.ICmp(ir.EQ, c.word(e, heldTape), i64(0)), func() { c.ret(e) })
		})
		c.ret(ir.Zero(m.Ptr()))
	})
}

// evictFunc: ptr evict(ptr ctl) puts the lowest state that is in memory into the
// file and gives its memory, or null.
func (rt *schedules) evictFunc() *ir.Function {
	m := rt.m
	return rt.make("evict", m.Ptr(), []*ir.Type{m.Ptr()}, func(c *code, p []*ir.Param) {
		ctl, null := p[0], ir.Zero(m.Ptr())
		size := c.word(ctl, ctlState)
		e := c.CallFunc(rt.lowestFunc(), ctl)
		c.when(c.ICmp(ir.EQ, e, null), func() { c.ret(null) })
		buf := c.ptr(e, heldData)
		done := func(node ir.Value) {
			c.put(node, e, heldData)
			c.put(i64(heldFile), e, heldTape)
			c.ret(buf)
		}
		rt.written(c, ctl, buf, done)
		node := c.CallFunc(rt.nodeFunc(), ctl)
		c.when(c.ICmp(ir.EQ, node, null), func() { c.ret(null) })
		all := c.CallFunc(rt.moveFunc("pwrite"), c.CallFunc(rt.fileFunc(), ctl), buf, size, c.word(node, nodeOffset))
		c.when(all, func() { done(node) })
		rt.freeNode(c, ctl, node)
		c.ret(null)
	})
}

// nodeFunc: ptr node(ptr ctl) gives a piece of the file that is free, or null.
func (rt *schedules) nodeFunc() *ir.Function {
	m := rt.m
	return rt.make("node", m.Ptr(), []*ir.Type{m.Ptr()}, func(c *code, p []*ir.Param) {
		ctl, null := p[0], ir.Zero(m.Ptr())
		old := c.ptr(ctl, ctlNodes)
		c.when(c.ICmp(ir.NE, old, null), func() {
			c.put(c.ptr(old, 0), ctl, ctlNodes)
			c.ret(old)
		})
		node := c.CallFunc(m.Declare("malloc", m.FuncType(m.Ptr(), ir.I64)), i64(nodeSize))
		c.when(c.ICmp(ir.EQ, node, null), func() { c.ret(null) })
		end := c.word(ctl, ctlFileEnd)
		c.put(end, node, nodeOffset)
		c.put(c.Add(end, c.word(ctl, ctlState)), ctl, ctlFileEnd)
		c.ret(node)
	})
}

// freeNode says that a piece of the file is free, freeBuffer that a snapshot's memory
// is.
func (rt *schedules) freeNode(c *code, ctl, node ir.Value) {
	c.put(c.ptr(ctl, ctlNodes), node, 0)
	c.put(node, ctl, ctlNodes)
}

func (rt *schedules) freeBuffer(c *code, ctl, buf ir.Value) {
	c.put(c.ptr(ctl, ctlFree), buf, 0)
	c.put(buf, ctl, ctlFree)
}

// fileFunc: i32 file(ptr ctl) gives the descriptor of the file, or -1.
func (rt *schedules) fileFunc() *ir.Function {
	m := rt.m
	return rt.make("file", ir.I32, []*ir.Type{m.Ptr()}, func(c *code, p []*ir.Param) {
		ctl := p[0]
		c.when(c.ICmp(ir.EQ, c.word(ctl, ctlFile), i64(0)), func() {
			const rest = "/llad-XXXXXX\x00"
			t := m.Types.Array(ir.I8, int64(len(rt.spill)+len(rest)))
			name := c.top.Cast(ir.BitCast, c.top.Alloca(t, nil, 1), m.Ptr())
			for k, b := range []byte(rt.spill + rest) {
				c.Store(ir.NewInt(ir.I8, int64(b)), c.at(name, int64(k)), 1)
			}
			fd := c.CallFunc(m.Declare("mkstemp", m.FuncType(ir.I32, m.Ptr())), name)
			made := c.ICmp(ir.SGE, fd, ir.NewInt(ir.I32, 0))
			c.when(made, func() {
				c.CallFunc(m.Declare("unlink", m.FuncType(ir.I32, m.Ptr())), name)
			})
			c.put(c.Select(made, c.Add(c.Cast(ir.SExt, fd, ir.I64), i64(1)), i64(noFile)), ctl, ctlFile)
		})
		file := c.word(ctl, ctlFile)
		c.ret(c.Select(c.ICmp(ir.EQ, file, i64(noFile)), ir.NewInt(ir.I32, -1), c.descriptor(ctl)))
	})
}

// descriptor is the descriptor of the file, which has been made.
func (c *code) descriptor(ctl ir.Value) ir.Value {
	return c.Cast(ir.Trunc, c.Sub(c.word(ctl, ctlFile), i64(1)), ir.I32)
}

// moveFunc: i1 move(i32 fd, ptr buffer, i64 bytes, i64 offset) calls pwrite or
// pread until all is done, or tells that it was not.
func (rt *schedules) moveFunc(call string) *ir.Function {
	m := rt.m
	f := m.Declare(call, m.FuncType(ir.I64, ir.I32, m.Ptr(), ir.I64, ir.I64))
	return rt.make(call[1:], ir.I1, []*ir.Type{ir.I32, m.Ptr(), ir.I64, ir.I64}, func(c *code, p []*ir.Param) {
		done := c.newVar(i64(0))
		c.while(func() ir.Value { return c.ICmp(ir.SLT, done.get(), p[2]) }, func(func()) {
			at := done.get()
			n := c.CallFunc(f, p[0], c.Offset(p[1], at), c.Sub(p[2], at), c.Add(p[3], at))
			c.when(c.ICmp(ir.SLE, n, i64(0)), func() { c.ret(ir.NewBool(false)) })
			done.set(c.Add(at, n))
		})
		c.ret(ir.NewBool(true))
	})
}

// backFunc: void back(ptr ctl) brings the topmost state into memory if it is in
// the file, and asks for the one below.
func (rt *schedules) backFunc() *ir.Function {
	m := rt.m
	return rt.make("back", ir.Void, []*ir.Type{m.Ptr()}, func(c *code, p []*ir.Param) {
		ctl := p[0]
		e := rt.top(c, ctl)
		c.when(c.ICmp(ir.EQ, c.word(e, heldTape), i64(heldFile)), func() {
			node, size := c.ptr(e, heldData), c.word(ctl, ctlState)
			buf := c.newVar(rt.readFor(c, ctl, node))
			c.when(c.ICmp(ir.EQ, buf.get(), ir.Zero(m.Ptr())), func() {
				buf.set(c.CallFunc(rt.takeFunc(), ctl))
				done := c.CallFunc(rt.moveFunc("pread"), c.descriptor(ctl), buf.get(), size, c.word(node, nodeOffset))
				c.when(c.Binary(ir.Xor, done, ir.NewBool(true)), func() {
					c.CallFunc(m.Declare("abort", m.FuncType(ir.Void)))
					c.Unreachable()
					c.AtEnd(c.f.NewBlock("behind"))
				})
			})
			c.put(buf.get(), e, heldData)
			c.put(i64(0), e, heldTape)
			rt.freeNode(c, ctl, node)
		})
		rt.readAhead(c, ctl, e)
		c.ret(nil)
	})
}

// advise tells the system that a piece of the file will be read.
func (rt *schedules) advise(c *code, ctl, node ir.Value) {
	m := rt.m
	if !strings.Contains(m.Triple, "linux") {
		return
	}
	const willNeed = 3
	advise := m.Declare("posix_fadvise", m.FuncType(ir.I32, ir.I32, ir.I64, ir.I64, ir.I32))
	c.CallFunc(advise, c.descriptor(ctl), c.word(node, nodeOffset), c.word(ctl, ctlState), ir.NewInt(ir.I32, willNeed))
}

// closeFile lets go of the file and what describes it.
func (rt *schedules) closeFile(c *code, ctl ir.Value) {
	if rt.spill == "" {
		return
	}
	m := rt.m
	c.while(func() ir.Value { return c.ICmp(ir.NE, c.ptr(ctl, ctlNodes), ir.Zero(m.Ptr())) }, func(func()) {
		node := c.ptr(ctl, ctlNodes)
		c.put(c.ptr(node, 0), ctl, ctlNodes)
		c.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), node)
	})
	if rt.hasAhead() {
		c.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), c.ptr(ctl, ctlAio))
	}
	c.when(c.ICmp(ir.SGT, c.word(ctl, ctlFile), i64(0)), func() {
		c.CallFunc(m.Declare("close", m.FuncType(ir.I32, ir.I32)), c.descriptor(ctl))
	})
}
