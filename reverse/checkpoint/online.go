package checkpoint

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// sweepOnline is schedule.Online: before each step the state at hand is put
// away, in place of the held one whose loss costs least, or passed over.
func (sw *scheduling) sweepOnline(c *structured.Code, ctl ir.Value, adv func(ir.Value) ir.Value) {
	c.Forever(func(func()) {
		full := c.ICmp(ir.SGE, c.Word(ctl, ctlCount), c.Word(ctl, ctlParam))
		put := c.NewVar(ir.NewBool(true))
		c.If(full, func() {
			k := c.CallFunc(sw.cheapestFunc(), ctl)
			found := c.ICmp(ir.SGE, k, i64(0))
			put.Set(found)
			c.If(found, func() { c.CallFunc(sw.sn.dropFunc(), ctl, k) })
		}, func() { put.Set(ir.NewBool(true)) })
		c.If(put.Get(), func() {
			c.CallFunc(sw.sn.snapshotFunc(), ctl)
			c.CallFunc(sw.prepareFunc(), ctl)
		})
		sw.left(c, ctl, adv(i64(1)))
	})
}

// advancesFunc: i64 advances(i64 n, i64 s) is schedule.BinomialAdvances for n
// below 2^31.
func (nb *numbers) advancesFunc() *ir.Function {
	return nb.ct.make("advances", ir.I64, []*ir.Type{ir.I64, ir.I64}, func(c *structured.Code, p []*ir.Param) {
		n := ir.Value(p[0])
		c.If(c.ICmp(ir.SLE, n, i64(1)), func() { c.Return(i64(0)) })
		most := c.Sub(n, i64(1))
		s := c.Select(c.ICmp(ir.SLT, p[1], most), p[1], most)
		c.If(c.ICmp(ir.SLE, s, i64(1)), func() {
			c.Return(c.Binary(ir.LShr, c.Mul(n, most), i64(1)))
		})
		r, beta := nb.repetitions(c, n, s)
		c.Return(c.Sub(c.Mul(r, n), c.Binary(ir.UDiv, c.Mul(beta, r), c.Add(s, i64(1)))))
	})
}

// held gives the step of the k-th held state.
func (ct *control) held(c *structured.Code, ctl, k ir.Value) ir.Value {
	return c.Word(ct.entry(c, ctl, k), heldPos)
}

// gap is the price of the steps between the k-th held state and the next, with
// the slots that are not taken below and more besides.
func (sw *scheduling) gap(c *structured.Code, ctl, k ir.Value, more int64) ir.Value {
	d := c.Sub(sw.ct.held(c, ctl, c.Add(k, i64(1))), sw.ct.held(c, ctl, k))
	return c.CallFunc(sw.nb.advancesFunc(), d, c.Add(c.Sub(c.Word(ctl, ctlParam), k), i64(more)))
}

// prepareFunc: void prepare(ptr ctl) is placer.prepare.
func (sw *scheduling) prepareFunc() *ir.Function {
	m := sw.ct.rt.M
	return sw.ct.make("prepare", ir.Void, []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		ctl := p[0]
		top := c.Sub(c.Word(ctl, ctlCount), i64(1))
		pass, drop, dropped, lower := c.NewVar(i64(0)), c.NewVar(i64(0)), c.NewVar(i64(0)), c.NewVar(i64(0))
		above := c.NewVar(i64(0))
		k := c.NewVar(i64(1))
		c.While(func() ir.Value { return c.ICmp(ir.SLT, k.Get(), top) }, func(func()) {
			above.Add(sw.gap(c, ctl, k.Get(), 1))
			k.Add(i64(1))
		})
		k.Set(i64(0))
		c.While(func() ir.Value { return c.ICmp(ir.SLT, k.Get(), top) }, func(func()) {
			at := k.Get()
			lower.Set(pass.Get())
			c.If(c.ICmp(ir.SGT, at, i64(0)), func() {
				above.Set(c.Sub(above.Get(), sw.gap(c, ctl, at, 1)))
				one := c.Sub(at, i64(1))
				below := c.Sub(pass.Get(), sw.gap(c, ctl, one, 0))
				joined := c.Sub(sw.ct.held(c, ctl, c.Add(at, i64(1))), sw.ct.held(c, ctl, one))
				slots := c.Add(c.Sub(c.Word(ctl, ctlParam), at), i64(1))
				cost := c.Add(c.Add(below, c.CallFunc(sw.nb.advancesFunc(), joined, slots)), above.Get())
				first := c.ICmp(ir.EQ, drop.Get(), i64(0))
				c.If(c.Binary(ir.Or, first, c.ICmp(ir.SLT, cost, dropped.Get())), func() {
					drop.Set(at)
					dropped.Set(cost)
				})
			})
			pass.Add(sw.gap(c, ctl, at, 0))
			k.Set(c.Add(at, i64(1)))
		})
		c.Put(pass.Get(), ctl, ctlPass)
		c.Put(drop.Get(), ctl, ctlDrop)
		c.Put(dropped.Get(), ctl, ctlDropped)
		c.Put(lower.Get(), ctl, ctlLower)
		c.Return(nil)
	})
}

// cheapestFunc: i64 cheapest(ptr ctl) is placer.cheapest for the state at hand.
func (sw *scheduling) cheapestFunc() *ir.Function {
	m := sw.ct.rt.M
	return sw.ct.make("cheapest", ir.I64, []*ir.Type{m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		ctl := p[0]
		i := c.Word(ctl, ctlHand)
		top := c.Sub(c.Word(ctl, ctlParam), i64(1))
		c.If(c.ICmp(ir.EQ, top, i64(0)), func() { c.Return(i64(-1)) })
		price := func(base int64, from, to ir.Value, s int64) ir.Value {
			return c.Add(c.Word(ctl, base), c.CallFunc(sw.nb.advancesFunc(), c.Sub(to, from), i64(s)))
		}
		last := sw.ct.held(c, ctl, top)
		best := c.NewVar(i64(-1))
		least := c.NewVar(price(ctlPass, last, c.Add(i, i64(1)), 1))
		cost := price(ctlLower, sw.ct.held(c, ctl, c.Sub(top, i64(1))), i, 2)
		c.If(c.ICmp(ir.SLE, cost, least.Get()), func() {
			best.Set(top)
			least.Set(cost)
		})
		drop := c.Word(ctl, ctlDrop)
		c.If(c.ICmp(ir.SGT, drop, i64(0)), func() {
			c.If(c.ICmp(ir.SLE, price(ctlDropped, last, i, 2), least.Get()), func() { best.Set(drop) })
		})
		c.Return(best.Get())
	})
}
