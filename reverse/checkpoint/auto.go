package checkpoint

import (
	"github.com/llad-ad/llad/cache/schedule"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
	"github.com/llad-ad/llad/reverse/tape"
)

// What Auto decides when the program runs: schedule.Auto, and schedule.Online of
// blocks where the number of steps is not known. With a directory to spill into,
// steps are run again once at most.
const (
	modeKeep = iota
	modeBinomial
	modeMixed
	modeOnline
	modeEvery // the state of every block, in files where memory is short
)

// autoTapes says which part of the memory is for tapes where the number of steps
// is not known: a quarter.
const autoTapes = 2

// autoTable bounds the work on a table that Auto is ready to do, n·s·s.
const autoTable = 1 << 22

// autoReserve is what Auto leaves of the memory, of small ones a sixteenth: for the
// tape's chunks, which are not used up to their ends, and the like.
const autoReserve = 256 << 10

// sweepAuto keeps the steps' tapes as long as they fit into the memory that it
// was given, all of them if the first one's size times their number does. If
// they do not, it goes back and begins again with as many slots as fit.
func (sw *scheduling) sweepAuto(c *structured.Code, ctl ir.Value, call loopCalls) {
	m := sw.ct.rt.M
	budget, n := c.Word(ctl, ctlParam), c.Word(ctl, ctlTotal)
	state, onto := c.Word(ctl, ctlState), c.Ptr(ctl, ctlTape)
	c.CallFunc(sw.sn.asideFunc(), ctl)
	dropExtra := func() {
		sw.ct.free(c, c.Ptr(ctl, ctlExtra), state)
		c.Put(ir.Zero(m.Ptr()), ctl, ctlExtra)
	}
	bottom := c.CallFunc(sw.ct.rt.PushFunc(), onto, i64(tape.Align))
	before := c.CallFunc(sw.usedFunc(), onto)
	used := c.NewVar(i64(0))
	c.Forever(func(leave func()) {
		exit := call.keep(heldTapes)
		used.Set(c.Sub(c.CallFunc(sw.usedFunc(), onto), before))
		c.If(c.ICmp(ir.SGE, exit, ir.NewInt(ir.I32, 0)), func() {
			c.Put(i64(modeKeep), ctl, ctlMode)
			sw.ct.count(c, statKept, c.Word(ctl, ctlHand))
			dropExtra()
			sw.left(c, ctl, exit)
		})
		whole := c.Select(c.ICmp(ir.SGT, n, i64(0)), n, c.Word(ctl, ctlHand))
		each := c.Binary(ir.UDiv, used.Get(), c.Word(ctl, ctlHand))
		c.If(c.ICmp(ir.SGT, c.Mul(each, whole), budget), leave)
	})

	hand := c.Word(ctl, ctlHand)
	sw.ct.count(c, statAdvances, hand)
	each := c.Binary(ir.UDiv, used.Get(), hand)
	each = c.Add(each, c.Binary(ir.LShr, each, i64(4))) // reversing a block keeps a little more
	c.CallFunc(sw.ct.rt.PopFunc(), onto, bottom)
	c.While(func() ir.Value { return c.ICmp(ir.NE, c.Word(ctl, ctlCount), i64(0)) }, func(func()) {
		c.CallFunc(sw.sn.dropFunc(), ctl, c.Sub(c.Word(ctl, ctlCount), i64(1)))
	})
	c.CallFunc(sw.st.loadFunc(), ctl, c.Ptr(ctl, ctlExtra), i64(0), c.Word(ctl, ctlPieces))
	dropExtra()
	c.Put(i64(0), ctl, ctlHand)

	part := c.Binary(ir.LShr, budget, i64(4))
	reserve := c.Select(c.ICmp(ir.SLT, part, i64(autoReserve)), part, i64(autoReserve))
	room := c.Sub(c.Sub(budget, state), reserve)
	if sw.fs.spill != "" {
		c.If(c.ICmp(ir.SLT, n, i64(0)), func() { sw.sweepEvery(c, ctl, room, each, call) })
	}
	c.If(c.ICmp(ir.SLT, n, i64(0)), func() {
		k := c.Binary(ir.SDiv, c.Binary(ir.LShr, room, i64(autoTapes)), each)
		k = c.Select(c.ICmp(ir.SGT, k, i64(1)), k, i64(1))
		c.Put(k, ctl, ctlBlock)
		c.Put(c.CallFunc(sw.nb.fitFunc(), n, c.Sub(room, c.Mul(k, each)), state), ctl, ctlParam)
		c.Put(i64(modeOnline), ctl, ctlMode)
		sw.sweepOnline(c, ctl, call.adv)
	})
	block := c.CallFunc(sw.nb.blocksFunc(), n, room, state, each, c.At(ctl, ctlParam))
	least := c.Word(ctl, ctlPass)
	if sw.fs.spill != "" {
		c.If(c.ICmp(ir.SGT, least, n), func() { sw.sweepEvery(c, ctl, room, each, call) })
	}
	room = c.Sub(room, each)
	larger := c.Select(c.ICmp(ir.SGT, each, state), each, state)
	mixed := c.CallFunc(sw.nb.fitFunc(), n, room, larger)
	c.If(c.ICmp(ir.SLE, c.Mul(c.Mul(n, mixed), mixed), i64(autoTable)), func() {
		table := c.CallFunc(sw.nb.tableFunc(), n, mixed, c.At(ctl, ctlPass))
		fewer := c.ICmp(ir.SLT, c.Sub(c.Word(ctl, ctlPass), n), least)
		c.If(fewer, func() {
			c.Put(i64(modeMixed), ctl, ctlMode)
			c.Put(mixed, ctl, ctlParam)
			c.Put(table, ctl, ctlTable)
			sw.sweepTable(c, ctl, call)
		})
		c.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), table)
	})
	c.Put(i64(modeBinomial), ctl, ctlMode)
	c.Put(block, ctl, ctlBlock)
	c.Put(blocksOf(c, n, block), ctl, ctlTotal)
	sw.sweepBinomial(c, ctl, call.adv)
}

// sweepEvery holds the state of every block of steps. Half of the memory is for
// tapes.
func (sw *scheduling) sweepEvery(c *structured.Code, ctl, room, each ir.Value, call loopCalls) {
	k := c.Binary(ir.SDiv, c.Binary(ir.LShr, room, i64(1)), each)
	k = c.Select(c.ICmp(ir.SGT, k, i64(1)), k, i64(1))
	c.Put(k, ctl, ctlBlock)
	sw.fs.spillLimit(c, ctl, c.Sub(room, c.Mul(k, each)))
	c.Put(i64(modeEvery), ctl, ctlMode)
	c.Put(i64(1), ctl, ctlParam)
	sw.sweepPeriodic(c, ctl, call.adv)
}

// blocksOf is the number of blocks of k steps in n.
func blocksOf(c *structured.Code, n, k ir.Value) ir.Value {
	return c.Binary(ir.UDiv, c.Add(n, c.Sub(k, i64(1))), k)
}

// blocksFunc: i64 blocks(i64 n, i64 room, i64 state, i64 tape, ptr choice) gives
// how many steps to take for one in schedule.Binomial, 1 or what
// schedule.blocksFor has for a budget of room besides one state. Into the
// words at choice go the number of slots and how many steps are advanced.
//
// Of blocks that cost a sixteenth of a step more for every step at most the
// smallest are taken, whose tapes are most likely to stay in the processor's
// caches; but they should have tapes of four states, as copying states takes
// time too.
func (nb *numbers) blocksFunc() *ir.Function {
	m := nb.ct.rt.M
	return nb.ct.make("blocks", ir.I64, []*ir.Type{ir.I64, ir.I64, ir.I64, ir.I64, m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		n, room, state, tape, choice := p[0], p[1], p[2], p[3], p[4]
		best, slots, least := c.NewVar(i64(1)), c.NewVar(i64(1)), c.NewVar(i64(1<<63-1))
		try := func(k ir.Value, better func(t ir.Value) ir.Value) {
			blocks := blocksOf(c, n, k)
			left := c.Sub(room, c.Mul(k, tape))
			c.If(c.ICmp(ir.SLE, state, left), func() {
				s := c.CallFunc(nb.fitFunc(), blocks, left, state)
				t := c.Mul(k, c.CallFunc(nb.advancesFunc(), blocks, s))
				c.If(better(t), func() {
					best.Set(k)
					slots.Set(s)
					least.Set(t)
				})
			})
		}
		// Sizes of blocks in descending order, as in blocksFor.
		each := func(better func(k, t ir.Value) ir.Value) {
			d := c.NewVar(i64(2))
			c.While(func() ir.Value { return c.ICmp(ir.ULE, c.Mul(d.Get(), d.Get()), n) }, func(func()) {
				k := blocksOf(c, n, d.Get())
				try(k, func(t ir.Value) ir.Value { return better(k, t) })
				d.Add(i64(1))
			})
			k := c.NewVar(blocksOf(c, n, d.Get()))
			c.While(func() ir.Value { return c.ICmp(ir.SGT, k.Get(), i64(0)) }, func(func()) {
				at := k.Get()
				try(at, func(t ir.Value) ir.Value { return better(at, t) })
				k.Add(i64(-1))
			})
		}
		each(func(_, t ir.Value) ir.Value { return c.ICmp(ir.SLE, t, least.Get()) })
		bound := c.Add(least.Get(), c.Binary(ir.LShr, n, i64(4)))
		four := c.Mul(state, i64(4))
		each(func(k, t ir.Value) ir.Value {
			return c.Binary(ir.And, c.ICmp(ir.SLE, t, bound), c.ICmp(ir.SGE, c.Mul(k, tape), four))
		})
		c.Store(slots.Get(), choice, 8)
		c.Store(least.Get(), c.At(choice, ctlPass-ctlParam), 8)
		c.Return(best.Get())
	})
}

// fitFunc: i64 fit(i64 n, i64 room, i64 size) is how many slots of size bytes go
// into room: 1 at least, n-1 at most where n is known.
func (nb *numbers) fitFunc() *ir.Function {
	return nb.ct.make("fit", ir.I64, []*ir.Type{ir.I64, ir.I64, ir.I64}, func(c *structured.Code, p []*ir.Param) {
		// What the allocator gives for size bytes: whole pages for large blocks.
		page := c.Binary(ir.And, c.Add(p[2], i64(4096+32-1)), i64(-4096))
		size := c.Select(c.ICmp(ir.SLT, p[2], i64(100<<10)), c.Add(p[2], i64(32)), page)
		fits := c.Binary(ir.SDiv, p[1], size)
		most := c.Select(c.ICmp(ir.SLT, p[0], i64(0)), i64(1<<31-1), c.Sub(p[0], i64(1)))
		fits = c.Select(c.ICmp(ir.SLT, fits, most), fits, most)
		c.Return(c.Select(c.ICmp(ir.SGT, fits, i64(1)), fits, i64(1)))
	})
}

// usedFunc: i64 used(ptr tape) is how many bytes are on a tape.
func (sw *scheduling) usedFunc() *ir.Function {
	m := sw.ct.rt.M
	return sw.ct.make("used", ir.I64, []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		c.Return(tape.BytesUsed(c, p[0]))
	})
}

// unwindAuto reverses what sweepAuto has run.
func (sw *scheduling) unwindAuto(c *structured.Code, ctl ir.Value, call loopCalls) {
	mode := c.Word(ctl, ctlMode)
	c.If(c.ICmp(ir.EQ, mode, i64(modeKeep)), func() {
		c.While(func() ir.Value { return c.ICmp(ir.NE, c.Word(ctl, ctlCount), i64(0)) }, func(func()) {
			sw.backTop(c, ctl, call)
		})
	})
	for _, other := range []struct {
		mode int64
		is   schedule.Schedule
	}{{modeBinomial, schedule.Binomial(1)}, {modeMixed, schedule.Mixed(1)}, {modeOnline, schedule.Online(1)}, {modeEvery, schedule.Periodic(1)}} {
		c.If(c.ICmp(ir.EQ, mode, i64(other.mode)), func() { sw.unwindBy(c, Strategy{Schedule: other.is}, ctl, call) })
	}
}
