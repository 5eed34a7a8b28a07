package checkpoint

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// mixedLimit bounds the entries of a table for schedule.Mixed. Beyond it the
// slots hold states alone.
const mixedLimit = 1 << 24

// keepType and backType are the types of the functions that run a step with its
// tape kept, and that reverse it.
func (ct *control) keepType() *ir.Type { return ct.rt.M.FuncType(ir.I32, ct.rt.M.Ptr(), ir.I64) }
func (ct *control) backType() *ir.Type {
	return ct.rt.M.FuncType(ir.Void, ct.rt.M.Ptr(), ct.rt.M.Ptr())
}

// loopCalls are the calls of a loop's own functions that a schedule makes.
type loopCalls struct {
	adv  func(n ir.Value) ir.Value // runs n steps, gives the exit
	rev  func(n ir.Value)          // reverses n steps from the state at hand
	keep func(kind int64) ir.Value // runs a step and holds its tape, gives the exit
	back func(frame ir.Value)      // reverses a step from its tape
}

// sweepMixed is the forward sweep of schedule.Mixed. The last step keeps its
// tape besides the slots.
func (sw *scheduling) sweepMixed(c *structured.Code, ctl ir.Value, call loopCalls) {
	sw.nb.makeTable(c, ctl)
	sw.sweepTable(c, ctl, call)
}

func (sw *scheduling) sweepTable(c *structured.Code, ctl ir.Value, call loopCalls) {
	sw.walkMixed(c, ctl, c.Word(ctl, ctlTotal), call)
	sw.left(c, ctl, call.keep(heldLast))
	c.Unreachable()
}

// makeTable computes the table, unless it were too large.
func (nb *numbers) makeTable(c *structured.Code, ctl ir.Value) {
	n := c.Word(ctl, ctlTotal)
	most := c.Sub(n, i64(1))
	s := c.Word(ctl, ctlParam)
	s = c.Select(c.ICmp(ir.SLT, s, most), s, most)
	c.Put(s, ctl, ctlParam)
	c.If(c.ICmp(ir.SLE, c.Mul(n, s), i64(mixedLimit)), func() {
		c.Put(c.CallFunc(nb.tableFunc(), n, s, c.At(ctl, ctlPass)), ctl, ctlTable)
	})
}

// tableFunc: ptr table(i64 n, i64 s, ptr runs) is schedule.newMixedTable: how far
// to advance m steps with k slots is at (k-1)*n + m-1, and M(n, s) in *runs.
func (nb *numbers) tableFunc() *ir.Function {
	m := nb.ct.rt.M
	return nb.ct.make("table", m.Ptr(), []*ir.Type{ir.I64, ir.I64, m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		n, s := p[0], p[1]
		calloc := m.Declare("calloc", m.FuncType(m.Ptr(), ir.I64, ir.I64))
		ahead := c.CallFunc(calloc, c.Add(c.Mul(n, s), i64(1)), i64(4))
		row := c.Add(n, i64(1))
		rows := c.CallFunc(calloc, row, i64(16))
		prev, cur := c.NewVar(rows), c.NewVar(c.Offset(rows, c.Mul(row, i64(8))))
		at := func(v structured.Var, k ir.Value) ir.Value { return c.Offset(v.Get(), c.Mul(k, i64(8))) }
		get := func(v structured.Var, k ir.Value) ir.Value { return c.Load(ir.I64, at(v, k), 8) }
		c.Times(row, func(k ir.Value) {
			c.Store(c.Mul(c.Sub(k, i64(1)), i64(1<<31-1)), at(prev, k), 8)
		})
		c.Store(i64(0), at(prev, i64(0)), 8)
		c.Store(i64(1), at(prev, i64(1)), 8)
		c.Times(s, func(k0 ir.Value) {
			k := c.Add(k0, i64(1))
			c.Store(i64(0), at(cur, i64(0)), 8)
			from := c.NewVar(i64(0))
			c.Times(n, func(m0 ir.Value) {
				m := c.Add(m0, i64(1))
				c.If(c.ICmp(ir.SLE, m, c.Add(k, i64(1))), func() {
					c.Store(m, at(cur, m), 8)
				}, func() {
					first := c.ICmp(ir.EQ, from.Get(), i64(0))
					lo := c.Select(first, i64(2), from.Get())
					last, far := m0, c.Add(from.Get(), k)
					near := c.Select(c.ICmp(ir.SLT, far, last), far, last)
					hi := c.Select(first, last, near)
					best, found := c.NewVar(i64(1<<63-1)), c.NewVar(i64(0))
					i := c.NewVar(lo)
					c.While(func() ir.Value { return c.ICmp(ir.SLE, i.Get(), hi) }, func(func()) {
						cost := c.Add(c.Add(i.Get(), get(cur, i.Get())), get(prev, c.Sub(m, i.Get())))
						less := c.ICmp(ir.SLT, cost, best.Get())
						same := c.Binary(ir.And, c.ICmp(ir.EQ, cost, best.Get()), first)
						c.If(c.Binary(ir.Or, less, same), func() {
							best.Set(cost)
							found.Set(i.Get())
						})
						i.Add(i64(1))
					})
					from.Set(found.Get())
					tape := c.Add(get(prev, m0), i64(1))
					c.If(c.ICmp(ir.SLT, tape, best.Get()), func() { from.Set(i64(0)) })
					c.If(c.ICmp(ir.SLE, tape, best.Get()), func() {
						best.Set(tape)
						found.Set(i64(0))
					})
					c.Store(best.Get(), at(cur, m), 8)
					e := c.Add(c.Mul(k0, n), m0)
					c.Store(c.Cast(ir.Trunc, found.Get(), ir.I32), c.Offset(ahead, c.Mul(e, i64(4))), 4)
				})
			})
			old := prev.Get()
			prev.Set(cur.Get())
			cur.Set(old)
		})
		c.Store(get(prev, n), p[2], 8)
		c.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), rows)
		c.Return(ahead)
	})
}

// choiceFunc: i64 choice(ptr ctl, i64 m, i64 s) says how to begin m > 1 steps with
// s slots: keep the state and advance so many steps, or 0: keep the step's tape.
func (nb *numbers) choiceFunc() *ir.Function {
	m := nb.ct.rt.M
	return nb.ct.make("choice", ir.I64, []*ir.Type{m.Ptr(), ir.I64, ir.I64}, func(c *structured.Code, p []*ir.Param) {
		table := c.Ptr(p[0], ctlTable)
		c.If(c.ICmp(ir.EQ, table, ir.Zero(m.Ptr())), func() {
			j := c.CallFunc(nb.splitFunc(), p[1], p[2])
			c.Return(c.Select(c.ICmp(ir.EQ, j, i64(0)), c.Sub(p[1], i64(1)), j))
		})
		row := c.Mul(c.Sub(p[2], i64(1)), c.Word(p[0], ctlTotal))
		e := c.Add(row, c.Sub(p[1], i64(1)))
		c.Return(c.Cast(ir.SExt, c.Load(ir.I32, c.Offset(table, c.Mul(e, i64(4))), 4), ir.I64))
	})
}

// walkMixed is schedule.Mixed's walk from the state at hand to state e-1.
func (sw *scheduling) walkMixed(c *structured.Code, ctl, e ir.Value, call loopCalls) {
	last := c.Sub(e, i64(1))
	c.While(func() ir.Value { return c.ICmp(ir.SLT, c.Word(ctl, ctlHand), last) }, func(leave func()) {
		hand := c.Word(ctl, ctlHand)
		count := c.Word(ctl, ctlCount)
		free := c.Sub(c.Word(ctl, ctlParam), count)
		kept := c.NewVar(ir.NewBool(false))
		c.If(c.ICmp(ir.SGT, count, i64(0)), func() {
			top := sw.ct.top(c, ctl)
			state := c.ICmp(ir.EQ, c.Word(top, heldTape), i64(0))
			kept.Set(c.Binary(ir.And, state, c.ICmp(ir.EQ, c.Word(top, heldPos), hand)))
		})
		isKept := kept.Get()
		slots := c.Add(free, c.Select(isKept, i64(1), i64(0)))
		c.If(c.ICmp(ir.SLE, slots, i64(0)), func() {
			call.adv(c.Sub(last, hand))
			leave()
		})
		ahead := c.CallFunc(sw.nb.choiceFunc(), ctl, c.Sub(e, hand), slots)
		c.If(c.ICmp(ir.EQ, ahead, i64(0)), func() {
			c.If(isKept, func() { c.CallFunc(sw.sn.dropFunc(), ctl, c.Sub(count, i64(1))) })
			call.keep(heldTapes)
			sw.ct.count(c, statKept, i64(1))
		}, func() {
			c.If(c.Binary(ir.Xor, isKept, ir.NewBool(true)), func() { c.CallFunc(sw.sn.snapshotFunc(), ctl) })
			call.adv(ahead)
		})
	})
}

// backTop reverses the step whose tape is held last, and lets go of it.
func (sw *scheduling) backTop(c *structured.Code, ctl ir.Value, call loopCalls) {
	call.back(c.Ptr(sw.ct.top(c, ctl), heldData))
	c.CallFunc(sw.sn.dropFunc(), ctl, c.Sub(c.Word(ctl, ctlCount), i64(1)))
	c.Put(i64(-1), ctl, ctlHand)
}

// unwindMixed reverses what sweepMixed has run.
func (sw *scheduling) unwindMixed(c *structured.Code, ctl ir.Value, call loopCalls) {
	c.CallFunc(sw.sn.asideFunc(), ctl)
	e := c.NewVar(c.Word(ctl, ctlSteps))
	c.While(func() ir.Value { return c.ICmp(ir.SGT, e.Get(), i64(0)) }, func(func()) {
		last := c.Sub(e.Get(), i64(1))
		done := c.NewVar(ir.NewBool(false))
		c.If(c.ICmp(ir.SGT, c.Word(ctl, ctlCount), i64(0)), func() {
			tape := c.Binary(ir.And, c.Word(sw.ct.top(c, ctl), heldTape), i64(heldTapes|heldLast))
			c.If(c.ICmp(ir.NE, tape, i64(0)), func() {
				sw.backTop(c, ctl, call)
				done.Set(ir.NewBool(true))
			})
		})
		c.If(done.Get(), func() {}, func() {
			c.CallFunc(sw.sn.restoreFunc(), ctl)
			sw.walkMixed(c, ctl, e.Get(), call)
			call.rev(i64(1))
			c.Put(i64(-1), ctl, ctlHand)
			sw.dropUsed(c, ctl, last)
		})
		e.Set(last)
	})
	c.CallFunc(sw.ct.rt.M.Declare("free", sw.ct.rt.M.FuncType(ir.Void, sw.ct.rt.M.Ptr())), c.Ptr(ctl, ctlTable))
}
