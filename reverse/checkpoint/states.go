package checkpoint

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// copyFunc: void copy(ptr ctl, ptr buffer, i64 first, i64 n) copies pieces into
// a buffer, out of it, or exchanges the two. Of the first pieces of all those that are
// one word, as what loops carry mostly is, have a loop of their own.
func (st *states) copyFunc(name string, move, words func(c *structured.Code, piece, buf, bytes ir.Value)) *ir.Function {
	m := st.ct.rt.M
	return st.ct.make(name, ir.Void, []*ir.Type{m.Ptr(), m.Ptr(), ir.I64, ir.I64}, func(c *structured.Code, p []*ir.Param) {
		c.F.Suffix = "noinline nounwind"
		table := c.Offset(c.Ptr(p[0], ctlPlace), c.Mul(p[2], i64(pieceSize)))
		single := c.Select(c.ICmp(ir.EQ, p[2], i64(0)), c.Word(p[0], ctlWords), i64(0))
		c.Times(single, func(k ir.Value) {
			at := c.Offset(table, c.Mul(k, i64(pieceSize)))
			move(c, c.Ptr(at, 0), c.Offset(p[1], c.Mul(k, i64(wordSize))), i64(wordSize))
		})
		off := c.NewVar(c.Mul(single, i64(wordSize)))
		c.Times(c.Sub(p[3], single), func(k ir.Value) {
			at := c.Offset(table, c.Mul(c.Add(single, k), i64(pieceSize)))
			size := c.Word(at, 8)
			bytes := c.Binary(ir.And, size, i64(PieceOfWords-1))
			off.Set(placed(c, off.Get(), bytes))
			buf := c.Offset(p[1], off.Get())
			if words == nil {
				move(c, c.Ptr(at, 0), buf, bytes)
			} else {
				c.If(c.ICmp(ir.EQ, size, bytes), func() { move(c, c.Ptr(at, 0), buf, bytes) },
					func() { words(c, c.Ptr(at, 0), buf, bytes) })
			}
			off.Add(rounded(c, bytes))
		})
		c.Return(nil)
	})
}

// placed is where in a buffer a piece begins, if those before it end at off: large
// ones at multiples of 16, which copies are faster for.
func placed(c *structured.Code, off, bytes ir.Value) ir.Value {
	return c.Select(c.ICmp(ir.ULT, bytes, i64(64)), off, c.Binary(ir.And, c.Add(off, i64(15)), i64(-16)))
}

// rounded is a number of bytes as a multiple of 8.
func rounded(c *structured.Code, bytes ir.Value) ir.Value {
	return c.Binary(ir.And, c.Add(bytes, i64(7)), i64(-8))
}

// copyBytes copies bytes, of which it may be known that they are one word.
func (st *states) copyBytes(c *structured.Code, to, from, bytes ir.Value) {
	if n, ok := ir.IntValue(bytes); ok && n == wordSize {
		c.Store(c.Load(ir.I64, from, 1), to, 1)
		return
	}
	c.If(c.ICmp(ir.SLE, bytes, i64(atOnce)), func() { c.MemCpy(to, from, bytes) },
		func() { c.CallFunc(st.copyLongFunc(), to, from, bytes) })
}

// copyLongFunc: void copylong(ptr to, ptr from, i64 bytes) copies in pieces.
func (st *states) copyLongFunc() *ir.Function {
	m := st.ct.rt.M
	return st.ct.make("copylong", ir.Void, []*ir.Type{m.Ptr(), m.Ptr(), ir.I64}, func(c *structured.Code, p []*ir.Param) {
		c.F.Suffix = "noinline nounwind"
		n := p[2]
		step := c.Select(c.ICmp(ir.SGT, n, i64(uncached)), n, i64(atOnce))
		at := c.NewVar(i64(0))
		c.While(func() ir.Value { return c.ICmp(ir.SLT, at.Get(), n) }, func(func()) {
			rest := c.Sub(n, at.Get())
			k := c.Select(c.ICmp(ir.SLT, rest, step), rest, step)
			c.MemCpy(c.Offset(p[0], at.Get()), c.Offset(p[1], at.Get()), k)
			at.Add(k)
		})
		c.Return(nil)
	})
}

func (st *states) saveFunc() *ir.Function {
	return st.copyFunc("save", func(c *structured.Code, piece, buf, bytes ir.Value) { st.copyBytes(c, buf, piece, bytes) }, nil)
}

func (st *states) loadFunc() *ir.Function {
	return st.copyFunc("load", func(c *structured.Code, piece, buf, bytes ir.Value) { st.copyBytes(c, piece, buf, bytes) },
		func(c *structured.Code, piece, buf, bytes ir.Value) { addressWords(c, piece, buf, bytes, false) })
}

func (st *states) swapFunc() *ir.Function {
	bytewise := st.exchangeFunc()
	return st.copyFunc("swap", func(c *structured.Code, piece, buf, bytes ir.Value) { c.CallFunc(bytewise, piece, buf, bytes) },
		func(c *structured.Code, piece, buf, bytes ir.Value) { addressWords(c, piece, buf, bytes, true) })
}

// addressWords copies the words that are addresses from a buffer, or exchanges them.
func addressWords(c *structured.Code, piece, buf, bytes ir.Value, swap bool) {
	c.Times(c.Binary(ir.LShr, bytes, i64(3)), func(k ir.Value) {
		p, q := c.Offset(piece, c.Mul(k, i64(8))), c.Offset(buf, c.Mul(k, i64(8)))
		x, y := c.Load(ir.I64, p, 1), c.Load(ir.I64, q, 1)
		c.If(c.ICmp(ir.EQ, c.Binary(ir.And, c.Binary(ir.Or, x, y), i64(activity.WordExponent)), i64(0)), func() {
			c.Store(y, p, 1)
			if swap {
				c.Store(x, q, 1)
			}
		})
	})
}

// exchangeFunc: void exchange(ptr a, ptr b, i64 bytes) exchanges two blocks.
func (st *states) exchangeFunc() *ir.Function {
	m := st.ct.rt.M
	return st.ct.make("exchange", ir.Void, []*ir.Type{m.Ptr(), m.Ptr(), ir.I64}, func(c *structured.Code, p []*ir.Param) {
		p[0].Attrs, p[1].Attrs = "noalias", "noalias"
		swap := func(t *ir.Type, off ir.Value) {
			a, b := c.Offset(p[0], off), c.Offset(p[1], off)
			x, y := c.Load(t, a, 1), c.Load(t, b, 1)
			c.Store(y, a, 1)
			c.Store(x, b, 1)
		}
		words := c.Binary(ir.LShr, p[2], i64(3))
		c.Times(words, func(k ir.Value) { swap(ir.I64, c.Mul(k, i64(8))) })
		done := c.Mul(words, i64(8))
		c.Times(c.Sub(p[2], done), func(k ir.Value) { swap(ir.I8, c.Add(done, k)) })
		c.Return(nil)
	})
}

// exchange brings what was put aside once into the program's memory, or back.
func (st *states) exchange(c *structured.Code, ctl ir.Value) {
	c.If(c.ICmp(ir.NE, c.Word(ctl, ctlOnce), i64(0)), func() {
		c.CallFunc(st.swapFunc(), ctl, c.Ptr(ctl, ctlAside), c.Word(ctl, ctlPieces), c.Word(ctl, ctlOnces))
	})
}

// saveState puts the state at hand into a snapshot's memory.
func (st *states) saveState(c *structured.Code, ctl, buf ir.Value) {
	c.CallFunc(st.saveFunc(), ctl, buf, i64(0), c.Word(ctl, ctlPieces))
	if st.ct.pool {
		c.Put(c.CallFunc(st.ps.copyPoolFunc(), c.Ptr(ctl, ctlPool)), poolCopy(c, ctl, buf), 0)
	}
}

// loadState brings the state in a snapshot's memory to hand.
func (st *states) loadState(c *structured.Code, ctl, buf ir.Value) {
	c.CallFunc(st.loadFunc(), ctl, buf, i64(0), c.Word(ctl, ctlPieces))
	if st.ct.pool {
		c.CallFunc(st.ps.setPoolFunc(), c.Ptr(ctl, ctlPool), c.Ptr(poolCopy(c, ctl, buf), 0))
	}
}

// swapState exchanges the state at hand and the one in a snapshot's memory.
func (st *states) swapState(c *structured.Code, ctl, buf ir.Value) {
	c.CallFunc(st.swapFunc(), ctl, buf, i64(0), c.Word(ctl, ctlPieces))
	if st.ct.pool {
		now := c.CallFunc(st.ps.copyPoolFunc(), c.Ptr(ctl, ctlPool))
		c.CallFunc(st.ps.setPoolFunc(), c.Ptr(ctl, ctlPool), c.Ptr(poolCopy(c, ctl, buf), 0))
		st.dropCopy(c, ctl, buf)
		c.Put(now, poolCopy(c, ctl, buf), 0)
	}
}

// dropCopy frees a snapshot's copy of the pool.
func (st *states) dropCopy(c *structured.Code, ctl, buf ir.Value) {
	if st.ct.pool {
		of := c.Ptr(poolCopy(c, ctl, buf), 0)
		st.ct.free(c, of, c.Word(of, copyBytes))
	}
}
