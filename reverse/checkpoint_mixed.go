package reverse

import "github.com/llad-ad/llad/ir"

// mixedLimit bounds the entries of a table for schedule.Mixed. Beyond it the
// slots hold states alone.
const mixedLimit = 1 << 24

// keepType and backType are the types of the functions that run a step with its
// tape kept, and that reverse it.
func (rt *schedules) keepType() *ir.Type { return rt.m.FuncType(ir.I32, rt.m.Ptr(), ir.I64) }
func (rt *schedules) backType() *ir.Type { return rt.m.FuncType(ir.Void, rt.m.Ptr(), rt.m.Ptr()) }

// loopCalls are the calls of a loop's own functions that a schedule makes.
type loopCalls struct {
	adv  func(n ir.Value) ir.Value // runs n steps, gives the exit
	rev  func(n ir.Value)          // reverses n steps from the state at hand
	keep func(kind int64) ir.Value // runs a step and holds its tape, gives the exit
	back func(frame ir.Value)      // reverses a step from its tape
}

// sweepMixed is the forward sweep of schedule.Mixed. The last step keeps its
// tape besides the slots.
func (rt *schedules) sweepMixed(c *code, ctl ir.Value, call loopCalls) {
	rt.makeTable(c, ctl)
	rt.sweepTable(c, ctl, call)
}

func (rt *schedules) sweepTable(c *code, ctl ir.Value, call loopCalls) {
	rt.walkMixed(c, ctl, c.word(ctl, ctlTotal), call)
	rt.left(c, ctl, call.keep(heldLast))
	c.Unreachable()
}

// makeTable computes the table, unless it were too large.
func (rt *schedules) makeTable(c *code, ctl ir.Value) {
	n := c.word(ctl, ctlTotal)
	most := c.Sub(n, i64(1))
	s := c.word(ctl, ctlParam)
	s = c.Select(c.ICmp(ir.SLT, s, most), s, most)
	c.put(s, ctl, ctlParam)
	c.when(c.ICmp(ir.SLE, c.Mul(n, s), i64(mixedLimit)), func() {
		c.put(c.CallFunc(rt.tableFunc(), n, s, c.at(ctl, ctlPass)), ctl, ctlTable)
	})
}

// tableFunc: ptr table(i64 n, i64 s, ptr runs) is schedule.newMixedTable: how far
// to advance m steps with k slots is at (k-1)*n + m-1, and M(n, s) in *runs.
func (rt *schedules) tableFunc() *ir.Function {
	m := rt.m
	return rt.make("table", m.Ptr(), []*ir.Type{ir.I64, ir.I64, m.Ptr()}, func(c *code, p []*ir.Param) {
		n, s := p[0], p[1]
		calloc := m.Declare("calloc", m.FuncType(m.Ptr(), ir.I64, ir.I64))
		ahead := c.CallFunc(calloc, c.Add(c.Mul(n, s), i64(1)), i64(4))
		row := c.Add(n, i64(1))
		rows := c.CallFunc(calloc, row, i64(16))
		prev, cur := c.newVar(rows), c.newVar(c.Offset(rows, c.Mul(row, i64(8))))
		at := func(v variable, k ir.Value) ir.Value { return c.Offset(v.get(), c.Mul(k, i64(8))) }
		get := func(v variable, k ir.Value) ir.Value { return c.Load(ir.I64, at(v, k), 8) }
		c.times(row, func(k ir.Value) {
			c.Store(c.Mul(c.Sub(k, i64(1)), i64(1<<31-1)), at(prev, k), 8)
		})
		c.Store(i64(0), at(prev, i64(0)), 8)
		c.Store(i64(1), at(prev, i64(1)), 8)
		c.times(s, func(k0 ir.Value) {
			k := c.Add(k0, i64(1))
			c.Store(i64(0), at(cur, i64(0)), 8)
			from := c.newVar(i64(0))
			c.times(n, func(m0 ir.Value) {
				m := c.Add(m0, i64(1))
				c.when(c.ICmp(ir.SLE, m, c.Add(k, i64(1))), func() {
					c.Store(m, at(cur, m), 8)
				}, func() {
					first := c.ICmp(ir.EQ, from.get(), i64(0))
					lo := c.Select(first, i64(2), from.get())
					last, far := m0, c.Add(from.get(), k)
					near := c.Select(c.ICmp(ir.SLT, far, last), far, last)
					hi := c.Select(first, last, near)
					best, found := c.newVar(i64(1<<63-1)), c.newVar(i64(0))
					i := c.newVar(lo)
					c.while(func() ir.Value { return c.ICmp(ir.SLE, i.get(), hi) }, func(func()) {
						cost := c.Add(c.Add(i.get(), get(cur, i.get())), get(prev, c.Sub(m, i.get())))
						less := c.ICmp(ir.SLT, cost, best.get())
						same := c.Binary(ir.And, c.ICmp(ir.EQ, cost, best.get()), first)
						c.when(c.Binary(ir.Or, less, same), func() {
							best.set(cost)
							found.set(i.get())
						})
						i.add(i64(1))
					})
					from.set(found.get())
					tape := c.Add(get(prev, m0), i64(1))
					c.when(c.ICmp(ir.SLT, tape, best.get()), func() { from.set(i64(0)) })
					c.when(c.ICmp(ir.SLE, tape, best.get()), func() {
						best.set(tape)
						found.set(i64(0))
					})
					c.Store(best.get(), at(cur, m), 8)
					e := c.Add(c.Mul(k0, n), m0)
					c.Store(c.Cast(ir.Trunc, found.get(), ir.I32), c.Offset(ahead, c.Mul(e, i64(4))), 4)
				})
			})
			old := prev.get()
			prev.set(cur.get())
			cur.set(old)
		})
		c.Store(get(prev, n), p[2], 8)
		c.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), rows)
		c.ret(ahead)
	})
}

// choiceFunc: i64 choice(ptr ctl, i64 m, i64 s) says how to begin m > 1 steps with
// s slots: keep the state and advance so many steps, or 0: keep the step's tape.
func (rt *schedules) choiceFunc() *ir.Function {
	m := rt.m
	return rt.make("choice", ir.I64, []*ir.Type{m.Ptr(), ir.I64, ir.I64}, func(c *code, p []*ir.Param) {
		table := c.ptr(p[0], ctlTable)
		c.when(c.ICmp(ir.EQ, table, ir.Zero(m.Ptr())), func() {
			j := c.CallFunc(rt.splitFunc(), p[1], p[2])
			c.ret(c.Select(c.ICmp(ir.EQ, j, i64(0)), c.Sub(p[1], i64(1)), j))
		})
		row := c.Mul(c.Sub(p[2], i64(1)), c.word(p[0], ctlTotal))
		e := c.Add(row, c.Sub(p[1], i64(1)))
		c.ret(c.Cast(ir.SExt, c.Load(ir.I32, c.Offset(table, c.Mul(e, i64(4))), 4), ir.I64))
	})
}

// walkMixed is schedule.Mixed's walk from the state at hand to state e-1.
func (rt *schedules) walkMixed(c *code, ctl, e ir.Value, call loopCalls) {
	last := c.Sub(e, i64(1))
	c.while(func() ir.Value { return c.ICmp(ir.SLT, c.word(ctl, ctlHand), last) }, func(leave func()) {
		hand := c.word(ctl, ctlHand)
		count := c.word(ctl, ctlCount)
		free := c.Sub(c.word(ctl, ctlParam), count)
		kept := c.newVar(ir.NewBool(false))
		c.when(c.ICmp(ir.SGT, count, i64(0)), func() {
			top := rt.top(c, ctl)
			state := c.ICmp(ir.EQ, c.word(top, heldTape), i64(0))
			kept.set(c.Binary(ir.And, state, c.ICmp(ir.EQ, c.word(top, heldPos), hand)))
		})
		isKept := kept.get()
		slots := c.Add(free, c.Select(isKept, i64(1), i64(0)))
		c.when(c.ICmp(ir.SLE, slots, i64(0)), func() {
			call.adv(c.Sub(last, hand))
			leave()
		})
		ahead := c.CallFunc(rt.choiceFunc(), ctl, c.Sub(e, hand), slots)
		c.when(c.ICmp(ir.EQ, ahead, i64(0)), func() {
			c.when(isKept, func() { c.CallFunc(rt.dropFunc(), ctl, c.Sub(count, i64(1))) })
			call.keep(heldTapes)
			rt.count(c, statKept, i64(1))
		}, func() {
			c.when(c.Binary(ir.Xor, isKept, ir.NewBool(true)), func() { c.CallFunc(rt.snapshotFunc(), ctl) })
			call.adv(ahead)
		})
	})
}

// backTop reverses the step whose tape is held last, and lets go of it.
func (rt *schedules) backTop(c *code, ctl ir.Value, call loopCalls) {
	call.back(c.ptr(rt.top(c, ctl), heldData))
	c.CallFunc(rt.dropFunc(), ctl, c.Sub(c.word(ctl, ctlCount), i64(1)))
	c.put(i64(-1), ctl, ctlHand)
}

// unwindMixed reverses what sweepMixed has run.
func (rt *schedules) unwindMixed(c *code, ctl ir.Value, call loopCalls) {
	c.CallFunc(rt.asideFunc(), ctl)
	e := c.newVar(c.word(ctl, ctlSteps))
	c.while(func() ir.Value { return c.ICmp(ir.SGT, e.get(), i64(0)) }, func(func()) {
		last := c.Sub(e.get(), i64(1))
		done := c.newVar(ir.NewBool(false))
		c.when(c.ICmp(ir.SGT, c.word(ctl, ctlCount), i64(0)), func() {
			tape := c.Binary(ir.And, c.word(rt.top(c, ctl), heldTape), i64(heldTapes|heldLast))
			c.when(c.ICmp(ir.NE, tape, i64(0)), func() {
				rt.backTop(c, ctl, call)
				done.set(ir.NewBool(true))
			})
		})
		c.when(done.get(), func() {}, func() {
			c.CallFunc(rt.restoreFunc(), ctl)
			rt.walkMixed(c, ctl, e.get(), call)
			call.rev(i64(1))
			c.put(i64(-1), ctl, ctlHand)
			rt.dropUsed(c, ctl, last)
		})
		e.set(last)
	})
	c.CallFunc(rt.m.Declare("free", rt.m.FuncType(ir.Void, rt.m.Ptr())), c.ptr(ctl, ctlTable))
}
