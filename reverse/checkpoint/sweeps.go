package checkpoint

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
func (sw *scheduling) sweepFunc(st Strategy) *ir.Function {
	m := sw.ct.rt.M
	params := []*ir.Type{m.Ptr(), m.PtrTo(sw.ct.advType())}
	if st.Tapes() {
		params = append(params, m.PtrTo(sw.ct.keepType()))
	}
	return sw.ct.make("sweep."+st.name(), ir.I32, params, func(c *structured.Code, p []*ir.Param) {
		c.CallFunc(sw.sn.beginFunc(), p[0])
		sw.sweepBy(c, st, p[0], sw.calls(c, st, p))
	})
}

// calls makes the calls of a loop's functions that a sweep got as parameters.
func (sw *scheduling) calls(c *structured.Code, st Strategy, p []*ir.Param) loopCalls {
	call := loopCalls{adv: func(n ir.Value) ir.Value { return c.Call(sw.ct.advType(), p[1], p[0], n) }}
	if st.Tapes() {
		keep := p[len(p)-1]
		if len(p) > 3 {
			keep = p[3]
			call.back = func(frame ir.Value) { c.Call(sw.ct.backType(), p[4], p[0], frame) }
		}
		call.keep = func(kind int64) ir.Value { return c.Call(sw.ct.keepType(), keep, p[0], i64(kind)) }
	}
	if len(p) > 2 {
		call.rev = func(n ir.Value) { c.Call(sw.ct.revType(), p[2], p[0], n) }
	}
	return call
}

func (sw *scheduling) sweepBy(c *structured.Code, st Strategy, ctl ir.Value, call loopCalls) {
	switch st.steps().(type) {
	case schedule.CTZ:
		sw.sweepCTZ(c, ctl, call.adv)
	case schedule.RecomputeAll:
		sw.sweepRecompute(c, ctl, call.adv)
	case schedule.Periodic:
		sw.sweepPeriodic(c, ctl, call.adv)
	case schedule.Binomial:
		sw.sweepBinomial(c, ctl, call.adv)
	case schedule.Online:
		sw.sweepOnline(c, ctl, call.adv)
	case schedule.Mixed:
		sw.sweepMixed(c, ctl, call)
	default:
		sw.sweepAuto(c, ctl, call)
	}
}

// left returns when an exit has been taken, the state before the last step or
// the result being at hand.
func (sw *scheduling) left(c *structured.Code, ctl, exit ir.Value) {
	c.If(c.ICmp(ir.SGE, exit, ir.NewInt(ir.I32, 0)), func() {
		c.Put(c.Word(ctl, ctlHand), ctl, ctlSteps)
		c.Return(exit)
	})
}

func (sw *scheduling) sweepCTZ(c *structured.Code, ctl ir.Value, adv func(ir.Value) ir.Value) {
	c.Forever(func(func()) {
		slot := sw.ctzSlot(c, c.Word(ctl, ctlHand))
		k := c.NewVar(c.Sub(c.Word(ctl, ctlCount), i64(1)))
		c.While(func() ir.Value { return c.ICmp(ir.SGE, k.Get(), i64(0)) }, func(leave func()) {
			pos := c.Word(sw.ct.entry(c, ctl, k.Get()), heldPos)
			c.If(c.ICmp(ir.EQ, sw.ctzSlot(c, pos), slot), func() {
				c.CallFunc(sw.sn.dropFunc(), ctl, k.Get())
				leave()
			})
			k.Add(i64(-1))
		})
		c.CallFunc(sw.sn.snapshotFunc(), ctl)
		sw.left(c, ctl, adv(i64(1)))
	})
}

// ctzSlot is schedule.CTZSlot: state 0 has one of its own, as the number of
// trailing zeros of 0 is 64.
func (sw *scheduling) ctzSlot(c *structured.Code, pos ir.Value) ir.Value {
	return c.Intrinsic("cttz", ir.I64, []*ir.Type{ir.I64}, pos, ir.NewBool(false))
}

func (sw *scheduling) sweepRecompute(c *structured.Code, ctl ir.Value, adv func(ir.Value) ir.Value) {
	c.CallFunc(sw.sn.snapshotFunc(), ctl)
	sw.left(c, ctl, adv(i64(-1)))
	c.Unreachable()
}

func (sw *scheduling) sweepPeriodic(c *structured.Code, ctl ir.Value, adv func(ir.Value) ir.Value) {
	c.Forever(func(func()) {
		c.CallFunc(sw.sn.snapshotFunc(), ctl)
		sw.left(c, ctl, adv(c.Word(ctl, ctlParam)))
	})
}

func (sw *scheduling) sweepBinomial(c *structured.Code, ctl ir.Value, adv func(ir.Value) ir.Value) {
	n := c.Word(ctl, ctlTotal)
	c.If(c.ICmp(ir.SGT, n, i64(1)), func() { c.CallFunc(sw.sn.snapshotFunc(), ctl) })
	exit := c.NewVar(ir.NewInt(ir.I32, -1))
	sw.walk(c, ctl, n, sw.nextBinomial, func(k ir.Value) { exit.Set(adv(k)) })
	c.CallFunc(sw.sn.asideFunc(), ctl)
	sw.left(c, ctl, adv(i64(1)))
	c.Unreachable()
}

// walk goes from the state at hand, which is held, to state e-1 and leaves
// snapshots where next says.
func (sw *scheduling) walk(c *structured.Code, ctl, e ir.Value, next nextSnapshot, adv func(ir.Value)) {
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
		c.CallFunc(sw.sn.snapshotFunc(), ctl)
	})
}

// unwindFunc: void unwind(ptr ctl, adv, rev, keep, back) reverses the steps of a
// strategy; those that keep no tapes do without the last two.
func (sw *scheduling) unwindFunc(st Strategy) *ir.Function {
	m := sw.ct.rt.M
	params := []*ir.Type{m.Ptr(), m.PtrTo(sw.ct.advType()), m.PtrTo(sw.ct.revType())}
	if st.Tapes() {
		params = append(params, m.PtrTo(sw.ct.keepType()), m.PtrTo(sw.ct.backType()))
	}
	return sw.ct.make("unwind."+st.name(), ir.Void, params, func(c *structured.Code, p []*ir.Param) {
		sw.st.exchange(c, p[0])
		c.Put(i64(-1), p[0], ctlHand)
		sw.unwindBy(c, st, p[0], sw.calls(c, st, p))
		c.CallFunc(sw.sn.finishFunc(), p[0])
		c.Return(nil)
	})
}

func (sw *scheduling) unwindBy(c *structured.Code, st Strategy, ctl ir.Value, call loopCalls) {
	switch st.steps().(type) {
	case schedule.CTZ:
		sw.unwindStates(c, ctl, sw.nextCTZ, call)
	case schedule.RecomputeAll:
		sw.unwindStates(c, ctl, func(_ *structured.Code, _, i, _ ir.Value) ir.Value { return i }, call)
	case schedule.Periodic:
		sw.unwindSegments(c, ctl, call)
	case schedule.Binomial:
		// The state before the last step waits where the result is to wait.
		sw.st.swapState(c, ctl, c.Ptr(ctl, ctlExtra))
		c.Put(c.Sub(c.Word(ctl, ctlSteps), i64(1)), ctl, ctlHand)
		sw.unwindFrom(c, ctl, sw.nextBinomial, call)
	case schedule.Online:
		sw.unwindStates(c, ctl, sw.nextBinomial, call)
	case schedule.Mixed:
		sw.unwindMixed(c, ctl, call)
	default:
		sw.unwindAuto(c, ctl, call)
	}
}

// nextSnapshot is where the next snapshot goes on the way from state i to state
// e-1; i means none.
type nextSnapshot func(c *structured.Code, ctl, i, e ir.Value) ir.Value

// unwindStates reverses the steps of a schedule of states, all of which are held.
func (sw *scheduling) unwindStates(c *structured.Code, ctl ir.Value, next nextSnapshot, call loopCalls) {
	c.CallFunc(sw.sn.asideFunc(), ctl)
	sw.unwindFrom(c, ctl, next, call)
}

// unwindFrom is the loop of schedule/unwind.go.
func (sw *scheduling) unwindFrom(c *structured.Code, ctl ir.Value, next nextSnapshot, call loopCalls) {
	e := c.NewVar(c.Word(ctl, ctlSteps))
	c.While(func() ir.Value { return c.ICmp(ir.SGT, e.Get(), i64(0)) }, func(func()) {
		last := c.Sub(e.Get(), i64(1))
		c.If(c.ICmp(ir.NE, c.Word(ctl, ctlHand), last), func() {
			c.CallFunc(sw.sn.restoreFunc(), ctl)
			sw.walk(c, ctl, e.Get(), next, func(n ir.Value) { call.adv(n) })
		})
		call.rev(i64(1))
		c.Put(i64(-1), ctl, ctlHand)
		e.Set(last)
		sw.dropUsed(c, ctl, last)
	})
}

// dropUsed empties the slot of state pos, if it is held last.
func (sw *scheduling) dropUsed(c *structured.Code, ctl, pos ir.Value) {
	c.If(c.ICmp(ir.NE, c.Word(ctl, ctlCount), i64(0)), func() {
		c.If(c.ICmp(ir.EQ, c.Word(sw.ct.top(c, ctl), heldPos), pos), func() {
			c.CallFunc(sw.sn.dropFunc(), ctl, c.Sub(c.Word(ctl, ctlCount), i64(1)))
		})
	})
}

// unwindSegments reverses the segments of schedule.Periodic, last to first.
func (sw *scheduling) unwindSegments(c *structured.Code, ctl ir.Value, call loopCalls) {
	c.CallFunc(sw.sn.asideFunc(), ctl)
	e := c.NewVar(c.Word(ctl, ctlSteps))
	c.While(func() ir.Value { return c.ICmp(ir.SGT, e.Get(), i64(0)) }, func(func()) {
		c.CallFunc(sw.sn.restoreFunc(), ctl)
		c.CallFunc(sw.sn.dropFunc(), ctl, c.Sub(c.Word(ctl, ctlCount), i64(1)))
		from := c.Word(ctl, ctlHand)
		call.rev(c.Sub(e.Get(), from))
		c.Put(i64(-1), ctl, ctlHand)
		e.Set(from)
	})
}

// nextCTZ is schedule.CTZNext.
func (sw *scheduling) nextCTZ(c *structured.Code, _, i, e ir.Value) ir.Value {
	d := c.Sub(e, i)
	step := c.Select(c.ICmp(ir.SLE, d, i64(4)), i64(1), c.Binary(ir.LShr, d, i64(1)))
	return c.Add(i, c.Select(c.ICmp(ir.SLE, d, i64(2)), i64(0), step))
}

// nextBinomial is where schedule.Binomial takes the next snapshot with the slots
// that are empty and the one of the state at hand.
func (sw *scheduling) nextBinomial(c *structured.Code, ctl, i, e ir.Value) ir.Value {
	s := c.Add(c.Sub(c.Word(ctl, ctlParam), c.Word(ctl, ctlCount)), i64(1))
	return c.Add(i, c.CallFunc(sw.nb.splitFunc(), c.Sub(e, i), s))
}

// splitFunc: i64 split(i64 n, i64 s) is schedule.BinomialSplit for n below 2^31.
func (nb *numbers) splitFunc() *ir.Function {
	return nb.ct.make("split", ir.I64, []*ir.Type{ir.I64, ir.I64}, func(c *structured.Code, p []*ir.Param) {
		n, s := ir.Value(p[0]), ir.Value(p[1])
		c.If(c.Binary(ir.Or, c.ICmp(ir.SLE, n, i64(2)), c.ICmp(ir.SLE, s, i64(1))), func() { c.Return(i64(0)) })
		most := c.Sub(n, i64(1))
		s = c.Select(c.ICmp(ir.SLT, s, most), s, most)
		r, beta := nb.repetitions(c, n, s)
		left := c.Binary(ir.UDiv, c.Mul(beta, r), c.Add(s, r))
		right := c.Binary(ir.UDiv, c.Mul(left, s), c.Sub(c.Add(s, r), i64(1)))
		rest := c.Sub(n, right)
		c.Return(c.Select(c.ICmp(ir.SLT, left, rest), left, rest))
	})
}

// repetitions is schedule.Repetitions for s > 1.
func (nb *numbers) repetitions(c *structured.Code, n, s ir.Value) (r, beta ir.Value) {
	rv, bv := c.NewVar(i64(0)), c.NewVar(i64(1))
	c.While(func() ir.Value { return c.ICmp(ir.SLT, bv.Get(), n) }, func(func()) {
		rv.Add(i64(1))
		bv.Set(c.Binary(ir.UDiv, c.Mul(bv.Get(), c.Add(s, rv.Get())), rv.Get()))
	})
	return rv.Get(), bv.Get()
}
