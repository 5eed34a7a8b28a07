package forward

import (
	"math"
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// atomicRMW does on shadow memory what the tangent of the new value demands.
// The shadow is changed by an operation of its own: another thread can come in
// between the two, which for additions does no harm.
func (acs *accesses) atomicRMW(i *ir.Instr) {
	p, v := i.Arg(0), i.Arg(1)
	if !acs.tg.shadowed(p) {
		if acs.tg.carries(i) {
			acs.bd.refuse(i, activity.CodeUnknownMem, "atomicrmw of a value that carries a derivative in memory without a shadow")
		}
		return
	}
	h := acs.holds(i)
	if !h.float && !h.pointer && !h.unknown && !acs.tg.carries(i) && !acs.tg.carries(v) && !v.Type().IsFP() {
		return
	}
	if acs.bd.split != nil {
		acs.bd.split.deny(i, "an atomic operation on active data")
		return
	}
	op, _, _ := strings.Cut(i.X.RMWOp, " ")
	for lane := range acs.bd.t.width {
		sp := acs.tg.of(p, lane, false)
		d := acs.tg.of(v, lane, v.Type().IsFP() || h.float)
		switch op {
		case "xchg":
			old := acs.bd.access(i, sp, acs.tg.unlessShadowless(p, sp, v, d))
			acs.tg.set(i, acs.loaded(i, p, sp, old))
		case "fadd", "fsub":
			// Without a shadow sp is the primal memory: what is added changes nothing.
			nothing := ir.NewFloat(v.Type(), 0)
			if op == "fadd" {
				nothing = ir.NewFloat(v.Type(), math.Copysign(0, -1))
			}
			old := acs.bd.access(i, sp, acs.tg.unlessShadowless(p, sp, nothing, d))
			acs.tg.set(i, acs.loaded(i, p, sp, old))
		case "fmax", "fmin", "fmaximum", "fminimum":
			acs.atomicChoice(i, sp, d, strings.HasPrefix(op, "fmin"))
		default:
			acs.bd.refuse(i, CodeInstr, "atomicrmw %s on data that carries a derivative", op)
			return
		}
	}
}

// atomicChoice follows an atomic minimum or maximum: memory keeps the tangent
// of what it held, or takes that of the operand.
func (acs *accesses) atomicChoice(i *ir.Instr, sp, d ir.Value, least bool) {
	p, v := i.Arg(0), i.Arg(1)
	pred := ir.OGE
	if least {
		pred = ir.OLE
	}
	before := acs.loaded(i, p, sp, acs.bd.b.Load(i.Typ, sp, int(i.Align)))
	kept := acs.bd.b.FCmp(pred, i, v)
	after := acs.bd.b.Select(kept, before, d)
	if acs.tg.maybeConst(p) {
		after = acs.tg.unlessShadowless(p, sp, acs.bd.b.Select(kept, i, v), after)
	}
	acs.bd.b.Store(after, sp, int(i.Align))
	acs.tg.set(i, before)
}

// cmpXchg puts the tangent of the new value into the shadow where the exchange
// took place. The result's tangent is that of the value found.
func (acs *accesses) cmpXchg(i *ir.Instr) {
	p, v := i.Arg(0), i.Arg(2)
	if !acs.tg.shadowed(p) {
		if acs.tg.carries(i) {
			acs.bd.refuse(i, activity.CodeUnknownMem, "cmpxchg of a value that carries a derivative in memory without a shadow")
		}
		return
	}
	h := acs.holds(i)
	floats := h.float || acs.tg.active(i) && !acs.bd.info.Shadow(i)
	if !floats && !h.pointer && !acs.tg.carries(v) && !acs.tg.carries(i) {
		return
	}
	if acs.bd.split != nil {
		acs.bd.split.deny(i, "an atomic operation on active data")
		return
	}
	found, done := acs.bd.b.ExtractValue(i, 0), acs.bd.b.ExtractValue(i, 1)
	for lane := range acs.bd.t.width {
		sp := acs.tg.of(p, lane, false)
		before := ir.Value(acs.bd.b.Load(v.Type(), sp, int(i.Align)))
		if acs.tg.maybeConst(p) {
			before = acs.bd.b.Select(acs.tg.isShadowless(sp, p), acs.tg.none(found, floats), before)
		}
		d := acs.bd.b.Select(done, acs.tg.of(v, lane, floats), before)
		if acs.tg.maybeConst(p) {
			d = acs.tg.unlessShadowless(p, sp, acs.bd.b.Select(done, v, found), d)
		}
		acs.bd.b.Store(d, sp, int(i.Align))
		acs.tg.set(i, acs.bd.b.InsertValue(acs.bd.b.InsertValue(ir.Poison(i.Typ), before, 0), done, 1))
	}
}
