package reverse

import (
	"github.com/llad-ad/llad/cache/schedule"
	"github.com/llad-ad/llad/ir"
)

// The sweeps are the schedules of package cache/schedule, transcribed: a
// forward sweep runs the loop and leaves snapshots, an unwinding reverses the
// steps. Where a schedule of that package knows n it stops the forward sweep
// before the last step; here the rest of the program runs between the sweeps,
// so that step is advanced too, and the state it starts from waits in a place
// of its own, which holds the result afterwards.

// sweepFunc: i32 sweep(ptr ctl, adv, keep) is the forward sweep of a strategy; it
// gives the exit by which the loop was left. Strategies that keep no tapes do
// without the last parameter.
func (rt *schedules) sweepFunc(st Strategy) *ir.Function {
	m := rt.m
	params := []*ir.Type{m.Ptr(), m.PtrTo(rt.advType())}
	if st.tapes() {
		params = append(params, m.PtrTo(rt.keepType()))
	}
	return rt.make("sweep."+st.name(), ir.I32, params, func(c *code, p []*ir.Param) {
		c.CallFunc(rt.beginFunc(), p[0])
		rt.sweepBy(c, st, p[0], rt.calls(c, st, p))
	})
}

// calls makes the calls of a loop's functions that a sweep got as parameters.
func (rt *schedules) calls(c *code, st Strategy, p []*ir.Param) loopCalls {
	call := loopCalls{adv: func(n ir.Value) ir.Value { return c.Call(rt.advType(), p[1], p[0], n) }}
	if st.tapes() {
		keep := p[len(p)-1]
		if len(p) > 3 {
			keep = p[3]
			call.back = func(frame ir.Value) { c.Call(rt.backType(), p[4], p[0], frame) }
		}
		call.keep = func(kind int64) ir.Value { return c.Call(rt.keepType(), keep, p[0], i64(kind)) }
	}
	if len(p) > 2 {
		call.rev = func(n ir.Value) { c.Call(rt.revType(), p[2], p[0], n) }
	}
	return call
}

func (rt *schedules) sweepBy(c *code, st Strategy, ctl ir.Value, call loopCalls) {
	switch st.steps().(type) {
	case schedule.CTZ:
		rt.sweepCTZ(c, ctl, call.adv)
	case schedule.RecomputeAll:
		rt.sweepRecompute(c, ctl, call.adv)
	case schedule.Periodic:
		rt.sweepPeriodic(c, ctl, call.adv)
	case schedule.Binomial:
		rt.sweepBinomial(c, ctl, call.adv)
	case schedule.Online:
		rt.sweepOnline(c, ctl, call.adv)
	case schedule.Mixed:
		rt.sweepMixed(c, ctl, call)
	default:
		rt.sweepAuto(c, ctl, call)
	}
}

// left returns when an exit has been taken, the state before the last step or
// the result being at hand.
func (rt *schedules) left(c *code, ctl, exit ir.Value) {
	c.when(c.ICmp(ir.SGE, exit, ir.NewInt(ir.I32, 0)), func() {
		c.put(c.word(ctl, ctlHand), ctl, ctlSteps)
		c.ret(exit)
	})
}

func (rt *schedules) sweepCTZ(c *code, ctl ir.Value, adv func(ir.Value) ir.Value) {
	c.forever(func(func()) {
		slot := rt.ctzSlot(c, c.word(ctl, ctlHand))
		k := c.newVar(c.Sub(c.word(ctl, ctlCount), i64(1)))
		c.while(func() ir.Value { return c.ICmp(ir.SGE, k.get(), i64(0)) }, func(leave func()) {
			pos := c.word(rt.entry(c, ctl, k.get()), heldPos)
			c.when(c.ICmp(ir.EQ, rt.ctzSlot(c, pos), slot), func() {
				c.CallFunc(rt.dropFunc(), ctl, k.get())
				leave()
			})
			k.add(i64(-1))
		})
		c.CallFunc(rt.snapshotFunc(), ctl)
		rt.left(c, ctl, adv(i64(1)))
	})
}

// ctzSlot is schedule.CTZSlot: state 0 has one of its own, as the number of
// trailing zeros of 0 is 64.
func (rt *schedules) ctzSlot(c *code, pos ir.Value) ir.Value {
	return c.Intrinsic("cttz", ir.I64, []*ir.Type{ir.I64}, pos, ir.NewBool(false))
}

func (rt *schedules) sweepRecompute(c *code, ctl ir.Value, adv func(ir.Value) ir.Value) {
	c.CallFunc(rt.snapshotFunc(), ctl)
	rt.left(c, ctl, adv(i64(-1)))
	c.Unreachable()
}

func (rt *schedules) sweepPeriodic(c *code, ctl ir.Value, adv func(ir.Value) ir.Value) {
	c.forever(func(func()) {
		c.CallFunc(rt.snapshotFunc(), ctl)
		rt.left(c, ctl, adv(c.word(ctl, ctlParam)))
	})
}

func (rt *schedules) sweepBinomial(c *code, ctl ir.Value, adv func(ir.Value) ir.Value) {
	n := c.word(ctl, ctlTotal)
	c.when(c.ICmp(ir.SGT, n, i64(1)), func() { c.CallFunc(rt.snapshotFunc(), ctl) })
	exit := c.newVar(ir.NewInt(ir.I32, -1))
	rt.walk(c, ctl, n, rt.nextBinomial, func(k ir.Value) { exit.set(adv(k)) })
	c.CallFunc(rt.asideFunc(), ctl)
	rt.left(c, ctl, adv(i64(1)))
	c.Unreachable()
}

// walk goes from the state at hand, which is held, to state e-1 and leaves
// snapshots where next says.
func (rt *schedules) walk(c *code, ctl, e ir.Value, next nextSnapshot, adv func(ir.Value)) {
	last := c.Sub(e, i64(1))
	c.while(func() ir.Value { return c.ICmp(ir.SLT, c.word(ctl, ctlHand), last) }, func(leave func()) {
		i := c.word(ctl, ctlHand)
		j := next(c, ctl, i, e)
		none := c.Binary(ir.Or, c.ICmp(ir.SLE, j, i), c.ICmp(ir.SGE, j, last))
		c.when(none, func() {
			adv(c.Sub(last, i))
			leave()
		})
		adv(c.Sub(j, i))
		c.CallFunc(rt.snapshotFunc(), ctl)
	})
}

// unwindFunc: void unwind(ptr ctl, adv, rev, keep, back) reverses the steps of a
// strategy; those that keep no tapes do without the last two.
func (rt *schedules) unwindFunc(st Strategy) *ir.Function {
	m := rt.m
	params := []*ir.Type{m.Ptr(), m.PtrTo(rt.advType()), m.PtrTo(rt.revType())}
	if st.tapes() {
		params = append(params, m.PtrTo(rt.keepType()), m.PtrTo(rt.backType()))
	}
	return rt.make("unwind."+st.name(), ir.Void, params, func(c *code, p []*ir.Param) {
		rt.exchange(c, p[0])
		c.put(i64(-1), p[0], ctlHand)
		rt.unwindBy(c, st, p[0], rt.calls(c, st, p))
		c.CallFunc(rt.finishFunc(), p[0])
		c.ret(nil)
	})
}

func (rt *schedules) unwindBy(c *code, st Strategy, ctl ir.Value, call loopCalls) {
	switch st.steps().(type) {
	case schedule.CTZ:
		rt.unwindStates(c, ctl, rt.nextCTZ, call)
	case schedule.RecomputeAll:
		rt.unwindStates(c, ctl, func(_ *code, _, i, _ ir.Value) ir.Value { return i }, call)
	case schedule.Periodic:
		rt.unwindSegments(c, ctl, call)
	case schedule.Binomial:
		// The state before the last step waits where the result is to wait.
		rt.swapState(c, ctl, c.ptr(ctl, ctlExtra))
		c.put(c.Sub(c.word(ctl, ctlSteps), i64(1)), ctl, ctlHand)
		rt.unwindFrom(c, ctl, rt.nextBinomial, call)
	case schedule.Online:
		rt.unwindStates(c, ctl, rt.nextBinomial, call)
	case schedule.Mixed:
		rt.unwindMixed(c, ctl, call)
	default:
		rt.unwindAuto(c, ctl, call)
	}
}

// nextSnapshot is where the next snapshot goes on the way from state i to state
// e-1; i means none.
type nextSnapshot func(c *code, ctl, i, e ir.Value) ir.Value

// unwindStates reverses the steps of a schedule of states, all of which are held.
func (rt *schedules) unwindStates(c *code, ctl ir.Value, next nextSnapshot, call loopCalls) {
	c.CallFunc(rt.asideFunc(), ctl)
	rt.unwindFrom(c, ctl, next, call)
}

// unwindFrom is the loop of schedule/unwind.go.
func (rt *schedules) unwindFrom(c *code, ctl ir.Value, next nextSnapshot, call loopCalls) {
	e := c.newVar(c.word(ctl, ctlSteps))
	c.while(func() ir.Value { return c.ICmp(ir.SGT, e.get(), i64(0)) }, func(func()) {
		last := c.Sub(e.get(), i64(1))
		c.when(c.ICmp(ir.NE, c.word(ctl, ctlHand), last), func() {
			c.CallFunc(rt.restoreFunc(), ctl)
			rt.walk(c, ctl, e.get(), next, func(n ir.Value) { call.adv(n) })
		})
		call.rev(i64(1))
		c.put(i64(-1), ctl, ctlHand)
		e.set(last)
		rt.dropUsed(c, ctl, last)
	})
}

// dropUsed empties the slot of state pos, if it is held last.
func (rt *schedules) dropUsed(c *code, ctl, pos ir.Value) {
	c.when(c.ICmp(ir.NE, c.word(ctl, ctlCount), i64(0)), func() {
		c.when(c.ICmp(ir.EQ, c.word(rt.top(c, ctl), heldPos), pos), func() {
			c.CallFunc(rt.dropFunc(), ctl, c.Sub(c.word(ctl, ctlCount), i64(1)))
		})
	})
}

// unwindSegments reverses the segments of schedule.Periodic, last to first.
func (rt *schedules) unwindSegments(c *code, ctl ir.Value, call loopCalls) {
	c.CallFunc(rt.asideFunc(), ctl)
	e := c.newVar(c.word(ctl, ctlSteps))
	c.while(func() ir.Value { return c.ICmp(ir.SGT, e.get(), i64(0)) }, func(func()) {
		c.CallFunc(rt.restoreFunc(), ctl)
		c.CallFunc(rt.dropFunc(), ctl, c.Sub(c.word(ctl, ctlCount), i64(1)))
		from := c.word(ctl, ctlHand)
		call.rev(c.Sub(e.get(), from))
		c.put(i64(-1), ctl, ctlHand)
		e.set(from)
	})
}

// nextCTZ is schedule.CTZNext.
func (rt *schedules) nextCTZ(c *code, _, i, e ir.Value) ir.Value {
	d := c.Sub(e, i)
	step := c.Select(c.ICmp(ir.SLE, d, i64(4)), i64(1), c.Binary(ir.LShr, d, i64(1)))
	return c.Add(i, c.Select(c.ICmp(ir.SLE, d, i64(2)), i64(0), step))
}

// nextBinomial is where schedule.Binomial takes the next snapshot with the slots
// that are empty and the one of the state at hand.
func (rt *schedules) nextBinomial(c *code, ctl, i, e ir.Value) ir.Value {
	s := c.Add(c.Sub(c.word(ctl, ctlParam), c.word(ctl, ctlCount)), i64(1))
	return c.Add(i, c.CallFunc(rt.splitFunc(), c.Sub(e, i), s))
}

// splitFunc: i64 split(i64 n, i64 s) is schedule.BinomialSplit for n below 2^31.
func (rt *schedules) splitFunc() *ir.Function {
	return rt.make("split", ir.I64, []*ir.Type{ir.I64, ir.I64}, func(c *code, p []*ir.Param) {
		n, s := ir.Value(p[0]), ir.Value(p[1])
		c.when(c.Binary(ir.Or, c.ICmp(ir.SLE, n, i64(2)), c.ICmp(ir.SLE, s, i64(1))), func() { c.ret(i64(0)) })
		most := c.Sub(n, i64(1))
		s = c.Select(c.ICmp(ir.SLT, s, most), s, most)
		r, beta := rt.repetitions(c, n, s)
		left := c.Binary(ir.UDiv, c.Mul(beta, r), c.Add(s, r))
		right := c.Binary(ir.UDiv, c.Mul(left, s), c.Sub(c.Add(s, r), i64(1)))
		rest := c.Sub(n, right)
		c.ret(c.Select(c.ICmp(ir.SLT, left, rest), left, rest))
	})
}

// repetitions is schedule.Repetitions for s > 1.
func (rt *schedules) repetitions(c *code, n, s ir.Value) (r, beta ir.Value) {
	rv, bv := c.newVar(i64(0)), c.newVar(i64(1))
	c.while(func() ir.Value { return c.ICmp(ir.SLT, bv.get(), n) }, func(func()) {
		rv.add(i64(1))
		bv.set(c.Binary(ir.UDiv, c.Mul(bv.get(), c.Add(s, rv.get())), rv.get()))
	})
	return rv.get(), bv.get()
}
