package reverse

import (
	"github.com/llad-ad/llad/cache/schedule"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
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
	m := rt.M
	params := []*ir.Type{m.Ptr(), m.PtrTo(rt.advType())}
	if st.tapes() {
		params = append(params, m.PtrTo(rt.keepType()))
	}
	return rt.make("sweep."+st.name(), ir.I32, params, func(c *structured.Code, p []*ir.Param) {
		c.CallFunc(rt.beginFunc(), p[0])
		rt.sweepBy(c, st, p[0], rt.calls(c, st, p))
	})
}

// calls makes the calls of a loop's functions that a sweep got as parameters.
func (rt *schedules) calls(c *structured.Code, st Strategy, p []*ir.Param) loopCalls {
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

func (rt *schedules) sweepBy(c *structured.Code, st Strategy, ctl ir.Value, call loopCalls) {
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
func (rt *schedules) left(c *structured.Code, ctl, exit ir.Value) {
	c.If(c.ICmp(ir.SGE, exit, ir.NewInt(ir.I32, 0)), func() {
		c.Put(c.Word(ctl, ctlHand), ctl, ctlSteps)
		c.Return(exit)
	})
}

func (rt *schedules) sweepCTZ(c *structured.Code, ctl ir.Value, adv func(ir.Value) ir.Value) {
	c.Forever(func(func()) {
		slot := rt.ctzSlot(c, c.Word(ctl, ctlHand))
		k := c.NewVar(c.Sub(c.Word(ctl, ctlCount), i64(1)))
		c.While(func() ir.Value { return c.ICmp(ir.SGE, k.Get(), i64(0)) }, func(leave func()) {
			pos := c.Word(rt.entry(c, ctl, k.Get()), heldPos)
			c.If(c.ICmp(ir.EQ, rt.ctzSlot(c, pos), slot), func() {
				c.CallFunc(rt.dropFunc(), ctl, k.Get())
				leave()
			})
			k.Add(i64(-1))
		})
		c.CallFunc(rt.snapshotFunc(), ctl)
		rt.left(c, ctl, adv(i64(1)))
	})
}

// ctzSlot is schedule.CTZSlot: state 0 has one of its own, as the number of
// trailing zeros of 0 is 64.
func (rt *schedules) ctzSlot(c *structured.Code, pos ir.Value) ir.Value {
	return c.Intrinsic("cttz", ir.I64, []*ir.Type{ir.I64}, pos, ir.NewBool(false))
}

func (rt *schedules) sweepRecompute(c *structured.Code, ctl ir.Value, adv func(ir.Value) ir.Value) {
	c.CallFunc(rt.snapshotFunc(), ctl)
	rt.left(c, ctl, adv(i64(-1)))
	c.Unreachable()
}

func (rt *schedules) sweepPeriodic(c *structured.Code, ctl ir.Value, adv func(ir.Value) ir.Value) {
	c.Forever(func(func()) {
		c.CallFunc(rt.snapshotFunc(), ctl)
		rt.left(c, ctl, adv(c.Word(ctl, ctlParam)))
	})
}

func (rt *schedules) sweepBinomial(c *structured.Code, ctl ir.Value, adv func(ir.Value) ir.Value) {
	n := c.Word(ctl, ctlTotal)
	c.If(c.ICmp(ir.SGT, n, i64(1)), func() { c.CallFunc(rt.snapshotFunc(), ctl) })
	exit := c.NewVar(ir.NewInt(ir.I32, -1))
	rt.walk(c, ctl, n, rt.nextBinomial, func(k ir.Value) { exit.Set(adv(k)) })
	c.CallFunc(rt.asideFunc(), ctl)
	rt.left(c, ctl, adv(i64(1)))
	c.Unreachable()
}

// walk goes from the state at hand, which is held, to state e-1 and leaves
// snapshots where next says.
func (rt *schedules) walk(c *structured.Code, ctl, e ir.Value, next nextSnapshot, adv func(ir.Value)) {
	last := c.Sub(e, i64(1))
	c.While(func() ir.Value { return c.ICmp(ir.SLT, c.Word(ctl, ctlHand), last) }, func(leave func()) {
		i := c.Word(ctl, ctlHand)
		j := next(c, ctl, i, e)
		none := c.Binary(ir.Or, c.ICmp(ir.SLE, j, i), c.ICmp(ir.SGE, j, last))
		c.If(none, func() {
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
	m := rt.M
	params := []*ir.Type{m.Ptr(), m.PtrTo(rt.advType()), m.PtrTo(rt.revType())}
	if st.tapes() {
		params = append(params, m.PtrTo(rt.keepType()), m.PtrTo(rt.backType()))
	}
	return rt.make("unwind."+st.name(), ir.Void, params, func(c *structured.Code, p []*ir.Param) {
		rt.exchange(c, p[0])
		c.Put(i64(-1), p[0], ctlHand)
		rt.unwindBy(c, st, p[0], rt.calls(c, st, p))
		c.CallFunc(rt.finishFunc(), p[0])
		c.Return(nil)
	})
}

func (rt *schedules) unwindBy(c *structured.Code, st Strategy, ctl ir.Value, call loopCalls) {
	switch st.steps().(type) {
	case schedule.CTZ:
		rt.unwindStates(c, ctl, rt.nextCTZ, call)
	case schedule.RecomputeAll:
		rt.unwindStates(c, ctl, func(_ *structured.Code, _, i, _ ir.Value) ir.Value { return i }, call)
	case schedule.Periodic:
		rt.unwindSegments(c, ctl, call)
	case schedule.Binomial:
		// The state before the last step waits where the result is to wait.
		rt.swapState(c, ctl, c.Ptr(ctl, ctlExtra))
		c.Put(c.Sub(c.Word(ctl, ctlSteps), i64(1)), ctl, ctlHand)
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
type nextSnapshot func(c *structured.Code, ctl, i, e ir.Value) ir.Value

// unwindStates reverses the steps of a schedule of states, all of which are held.
func (rt *schedules) unwindStates(c *structured.Code, ctl ir.Value, next nextSnapshot, call loopCalls) {
	c.CallFunc(rt.asideFunc(), ctl)
	rt.unwindFrom(c, ctl, next, call)
}

// unwindFrom is the loop of schedule/unwind.go.
func (rt *schedules) unwindFrom(c *structured.Code, ctl ir.Value, next nextSnapshot, call loopCalls) {
	e := c.NewVar(c.Word(ctl, ctlSteps))
	c.While(func() ir.Value { return c.ICmp(ir.SGT, e.Get(), i64(0)) }, func(func()) {
		last := c.Sub(e.Get(), i64(1))
		c.If(c.ICmp(ir.NE, c.Word(ctl, ctlHand), last), func() {
			c.CallFunc(rt.restoreFunc(), ctl)
			rt.walk(c, ctl, e.Get(), next, func(n ir.Value) { call.adv(n) })
		})
		call.rev(i64(1))
		c.Put(i64(-1), ctl, ctlHand)
		e.Set(last)
		rt.dropUsed(c, ctl, last)
	})
}

// dropUsed empties the slot of state pos, if it is held last.
func (rt *schedules) dropUsed(c *structured.Code, ctl, pos ir.Value) {
	c.If(c.ICmp(ir.NE, c.Word(ctl, ctlCount), i64(0)), func() {
		c.If(c.ICmp(ir.EQ, c.Word(rt.top(c, ctl), heldPos), pos), func() {
			c.CallFunc(rt.dropFunc(), ctl, c.Sub(c.Word(ctl, ctlCount), i64(1)))
		})
	})
}

// unwindSegments reverses the segments of schedule.Periodic, last to first.
func (rt *schedules) unwindSegments(c *structured.Code, ctl ir.Value, call loopCalls) {
	c.CallFunc(rt.asideFunc(), ctl)
	e := c.NewVar(c.Word(ctl, ctlSteps))
	c.While(func() ir.Value { return c.ICmp(ir.SGT, e.Get(), i64(0)) }, func(func()) {
		c.CallFunc(rt.restoreFunc(), ctl)
		c.CallFunc(rt.dropFunc(), ctl, c.Sub(c.Word(ctl, ctlCount), i64(1)))
		from := c.Word(ctl, ctlHand)
		call.rev(c.Sub(e.Get(), from))
		c.Put(i64(-1), ctl, ctlHand)
		e.Set(from)
	})
}

// nextCTZ is schedule.CTZNext.
func (rt *schedules) nextCTZ(c *structured.Code, _, i, e ir.Value) ir.Value {
	d := c.Sub(e, i)
	step := c.Select(c.ICmp(ir.SLE, d, i64(4)), i64(1), c.Binary(ir.LShr, d, i64(1)))
	return c.Add(i, c.Select(c.ICmp(ir.SLE, d, i64(2)), i64(0), step))
}

// nextBinomial is where schedule.Binomial takes the next snapshot with the slots
// that are empty and the one of the state at hand.
func (rt *schedules) nextBinomial(c *structured.Code, ctl, i, e ir.Value) ir.Value {
	s := c.Add(c.Sub(c.Word(ctl, ctlParam), c.Word(ctl, ctlCount)), i64(1))
	return c.Add(i, c.CallFunc(rt.splitFunc(), c.Sub(e, i), s))
}

// splitFunc: i64 split(i64 n, i64 s) is schedule.BinomialSplit for n below 2^31.
func (rt *schedules) splitFunc() *ir.Function {
	return rt.make("split", ir.I64, []*ir.Type{ir.I64, ir.I64}, func(c *structured.Code, p []*ir.Param) {
		n, s := ir.Value(p[0]), ir.Value(p[1])
		c.If(c.Binary(ir.Or, c.ICmp(ir.SLE, n, i64(2)), c.ICmp(ir.SLE, s, i64(1))), func() { c.Return(i64(0)) })
		most := c.Sub(n, i64(1))
		s = c.Select(c.ICmp(ir.SLT, s, most), s, most)
		r, beta := rt.repetitions(c, n, s)
		left := c.Binary(ir.UDiv, c.Mul(beta, r), c.Add(s, r))
		right := c.Binary(ir.UDiv, c.Mul(left, s), c.Sub(c.Add(s, r), i64(1)))
		rest := c.Sub(n, right)
		c.Return(c.Select(c.ICmp(ir.SLT, left, rest), left, rest))
	})
}

// repetitions is schedule.Repetitions for s > 1.
func (rt *schedules) repetitions(c *structured.Code, n, s ir.Value) (r, beta ir.Value) {
	rv, bv := c.NewVar(i64(0)), c.NewVar(i64(1))
	c.While(func() ir.Value { return c.ICmp(ir.SLT, bv.Get(), n) }, func(func()) {
		rv.Add(i64(1))
		bv.Set(c.Binary(ir.UDiv, c.Mul(bv.Get(), c.Add(s, rv.Get())), rv.Get()))
	})
	return rv.Get(), bv.Get()
}
