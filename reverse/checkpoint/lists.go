package checkpoint

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// Memory of which it is not known before the program runs how many blocks there
// are, such as the rows of a matrix, or whether there is one: the program writes
// down the blocks that an allocation makes, in a list that has the form of the
// control block's table of pieces. The lists are there from the sweep's
// beginning to its end.
const (
	listData = 8 * iota // the blocks: address and bytes of each
	ListCount
	listRoom
	ListSize
)

// ListFunc: void list(ptr list, ptr block, i64 bytes) enters a block.
func (ls *lists) ListFunc() *ir.Function {
	m := ls.ct.rt.M
	return ls.ct.make("list", ir.Void, []*ir.Type{m.Ptr(), m.Ptr(), ir.I64}, func(c *structured.Code, p []*ir.Param) {
		list := p[0]
		c.If(c.ICmp(ir.EQ, p[1], ir.Zero(m.Ptr())), func() { c.Return(nil) })
		n, room := c.Word(list, ListCount), c.Word(list, listRoom)
		c.If(c.ICmp(ir.EQ, n, room), func() {
			more := c.Add(c.Mul(room, i64(2)), i64(16))
			realloc := m.Declare("realloc", m.FuncType(m.Ptr(), m.Ptr(), ir.I64))
			data := c.CallFunc(realloc, c.Ptr(list, listData), c.Mul(more, i64(pieceSize)))
			c.If(c.ICmp(ir.EQ, data, ir.Zero(m.Ptr())), func() {
				c.CallFunc(m.Declare("abort", m.FuncType(ir.Void)))
				c.Unreachable()
				c.AtEnd(c.F.NewBlock("behind"))
			})
			c.Put(data, list, listData)
			c.Put(more, list, listRoom)
		})
		e := c.Offset(c.Ptr(list, listData), c.Mul(n, i64(pieceSize)))
		c.Put(p[1], e, 0)
		c.Put(p[2], e, 8)
		c.Put(c.Add(n, i64(1)), list, ListCount)
		c.Return(nil)
	})
}

// EndListFunc: void endlist(ptr list, i64, i64) frees a list.
func (ls *lists) EndListFunc() *ir.Function {
	m := ls.ct.rt.M
	return ls.ct.make("endlist", ir.Void, []*ir.Type{m.Ptr(), ir.I64, ir.I64}, func(c *structured.Code, p []*ir.Param) {
		c.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), c.Ptr(p[0], listData))
		c.Return(nil)
	})
}

// addListFunc: void addlist(ptr to, ptr list) copies a list to a table of pieces.
func (ls *lists) addListFunc() *ir.Function {
	m := ls.ct.rt.M
	return ls.ct.make("addlist", ir.Void, []*ir.Type{m.Ptr(), m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		c.MemCpy(p[0], c.Ptr(p[1], listData), c.Mul(c.Word(p[1], ListCount), i64(pieceSize)))
		c.Return(nil)
	})
}
