package checkpoint

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// A checkpointed loop has a control block on the tape, which begins with these
// words and goes on with the table of pieces (address and bytes each; those of
// the state, then those that are put aside once), unless their number is known at
// run time only, and the arguments of the loop (see loopCode). The functions of this file work on it, whatever the loop.
const (
	ctlHand      = 8 * iota // the step whose state is in the program's memory, -1 for none
	ctlTotal                // the number of iterations, or -1 where the loop's end tells
	ctlSteps                // the number of iterations, known when the forward sweep is over
	ctlBlock                // how many iterations are taken for one step: the above are in steps
	ctlParam                // the strategy's number
	ctlState                // bytes of a snapshot
	ctlOnce                 // bytes of what is put aside once
	ctlPlace                // the table of pieces
	ctlPieces               // number of pieces of the state
	ctlOnces                // number of pieces that are put aside once
	ctlHeld                 // array of what is held: see held*
	ctlCount                // how many are held
	ctlRoom                 // for how many the array has room
	ctlFree                 // list of snapshots' memory to be used again
	ctlExtra                // a state besides the slots: state n-1 between the sweeps, then the result
	ctlAside                // what is put aside once
	ctlTape                 // the tape
	ctlBuffers              // how many snapshots' memory there is
	ctlMost                 // of how many there may be, if the others can go into a file
	ctlFile                 // the file: see spill.go
	ctlFileEnd              // its length
	ctlNodes                // list of pieces of it that are free
	ctlJob                  // what is being written or read: see job*
	ctlJobBuffer            // from or to where
	ctlJobNode              // and its piece of the file
	ctlAio                  // its description for the system
	ctlMode                 // Auto: see mode*
	ctlTable                // Mixed: the table of the dynamic program, null for none
	ctlPass                 // Online: see schedule.placer
	ctlDrop
	ctlDropped
	ctlLower
	ctlPool  // what steps allocate from
	ctlFit   // the memory that as many slots go into as possible; 0 for their number in ctlParam
	ctlNode  // by which the tape holds this: see leave.go
	ctlWords // how many pieces at the beginning of the state are one word
	ctlSeen  // how many iterations were ever run
	ctlHead
)

// An entry of the array of what is held.
const (
	heldPos  = 8 * iota // which state, or the step of a tape
	heldData            // the snapshot's memory, its piece of the file, or the tape's frame
	heldTape            // what it is: see below; 0 is a state in memory
	heldSize
)

const (
	heldTapes = 1 // a tape
	heldLast  = 2 // a tape besides the slots
	heldFile  = 4 // a state in the file
)

const pieceSize, wordSize = 16, 8

// PieceOfWords in the size of a piece says that only its words that are addresses
// are part of the state: see activity.Word. The others are adjoints.
const PieceOfWords = 1 << 62

// statsName is the function by which a program reads the counters.
const statsName = "llad_stats"

// Counters, in the order that llad.h gives them.
const (
	statAdvances = 8 * iota
	statSnapshots
	statRestores
	statKept
	statReversals
	statSlots
	statPeakSlots
	statBytes
	statPeakBytes
	statSize
)

// advType and revType are the types of a loop's own functions (see loopCode).
func (ct *control) advType() *ir.Type { return ct.rt.M.FuncType(ir.I32, ct.rt.M.Ptr(), ir.I64) }
func (ct *control) revType() *ir.Type { return ct.rt.M.FuncType(ir.Void, ct.rt.M.Ptr(), ir.I64) }

// make gives a function by name, written by body when new.
func (ct *control) make(name string, ret *ir.Type, params []*ir.Type, body func(c *structured.Code, p []*ir.Param)) *ir.Function {
	if ct.pool {
		name += ".pool"
	}
	name = "llad.ckpt." + name
	if f := ct.rt.Made(name); f != nil {
		return f
	}
	f, _ := ct.rt.Fn(name, ret, params...)
	f.Suffix = ""
	ct.rt.Helper(name, f)
	c := structured.New(f)
	body(c, f.Params)
	c.End()
	ct.finish(f)
	return f
}

// count adds n to a counter.
func (ct *control) count(c *structured.Code, counter int64, n ir.Value) {
	if ct.stats {
		p := c.At(ct.statsVar(), counter)
		c.Store(c.Add(c.Load(ir.I64, p, 8), n), p, 8)
	}
}

// countNow adds n to a counter of what there is now, and keeps the largest
// value in the counter behind it.
func (ct *control) countNow(c *structured.Code, counter int64, n ir.Value) {
	if !ct.stats {
		return
	}
	p, peak := c.At(ct.statsVar(), counter), c.At(ct.statsVar(), counter+8)
	now := c.Add(c.Load(ir.I64, p, 8), n)
	c.Store(now, p, 8)
	old := c.Load(ir.I64, peak, 8)
	c.Store(c.Select(c.ICmp(ir.SGT, now, old), now, old), peak, 8)
}

// atOnce is how many bytes are copied by one call: where the processor's instruction
// for strings, which libraries take for more, is slow for addresses that are alike in
// their last 12 bits (on some, a twentieth of the speed), a copy is as fast as any
// other. Blocks that no cache holds are left to the library.
const atOnce, uncached = 2 << 10, 16 << 20

// allocFunc: ptr alloc(i64 bytes) gives memory or ends the program.
func (ct *control) allocFunc() *ir.Function {
	m := ct.rt.M
	return ct.make("alloc", m.Ptr(), []*ir.Type{ir.I64}, func(c *structured.Code, p []*ir.Param) {
		b := c.CallFunc(m.Declare("malloc", m.FuncType(m.Ptr(), ir.I64)), c.Add(p[0], i64(16)))
		c.If(c.ICmp(ir.EQ, b, ir.Zero(m.Ptr())), func() {
			c.CallFunc(m.Declare("abort", m.FuncType(ir.Void)))
			c.Unreachable()
			c.AtEnd(c.F.NewBlock("behind"))
		})
		ct.countNow(c, statBytes, p[0])
		c.Return(b)
	})
}

func (ct *control) free(c *structured.Code, p, bytes ir.Value) {
	m := ct.rt.M
	c.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), p)
	ct.countNow(c, statBytes, c.Sub(i64(0), bytes))
}

// putFunc: void put(ptr ctl, ptr data, i64 tape) enters what is held of the step
// at hand.
func (sn *snapshots) putFunc() *ir.Function {
	m := sn.ct.rt.M
	return sn.ct.make("put", ir.Void, []*ir.Type{m.Ptr(), m.Ptr(), ir.I64}, func(c *structured.Code, p []*ir.Param) {
		ctl := p[0]
		n, room := c.Word(ctl, ctlCount), c.Word(ctl, ctlRoom)
		c.If(c.ICmp(ir.EQ, n, room), func() {
			more := c.Add(c.Mul(room, i64(2)), i64(16))
			realloc := m.Declare("realloc", m.FuncType(m.Ptr(), m.Ptr(), ir.I64))
			c.Put(c.CallFunc(realloc, c.Ptr(ctl, ctlHeld), c.Mul(more, i64(heldSize))), ctl, ctlHeld)
			c.Put(more, ctl, ctlRoom)
		})
		e := sn.ct.entry(c, ctl, n)
		c.Put(c.Word(ctl, ctlHand), e, heldPos)
		c.Put(p[1], e, heldData)
		c.Put(p[2], e, heldTape)
		c.Put(c.Add(n, i64(1)), ctl, ctlCount)
		sn.ct.countNow(c, statSlots, sn.ct.isSlot(c, p[2]))
		c.Return(nil)
	})
}

// isSlot is 1, or 0 for what is held besides the slots.
func (ct *control) isSlot(c *structured.Code, tape ir.Value) ir.Value {
	return c.Select(c.ICmp(ir.EQ, tape, i64(heldLast)), i64(0), i64(1))
}

// entry is the address of the k-th entry of what is held.
func (ct *control) entry(c *structured.Code, ctl, k ir.Value) ir.Value {
	return c.Offset(c.Ptr(ctl, ctlHeld), c.Mul(k, i64(heldSize)))
}

// top is the address of the last entry.
func (ct *control) top(c *structured.Code, ctl ir.Value) ir.Value {
	return ct.entry(c, ctl, c.Sub(c.Word(ctl, ctlCount), i64(1)))
}

// snapshotFunc: void snapshot(ptr ctl) puts the state at hand into a slot.
func (sn *snapshots) snapshotFunc() *ir.Function {
	m := sn.ct.rt.M
	return sn.ct.make("snapshot", ir.Void, []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		ctl := p[0]
		buf := c.CallFunc(sn.fs.takeFunc(), ctl)
		sn.st.saveState(c, ctl, buf)
		c.CallFunc(sn.putFunc(), ctl, buf, i64(0))
		sn.ct.count(c, statSnapshots, i64(1))
		sn.fs.writeAhead(c, ctl)
		c.Return(nil)
	})
}

// dropFunc: void drop(ptr ctl, i64 k) empties the slot of the k-th entry.
func (sn *snapshots) dropFunc() *ir.Function {
	m := sn.ct.rt.M
	return sn.ct.make("drop", ir.Void, []*ir.Type{m.Ptr(), ir.I64}, func(c *structured.Code, p []*ir.Param) {
		ctl := p[0]
		e := sn.ct.entry(c, ctl, p[1])
		sn.ct.countNow(c, statSlots, c.Sub(i64(0), sn.ct.isSlot(c, c.Word(e, heldTape))))
		c.If(c.ICmp(ir.EQ, c.Word(e, heldTape), i64(0)), func() {
			buf := c.Ptr(e, heldData)
			sn.fs.written(c, ctl, buf, func(node ir.Value) { sn.fs.freeNode(c, ctl, node) })
			sn.st.dropCopy(c, ctl, buf)
			sn.fs.freeBuffer(c, ctl, buf)
		})
		if sn.fs.spill != "" {
			c.If(c.ICmp(ir.EQ, c.Word(e, heldTape), i64(heldFile)), func() {
				sn.fs.freeNode(c, ctl, c.Ptr(e, heldData))
			})
		}
		n := c.Sub(c.Word(ctl, ctlCount), i64(1))
		c.Put(n, ctl, ctlCount)
		c.Times(c.Sub(n, p[1]), func(k ir.Value) {
			to := c.Offset(e, c.Mul(k, i64(heldSize)))
			for off := int64(0); off < heldSize; off += 8 {
				c.Put(c.Word(to, heldSize+off), to, off)
			}
		})
		c.Return(nil)
	})
}

// restoreFunc: void restore(ptr ctl) brings the topmost state to hand, unless it
// is there.
func (sn *snapshots) restoreFunc() *ir.Function {
	m := sn.ct.rt.M
	return sn.ct.make("restore", ir.Void, []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		ctl := p[0]
		e := sn.ct.top(c, ctl)
		pos := c.Word(e, heldPos)
		c.If(c.ICmp(ir.NE, pos, c.Word(ctl, ctlHand)), func() {
			if sn.fs.spill != "" {
				c.CallFunc(sn.fs.backFunc(), ctl)
			}
			sn.st.loadState(c, ctl, c.Ptr(e, heldData))
			c.Put(pos, ctl, ctlHand)
			sn.ct.count(c, statRestores, i64(1))
		})
		c.Return(nil)
	})
}

// asideFunc: void aside(ptr ctl) keeps the state at hand besides the slots.
func (sn *snapshots) asideFunc() *ir.Function {
	m := sn.ct.rt.M
	return sn.ct.make("aside", ir.Void, []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		ctl := p[0]
		buf := c.CallFunc(sn.ct.allocFunc(), c.Word(ctl, ctlState))
		sn.st.saveState(c, ctl, buf)
		c.Put(buf, ctl, ctlExtra)
		c.Return(nil)
	})
}

// beginFunc: void begin(ptr ctl) sums up the pieces and puts aside what the loop
// only reads.
func (sn *snapshots) beginFunc() *ir.Function {
	m := sn.ct.rt.M
	return sn.ct.make("begin", ir.Void, []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		ctl := p[0]
		sn.enter(c, ctl)
		sum := func(first, n ir.Value) ir.Value {
			s := c.NewVar(i64(0))
			c.Times(n, func(k ir.Value) {
				e := c.Offset(c.Ptr(ctl, ctlPlace), c.Mul(c.Add(first, k), i64(pieceSize)))
				bytes := c.Binary(ir.And, c.Word(e, 8), i64(PieceOfWords-1))
				s.Set(c.Add(placed(c, s.Get(), bytes), rounded(c, bytes)))
			})
			return s.Get()
		}
		pieces := c.Word(ctl, ctlPieces)
		single := c.NewVar(i64(0))
		c.While(func() ir.Value { return c.ICmp(ir.ULT, single.Get(), pieces) }, func(leave func()) {
			e := c.Offset(c.Ptr(ctl, ctlPlace), c.Mul(single.Get(), i64(pieceSize)))
			c.If(c.ICmp(ir.NE, c.Word(e, 8), i64(wordSize)), leave)
			single.Add(i64(1))
		})
		c.Put(single.Get(), ctl, ctlWords)
		state := sum(i64(0), pieces)
		if sn.ct.pool {
			state = c.Add(state, i64(8))
		}
		c.Put(state, ctl, ctlState)
		sn.fitSlots(c, ctl)
		once := sum(pieces, c.Word(ctl, ctlOnces))
		c.Put(once, ctl, ctlOnce)
		c.If(c.ICmp(ir.NE, once, i64(0)), func() {
			buf := c.CallFunc(sn.ct.allocFunc(), once)
			c.CallFunc(sn.st.saveFunc(), ctl, buf, pieces, c.Word(ctl, ctlOnces))
			c.Put(buf, ctl, ctlAside)
		})
		if !sn.ct.pool {
			sn.fs.spillLimit(c, ctl, c.Sub(i64(sn.fs.mem), c.Word(ctl, ctlState)))
		}
		c.Return(nil)
	})
}

// finishFunc: void finish(ptr ctl) puts the result back into the program's memory
// and frees what the sweeps took.
func (sn *snapshots) finishFunc() *ir.Function {
	m := sn.ct.rt.M
	return sn.ct.make("finish", ir.Void, []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		ctl := p[0]
		null := ir.Zero(m.Ptr())
		extra := c.Ptr(ctl, ctlExtra)
		state := c.Word(ctl, ctlState)
		c.If(c.ICmp(ir.NE, extra, null), func() {
			sn.st.loadState(c, ctl, extra)
			sn.st.dropCopy(c, ctl, extra)
			sn.ct.free(c, extra, state)
		})
		c.If(c.ICmp(ir.NE, c.Word(ctl, ctlOnce), i64(0)), func() {
			sn.st.exchange(c, ctl)
			sn.ct.free(c, c.Ptr(ctl, ctlAside), c.Word(ctl, ctlOnce))
		})
		sn.letGo(c, ctl)
		c.CallFunc(sn.releaseFunc(), ctl)
		c.Return(nil)
	})
}

// statsFunc: void llad_stats(ptr counts) copies the counters of this thread and
// begins anew; what there is now stays, as the peak.
func (ct *control) statsFunc() {
	m := ct.rt.M
	typ := m.FuncType(ir.Void, m.Ptr())
	if f := m.Func(statsName); f != nil {
		if !f.IsDecl || len(f.Typ.Fields) != 1 || !f.Typ.Fields[0].IsPtr() {
			return
		}
		typ = f.Typ
		m.Remove(f)
	}
	f := m.AddFunc(statsName, typ)
	f.Prefix, f.Suffix = "weak_odr", "nounwind"
	f.NewBlock("entry")
	c := structured.New(f)
	to := c.Cast(ir.BitCast, f.Params[0], m.Ptr())
	for off := int64(0); off < statSize; off += 8 {
		p := c.At(ct.statsVar(), off)
		c.Put(c.Load(ir.I64, p, 8), to, off)
		switch off {
		case statSlots, statBytes:
		case statPeakSlots, statPeakBytes:
			c.Store(c.Load(ir.I64, c.At(ct.statsVar(), off-8), 8), p, 8)
		default:
			c.Store(i64(0), p, 8)
		}
	}
	c.Return(nil)
	c.End()
	ct.finish(f)
}

// statsVar is the variable with the counters.
func (ct *control) statsVar() *ir.Global {
	const name = "llad.stats"
	if g := ct.rt.M.Global(name); g != nil {
		return g
	}
	t := ct.rt.M.Types.Array(ir.I64, statSize/8)
	return ct.rt.M.AddGlobal(name, ct.rt.Storage().Linkage("weak_odr"), "global", t, ir.Zero(t))
}
