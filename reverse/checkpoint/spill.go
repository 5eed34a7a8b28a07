package checkpoint

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// With a directory to spill into, only as many snapshots as the memory is for are
// in memory; of more, those that are needed last go into a file, and come back
// when all others have been used. The file is made when first needed, has no
// name from then on, and so is gone when the program ends, however it does.
// Writing leaves the data with the system, which puts them on the disk while the
// program computes; what will be needed next is asked for beforehand (large snapshots:
// ahead.go).
//
// A piece of the file is described by a node on the heap: the next of those that
// are free, and the offset. Where no file can be made or written, snapshots stay
// in memory.

const nodeOffset, nodeSize = 8, 16

// noFile is a file that could not be made; 0 is one that was not needed yet, and
// otherwise the word holds the descriptor and 1 more.
const noFile = -1

// takeFunc: ptr take(ptr ctl) gives the memory for one more snapshot.
func (fs *files) takeFunc() *ir.Function {
	m := fs.ct.rt.M
	return fs.ct.make("take", m.Ptr(), []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		ctl := p[0]
		takeFree := func() {
			buf := c.Ptr(ctl, ctlFree)
			c.If(c.ICmp(ir.NE, buf, ir.Zero(m.Ptr())), func() {
				c.Put(c.Ptr(buf, 0), ctl, ctlFree)
				c.Return(buf)
			})
		}
		takeFree()
		if fs.spill != "" {
			if fs.hasAhead() {
				fs.noReading(c, ctl)
				takeFree()
			}
			full := c.ICmp(ir.SGE, c.Word(ctl, ctlBuffers), c.Word(ctl, ctlMost))
			c.If(full, func() {
				away := c.CallFunc(fs.evictFunc(), ctl)
				c.If(c.ICmp(ir.NE, away, ir.Zero(m.Ptr())), func() { c.Return(away) })
			})
			c.Put(c.Add(c.Word(ctl, ctlBuffers), i64(1)), ctl, ctlBuffers)
		}
		c.Return(c.CallFunc(fs.ct.allocFunc(), c.Word(ctl, ctlState)))
	})
}

// spillLimit says for how much memory there are
// to be snapshots in memory.
func (fs *files) spillLimit(c *structured.Code, ctl, bytes ir.Value) {
	if fs.spill != "" {
		c.Put(c.CallFunc(fs.nb.fitFunc(), i64(-1), bytes, c.Word(ctl, ctlState)), ctl, ctlMost)
	}
}

// lowestFunc: ptr lowest(ptr ctl) gives the entry of the lowest state that is in memory,
// or null.
func (fs *files) lowestFunc() *ir.Function {
	m := fs.ct.rt.M
	return fs.ct.make("lowest", m.Ptr(), []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		c.Times(c.Word(p[0], ctlCount), func(k ir.Value) {
			e := fs.ct.entry(c, p[0], k)
			c.If(c.ICmp(ir.EQ, c.Word(e, heldTape), i64(0)), func() { c.Return(e) })
		})
		c.Return(ir.Zero(m.Ptr()))
	})
}

// evictFunc: ptr evict(ptr ctl) puts the lowest state that is in memory into the
// file and gives its memory, or null.
func (fs *files) evictFunc() *ir.Function {
	m := fs.ct.rt.M
	return fs.ct.make("evict", m.Ptr(), []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		ctl, null := p[0], ir.Zero(m.Ptr())
		size := c.Word(ctl, ctlState)
		e := c.CallFunc(fs.lowestFunc(), ctl)
		c.If(c.ICmp(ir.EQ, e, null), func() { c.Return(null) })
		buf := c.Ptr(e, heldData)
		done := func(node ir.Value) {
			c.Put(node, e, heldData)
			c.Put(i64(heldFile), e, heldTape)
			c.Return(buf)
		}
		fs.written(c, ctl, buf, done)
		node := c.CallFunc(fs.nodeFunc(), ctl)
		c.If(c.ICmp(ir.EQ, node, null), func() { c.Return(null) })
		all := c.CallFunc(fs.moveFunc("pwrite"), c.CallFunc(fs.fileFunc(), ctl), buf, size, c.Word(node, nodeOffset))
		c.If(all, func() { done(node) })
		fs.freeNode(c, ctl, node)
		c.Return(null)
	})
}

// nodeFunc: ptr node(ptr ctl) gives a piece of the file that is free, or null.
func (fs *files) nodeFunc() *ir.Function {
	m := fs.ct.rt.M
	return fs.ct.make("node", m.Ptr(), []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		ctl, null := p[0], ir.Zero(m.Ptr())
		old := c.Ptr(ctl, ctlNodes)
		c.If(c.ICmp(ir.NE, old, null), func() {
			c.Put(c.Ptr(old, 0), ctl, ctlNodes)
			c.Return(old)
		})
		node := c.CallFunc(m.Declare("malloc", m.FuncType(m.Ptr(), ir.I64)), i64(nodeSize))
		c.If(c.ICmp(ir.EQ, node, null), func() { c.Return(null) })
		end := c.Word(ctl, ctlFileEnd)
		c.Put(end, node, nodeOffset)
		c.Put(c.Add(end, c.Word(ctl, ctlState)), ctl, ctlFileEnd)
		c.Return(node)
	})
}

// freeNode says that a piece of the file is free, freeBuffer that a snapshot's memory
// is.
func (fs *files) freeNode(c *structured.Code, ctl, node ir.Value) {
	c.Put(c.Ptr(ctl, ctlNodes), node, 0)
	c.Put(node, ctl, ctlNodes)
}

func (fs *files) freeBuffer(c *structured.Code, ctl, buf ir.Value) {
	c.Put(c.Ptr(ctl, ctlFree), buf, 0)
	c.Put(buf, ctl, ctlFree)
}

// fileFunc: i32 file(ptr ctl) gives the descriptor of the file, or -1.
func (fs *files) fileFunc() *ir.Function {
	m := fs.ct.rt.M
	return fs.ct.make("file", ir.I32, []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		ctl := p[0]
		c.If(c.ICmp(ir.EQ, c.Word(ctl, ctlFile), i64(0)), func() {
			const rest = "/llad-XXXXXX\x00"
			t := m.Types.Array(ir.I8, int64(len(fs.spill)+len(rest)))
			name := c.Top.Cast(ir.BitCast, c.Top.Alloca(t, nil, 1), m.Ptr())
			for k, b := range []byte(fs.spill + rest) {
				c.Store(ir.NewInt(ir.I8, int64(b)), c.At(name, int64(k)), 1)
			}
			fd := c.CallFunc(m.Declare("mkstemp", m.FuncType(ir.I32, m.Ptr())), name)
			made := c.ICmp(ir.SGE, fd, ir.NewInt(ir.I32, 0))
			c.If(made, func() {
				c.CallFunc(m.Declare("unlink", m.FuncType(ir.I32, m.Ptr())), name)
			})
			c.Put(c.Select(made, c.Add(c.Cast(ir.SExt, fd, ir.I64), i64(1)), i64(noFile)), ctl, ctlFile)
		})
		file := c.Word(ctl, ctlFile)
		c.Return(c.Select(c.ICmp(ir.EQ, file, i64(noFile)), ir.NewInt(ir.I32, -1), descriptor(c, ctl)))
	})
}

// descriptor is the descriptor of the file, which has been made.
func descriptor(c *structured.Code, ctl ir.Value) ir.Value {
	return c.Cast(ir.Trunc, c.Sub(c.Word(ctl, ctlFile), i64(1)), ir.I32)
}

// moveFunc: i1 move(i32 fd, ptr buffer, i64 bytes, i64 offset) calls pwrite or
// pread until all is done, or tells that it was not.
func (fs *files) moveFunc(call string) *ir.Function {
	m := fs.ct.rt.M
	f := m.Declare(call, m.FuncType(ir.I64, ir.I32, m.Ptr(), ir.I64, ir.I64))
	return fs.ct.make(call[1:], ir.I1, []*ir.Type{ir.I32, m.Ptr(), ir.I64, ir.I64}, func(c *structured.Code, p []*ir.Param) {
		done := c.NewVar(i64(0))
		c.While(func() ir.Value { return c.ICmp(ir.SLT, done.Get(), p[2]) }, func(func()) {
			at := done.Get()
			n := c.CallFunc(f, p[0], c.Offset(p[1], at), c.Sub(p[2], at), c.Add(p[3], at))
			c.If(c.ICmp(ir.SLE, n, i64(0)), func() { c.Return(ir.NewBool(false)) })
			done.Set(c.Add(at, n))
		})
		c.Return(ir.NewBool(true))
	})
}

// backFunc: void back(ptr ctl) brings the topmost state into memory if it is in
// the file, and asks for the one below.
func (fs *files) backFunc() *ir.Function {
	m := fs.ct.rt.M
	return fs.ct.make("back", ir.Void, []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		ctl := p[0]
		e := fs.ct.top(c, ctl)
		c.If(c.ICmp(ir.EQ, c.Word(e, heldTape), i64(heldFile)), func() {
			node, size := c.Ptr(e, heldData), c.Word(ctl, ctlState)
			buf := c.NewVar(fs.readFor(c, ctl, node))
			c.If(c.ICmp(ir.EQ, buf.Get(), ir.Zero(m.Ptr())), func() {
				buf.Set(c.CallFunc(fs.takeFunc(), ctl))
				done := c.CallFunc(fs.moveFunc("pread"), descriptor(c, ctl), buf.Get(), size, c.Word(node, nodeOffset))
				c.If(c.Binary(ir.Xor, done, ir.NewBool(true)), func() {
					c.CallFunc(m.Declare("abort", m.FuncType(ir.Void)))
					c.Unreachable()
					c.AtEnd(c.F.NewBlock("behind"))
				})
			})
			c.Put(buf.Get(), e, heldData)
			c.Put(i64(0), e, heldTape)
			fs.freeNode(c, ctl, node)
		})
		fs.readAhead(c, ctl, e)
		c.Return(nil)
	})
}

// advise tells the system that a piece of the file will be read.
func (fs *files) advise(c *structured.Code, ctl, node ir.Value) {
	m := fs.ct.rt.M
	if !strings.Contains(m.Triple, "linux") {
		return
	}
	const willNeed = 3
	advise := m.Declare("posix_fadvise", m.FuncType(ir.I32, ir.I32, ir.I64, ir.I64, ir.I32))
	c.CallFunc(advise, descriptor(c, ctl), c.Word(node, nodeOffset), c.Word(ctl, ctlState), ir.NewInt(ir.I32, willNeed))
}

// closeFile lets go of the file and what describes it.
func (fs *files) closeFile(c *structured.Code, ctl ir.Value) {
	if fs.spill == "" {
		return
	}
	m := fs.ct.rt.M
	c.While(func() ir.Value { return c.ICmp(ir.NE, c.Ptr(ctl, ctlNodes), ir.Zero(m.Ptr())) }, func(func()) {
		node := c.Ptr(ctl, ctlNodes)
		c.Put(c.Ptr(node, 0), ctl, ctlNodes)
		c.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), node)
	})
	if fs.hasAhead() {
		c.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), c.Ptr(ctl, ctlAio))
	}
	c.If(c.ICmp(ir.SGT, c.Word(ctl, ctlFile), i64(0)), func() {
		c.CallFunc(m.Declare("close", m.FuncType(ir.I32, ir.I32)), descriptor(c, ctl))
	})
}
