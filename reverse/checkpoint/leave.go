package checkpoint

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
	"github.com/llad-ad/llad/reverse/tape"
)

// An exception that leaves a gradient ends what its tape was told to end. That holds
// the snapshots of a loop by a node, which leads to the loop's control block until the
// loop is reversed: the control block lies on the tape and is gone before the node.

// unwinds reports whether exceptions may leave functions of the module: one of the
// functions that handle them in C++, Rust and C is mentioned.
func (sn *snapshots) unwinds() bool {
	for _, name := range []string{"__gxx_personality_v0", "rust_eh_personality", "__gcc_personality_v0"} {
		if sn.ct.rt.M.Func(name) != nil {
			return true
		}
	}
	return false
}

// enter has the tape end what the sweeps of a loop hold.
func (sn *snapshots) enter(c *structured.Code, ctl ir.Value) {
	if !sn.unwinds() {
		return
	}
	m := sn.ct.rt.M
	node := sn.ct.orAbort(c, c.CallFunc(m.Declare("malloc", m.FuncType(m.Ptr(), ir.I64)), i64(8)))
	c.Put(ctl, node, 0)
	c.Put(node, ctl, ctlNode)
	c.CallFunc(sn.ct.rt.DeferFunc(), c.Ptr(ctl, ctlTape), sn.leaveFunc(), node, i64(0), i64(0))
}

// letGo takes back what enter did: the loop is reversed. The entry of the tape is the
// last one unless later code has put off the end of more; then it stays, without effect.
func (sn *snapshots) letGo(c *structured.Code, ctl ir.Value) {
	if !sn.unwinds() {
		return
	}
	m := sn.ct.rt.M
	node, onto := c.Ptr(ctl, ctlNode), c.Ptr(ctl, ctlTape)
	c.Put(ir.Zero(m.Ptr()), node, 0)
	tape.TakeBack(c, onto, node)
}

// leaveFunc: void leave(ptr node, i64, i64) gives back what a loop's sweeps hold, if
// there are any.
func (sn *snapshots) leaveFunc() *ir.Function {
	m := sn.ct.rt.M
	return sn.ct.make("leave", ir.Void, []*ir.Type{m.Ptr(), ir.I64, ir.I64}, func(c *structured.Code, p []*ir.Param) {
		ctl := c.Ptr(p[0], 0)
		c.If(c.ICmp(ir.NE, ctl, ir.Zero(m.Ptr())), func() {
			extra := c.Ptr(ctl, ctlExtra)
			c.If(c.ICmp(ir.NE, extra, ir.Zero(m.Ptr())), func() {
				sn.st.dropCopy(c, ctl, extra)
				sn.ct.free(c, extra, c.Word(ctl, ctlState))
			})
			c.If(c.ICmp(ir.NE, c.Ptr(ctl, ctlAside), ir.Zero(m.Ptr())), func() { sn.ct.free(c, c.Ptr(ctl, ctlAside), c.Word(ctl, ctlOnce)) })
			c.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), c.Ptr(ctl, ctlTable))
			c.CallFunc(sn.releaseFunc(), ctl)
		})
		c.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), p[0])
		c.Return(nil)
	})
}

// releaseFunc: void release(ptr ctl) frees the snapshots and what describes them.
func (sn *snapshots) releaseFunc() *ir.Function {
	m := sn.ct.rt.M
	return sn.ct.make("release", ir.Void, []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		ctl := p[0]
		state := c.Word(ctl, ctlState)
		sn.fs.noReading(c, ctl)
		c.While(func() ir.Value { return c.ICmp(ir.NE, c.Word(ctl, ctlCount), i64(0)) }, func(func()) {
			c.CallFunc(sn.dropFunc(), ctl, c.Sub(c.Word(ctl, ctlCount), i64(1)))
		})
		c.While(func() ir.Value { return c.ICmp(ir.NE, c.Ptr(ctl, ctlFree), ir.Zero(m.Ptr())) }, func(func()) {
			buf := c.Ptr(ctl, ctlFree)
			c.Put(c.Ptr(buf, 0), ctl, ctlFree)
			sn.ct.free(c, buf, state)
		})
		c.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), c.Ptr(ctl, ctlHeld))
		sn.fs.closeFile(c, ctl)
		c.Return(nil)
	})
}
