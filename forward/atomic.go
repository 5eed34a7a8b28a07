package forward

import (
	"math"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// atomicRMW does on shadow memory what the tangent of the new value demands.
// The shadow is changed by an operation of its own: another thread can come in
// between the two, which for additions does no harm.
func (s *synth) atomicRMW(i *ir.Instr) {
	p, v := i.Arg(0), i.Arg(1)
	if !s.shadowed(p) {
		if s.carries(i) {
			s.refuse(i, CodeNoShadow, "atomicrmw of a value that carries a derivative in memory without a shadow")
		}
		return
	}
	h := s.holds(i)
	if !h.float && !h.pointer && !h.unknown && !s.carries(i) && !s.carries(v) && !v.Type().IsFP() {
		return
	}
	if s.split != nil {
		s.split.deny(i, "an atomic operation on active data")
		return
	}
	op, _, _ := strings.Cut(i.X.RMWOp, " ")
	for lane := range s.t.width {
		sp := s.of(p, lane, false)
		d := s.of(v, lane, v.Type().IsFP() || h.float)
		switch op {
		case "xchg":
			old := s.access(i, sp, s.unlessShadowless(p, sp, v, d))
			s.set(i, s.loaded(i, p, sp, old))
		case "fadd", "fsub":
			// Without a shadow sp is the primal memory: what is added changes nothing.
			nothing := ir.NewFloat(v.Type(), 0)
			if op == "fadd" {
				nothing = ir.NewFloat(v.Type(), math.Copysign(0, -1))
			}
			old := s.access(i, sp, s.unlessShadowless(p, sp, nothing, d))
			s.set(i, s.loaded(i, p, sp, old))
		case "fmax", "fmin", "fmaximum", "fminimum":
			s.atomicChoice(i, sp, d, strings.HasPrefix(op, "fmin"))
		default:
			s.refuse(i, CodeInstr, "atomicrmw %s on data that carries a derivative", op)
			return
		}
	}
}

// atomicChoice follows an atomic minimum or maximum: memory keeps the tangent
// of what it held, or takes that of the operand.
func (s *synth) atomicChoice(i *ir.Instr, sp, d ir.Value, least bool) {
	p, v := i.Arg(0), i.Arg(1)
	pred := ir.OGE
	if least {
		pred = ir.OLE
	}
	before := s.loaded(i, p, sp, s.b.Load(i.Typ, sp, int(i.Align)))
	kept := s.b.FCmp(pred, i, v)
	after := s.b.Select(kept, before, d)
	if s.maybeConst(p) {
		after = s.unlessShadowless(p, sp, s.b.Select(kept, i, v), after)
	}
	s.b.Store(after, sp, int(i.Align))
	s.set(i, before)
}

// cmpXchg puts the tangent of the new value into the shadow where the exchange
// took place. The result's tangent is that of the value found.
func (s *synth) cmpXchg(i *ir.Instr) {
	p, v := i.Arg(0), i.Arg(2)
	if !s.shadowed(p) {
		if s.carries(i) {
			s.refuse(i, CodeNoShadow, "cmpxchg of a value that carries a derivative in memory without a shadow")
		}
		return
	}
	h := s.holds(i)
	floats := h.float || s.active(i) && !s.info.Shadow(i)
	if !floats && !h.pointer && !s.carries(v) && !s.carries(i) {
		return
	}
	if s.split != nil {
		s.split.deny(i, "an atomic operation on active data")
		return
	}
	found, done := s.b.ExtractValue(i, 0), s.b.ExtractValue(i, 1)
	for lane := range s.t.width {
		sp := s.of(p, lane, false)
		before := ir.Value(s.b.Load(v.Type(), sp, int(i.Align)))
		if s.maybeConst(p) {
			before = s.b.Select(s.isShadowless(sp, p), s.none(found, floats), before)
		}
		d := s.b.Select(done, s.of(v, lane, floats), before)
		if s.maybeConst(p) {
			d = s.unlessShadowless(p, sp, s.b.Select(done, v, found), d)
		}
		s.b.Store(d, sp, int(i.Align))
		s.set(i, s.b.InsertValue(s.b.InsertValue(ir.Poison(i.Typ), before, 0), done, 1))
	}
}
