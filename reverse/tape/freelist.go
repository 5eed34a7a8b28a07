package tape

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// Sweeps need memory besides the tape: logs of what stores overwrote, shadows that serve all
// iterations of a loop. Fresh pages of it cost as much as those of chunks, so the thread keeps
// it, too, in a list of free blocks. A block has in front of it
//
//	0 next  the next free block
//	8 size  its bytes
//
// and lies where malloc aligns. Where the program has chunks in place of threads, blocks are not kept.
const (
	allocateName   = "allocate"
	deallocateName = "deallocate"

	blockNext, blockSize, blockHeader = 0, 8, 16
)

// AllocateFunc: ptr allocate(i64 bytes) gives a block, whose bytes have any values. It is the smallest free one
// that is large enough. Where there is none, a free one that is too small goes, so that there never are
// more blocks than were in use at one time.
func (rt *Runtime) AllocateFunc() *ir.Function {
	defer rt.releaseFunc()
	m := rt.M
	return rt.shared(rt.stored(allocateName), m.Ptr(), []*ir.Type{ir.I64}, func(c *structured.Code, p []*ir.Param) {
		if !rt.storage.Global {
			free := freeBlocks{c, rt.held()}
			free.returnSmallest(p[0])
			c.If(free.some(), func() { c.CallFunc(rt.Free(), free.take(free.list())) })
		}
		fresh := c.CallFunc(rt.Malloc(), c.Add(p[0], i64(blockHeader)))
		rt.OrAbort(c.Builder, fresh)
		c.Put(p[0], fresh, blockSize)
		c.Return(c.At(fresh, blockHeader))
	})
}

// DeallocateFunc: void deallocate(ptr p) gives a block, or nothing where p is null, to the thread, as far as the
// limit allows.
func (rt *Runtime) DeallocateFunc() *ir.Function {
	return rt.shared(rt.stored(deallocateName), ir.Void, []*ir.Type{rt.M.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		c.If(c.ICmp(ir.EQ, p[0], ir.Zero(rt.M.Ptr())), func() { c.Return(nil) })
		block := c.At(p[0], -blockHeader)
		if rt.storage.Global {
			c.CallFunc(rt.Free(), block)
			c.Return(nil)
			return
		}
		state := c.Word(rt.held(), heldState)
		bytes := c.Add(c.Word(rt.held(), heldBytes), c.Word(block, blockSize))
		over := c.Binary(ir.Or, c.ICmp(ir.EQ, state, i64(heldOver)), c.CallFunc(rt.exceedsFunc(), bytes))
		c.If(over, func() {
			c.CallFunc(rt.Free(), block)
			c.Return(nil)
		})
		rt.watchEnd(c.Builder, state)
		freeBlocks{c, rt.held()}.put(block, bytes)
		c.Return(nil)
	})
}

// freeBlocks is the list of those of a thread, which held leads to, for code that works on it.
type freeBlocks struct {
	c    *structured.Code
	held ir.Value
}

// list is the address of the link to the first block, some whether there is one.
func (l freeBlocks) list() ir.Value { return l.c.At(l.held, heldBlocks) }

func (l freeBlocks) some() ir.Value { return l.linked(l.list()) }

// linked is whether link leads to a block.
func (l freeBlocks) linked(link ir.Value) ir.Value {
	return l.c.ICmp(ir.NE, l.c.Ptr(link, 0), ir.Zero(l.c.Module().Ptr()))
}

// returnSmallest returns the smallest block of at least so many bytes from the function, if there is one.
func (l freeBlocks) returnSmallest(bytes ir.Value) {
	c, null := l.c, ir.Zero(l.c.Module().Ptr())
	link, best, size := c.NewVar(l.list()), c.NewVar(null), c.NewVar(i64(-1))
	c.While(func() ir.Value { return l.linked(link.Get()) }, func(func()) {
		block := c.Ptr(link.Get(), 0)
		n := c.Word(block, blockSize)
		c.If(c.Binary(ir.And, c.ICmp(ir.UGE, n, bytes), c.ICmp(ir.ULT, n, size.Get())), func() {
			best.Set(link.Get())
			size.Set(n)
		})
		link.Set(c.At(block, blockNext))
	})
	c.If(c.ICmp(ir.NE, best.Get(), null), func() { c.Return(c.At(l.take(best.Get()), blockHeader)) })
}

// take takes the block to which link leads off the list, and gives it.
func (l freeBlocks) take(link ir.Value) ir.Value {
	c := l.c
	block := c.Ptr(link, 0)
	c.Put(c.Ptr(block, blockNext), link, 0)
	c.Put(c.Sub(c.Word(l.held, heldBytes), c.Word(block, blockSize)), l.held, heldBytes)
	return block
}

// put enters a block with which bytes are held.
func (l freeBlocks) put(block, bytes ir.Value) {
	c := l.c
	c.Put(c.Ptr(l.held, heldBlocks), block, blockNext)
	c.Put(block, l.held, heldBlocks)
	c.Put(bytes, l.held, heldBytes)
}
