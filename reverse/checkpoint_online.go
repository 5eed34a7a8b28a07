package reverse

import "github.com/llad-ad/llad/ir"

// sweepOnline is schedule.Online: before each step the state at hand is put
// away, in place of the held one whose loss costs least, or passed over.
func (rt *schedules) sweepOnline(c *code, ctl ir.Value, adv func(ir.Value) ir.Value) {
	c.forever(func(func()) {
		full := c.ICmp(ir.SGE, c.word(ctl, ctlCount), c.word(ctl, ctlParam))
		put := c.newVar(ir.NewBool(true))
		c.when(full, func() {
			k := c.CallFunc(rt.cheapestFunc(), ctl)
			found := c.ICmp(ir.SGE, k, i64(0))
			put.set(found)
			c.when(found, func() { c.CallFunc(rt.dropFunc(), ctl, k) })
		}, func() { put.set(ir.NewBool(true)) })
		c.when(put.get(), func() {
			c.CallFunc(rt.snapshotFunc(), ctl)
			c.CallFunc(rt.prepareFunc(), ctl)
		})
		rt.left(c, ctl, adv(i64(1)))
	})
}

// advancesFunc: i64 advances(i64 n, i64 s) is schedule.BinomialAdvances for n
// below 2^31.
func (rt *schedules) advancesFunc() *ir.Function {
	return rt.make("advances", ir.I64, []*ir.Type{ir.I64, ir.I64}, func(c *code, p []*ir.Param) {
		n := ir.Value(p[0])
		c.when(c.ICmp(ir.SLE, n, i64(1)), func() { c.ret(i64(0)) })
		most := c.Sub(n, i64(1))
		s := c.Select(c.ICmp(ir.SLT, p[1], most), p[1], most)
		c.when(c.ICmp(ir.SLE, s, i64(1)), func() {
			c.ret(c.Binary(ir.LShr, c.Mul(n, most), i64(1)))
		})
		r, beta := rt.repetitions(c, n, s)
		c.ret(c.Sub(c.Mul(r, n), c.Binary(ir.UDiv, c.Mul(beta, r), c.Add(s, i64(1)))))
	})
}

// held gives the step of the k-th held state.
func (rt *schedules) held(c *code, ctl, k ir.Value) ir.Value {
	return c.word(rt.entry(c, ctl, k), heldPos)
}

// gap is the price of the steps between the k-th held state and the next, with
// the slots that are not taken below and more besides.
func (rt *schedules) gap(c *code, ctl, k ir.Value, more int64) ir.Value {
	d := c.Sub(rt.held(c, ctl, c.Add(k, i64(1))), rt.held(c, ctl, k))
	return c.CallFunc(rt.advancesFunc(), d, c.Add(c.Sub(c.word(ctl, ctlParam), k), i64(more)))
}

// prepareFunc: void prepare(ptr ctl) is placer.prepare.
func (rt *schedules) prepareFunc() *ir.Function {
	m := rt.m
	return rt.make("prepare", ir.Void, []*ir.Type{m.Ptr()}, func(c *code, p []*ir.Param) {
		ctl := p[0]
		top := c.Sub(c.word(ctl, ctlCount), i64(1))
		pass, drop, dropped, lower := c.newVar(i64(0)), c.newVar(i64(0)), c.newVar(i64(0)), c.newVar(i64(0))
		above := c.newVar(i64(0))
		k := c.newVar(i64(1))
		c.while(func() ir.Value { return c.ICmp(ir.SLT, k.get(), top) }, func(func()) {
			above.add(rt.gap(c, ctl, k.get(), 1))
			k.add(i64(1))
		})
		k.set(i64(0))
		c.while(func() ir.Value { return c.ICmp(ir.SLT, k.get(), top) }, func(func()) {
			at := k.get()
			lower.set(pass.get())
			c.when(c.ICmp(ir.SGT, at, i64(0)), func() {
				above.set(c.Sub(above.get(), rt.gap(c, ctl, at, 1)))
				one := c.Sub(at, i64(1))
				below := c.Sub(pass.get(), rt.gap(c, ctl, one, 0))
				joined := c.Sub(rt.held(c, ctl, c.Add(at, i64(1))), rt.held(c, ctl, one))
				slots := c.Add(c.Sub(c.word(ctl, ctlParam), at), i64(1))
				cost := c.Add(c.Add(below, c.CallFunc(rt.advancesFunc(), joined, slots)), above.get())
				first := c.ICmp(ir.EQ, drop.get(), i64(0))
				c.when(c.Binary(ir.Or, first, c.ICmp(ir.SLT, cost, dropped.get())), func() {
					drop.set(at)
					dropped.set(cost)
				})
			})
			pass.add(rt.gap(c, ctl, at, 0))
			k.set(c.Add(at, i64(1)))
		})
		c.put(pass.get(), ctl, ctlPass)
		c.put(drop.get(), ctl, ctlDrop)
		c.put(dropped.get(), ctl, ctlDropped)
		c.put(lower.get(), ctl, ctlLower)
		c.ret(nil)
	})
}

// cheapestFunc: i64 cheapest(ptr ctl) is placer.cheapest for the state at hand.
func (rt *schedules) cheapestFunc() *ir.Function {
	m := rt.m
	return rt.make("cheapest", ir.I64, []*ir.Type{m.Ptr()}, func(c *code, p []*ir.Param) {
		ctl := p[0]
		i := c.word(ctl, ctlHand)
		top := c.Sub(c.word(ctl, ctlParam), i64(1))
		c.when(c.ICmp(ir.EQ, top, i64(0)), func() { c.ret(i64(-1)) })
		price := func(base int64, from, to ir.Value, s int64) ir.Value {
			return c.Add(c.word(ctl, base), c.CallFunc(rt.advancesFunc(), c.Sub(to, from), i64(s)))
		}
		last := rt.held(c, ctl, top)
		best := c.newVar(i64(-1))
		least := c.newVar(price(ctlPass, last, c.Add(i, i64(1)), 1))
		cost := price(ctlLower, rt.held(c, ctl, c.Sub(top, i64(1))), i, 2)
		c.when(c.ICmp(ir.SLE, cost, least.get()), func() {
			best.set(top)
			least.set(cost)
		})
		drop := c.word(ctl, ctlDrop)
		c.when(c.ICmp(ir.SGT, drop, i64(0)), func() {
			c.when(c.ICmp(ir.SLE, price(ctlDropped, last, i, 2), least.get()), func() { best.set(drop) })
		})
		c.ret(best.get())
	})
}
