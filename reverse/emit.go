package reverse

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
)

// declareCombined adds the gradient function, without a body, to the module.
func (s *synth) declareCombined(opts Options) *ir.Function {
	t := opts.Sig.FuncType()
	if opts.Inout {
		t = s.fn.m.FuncType(t.Ret, append(slices.Clone(t.Fields), s.fn.m.Ptr())...)
	}
	out := s.fn.m.AddFunc(opts.Name, t)
	for k, p := range opts.Sig.Params {
		out.Params[k].Name = p.Name
		out.Params[k].Attrs = p.Attrs
	}
	out.IsDecl = false
	out.Derives(s.fn.p, "gradient")
	out.Suffix = s.fn.p.Suffix
	return out
}

// emitCombined writes the forward sweep, the reverse sweep behind it, and the
// delivery of the gradients.
func (s *synth) emitCombined(out *ir.Function, opts Options) error {
	entry := out.NewBlock("entry")
	top := ir.NewBuilder(entry)
	e := newEmitter(s, out, top)
	r := newReverser(s, out)
	r.cu.top, r.lk.fwd = top, e

	grads := s.bindParams(out, opts, e, r)
	end := s.beginLog(top, s.beginTape(out, opts, e, r))
	e.vals[s.fn.tape] = r.cu.tape
	if !opts.Inout {
		s.fn.env.enterVariables(top)
	}
	e.run()
	if s.fn.ret == nil {
		top.Br(e.blocks[s.fn.p.Entry()])
		s.endOnUnwind(out, end)
		return s.fn.err
	}
	start := out.NewBlock("llad.reverse")
	ir.NewBuilder(e.ret).Br(start)
	if opts.Inout {
		b := ir.NewBuilder(start)
		s.eachGradient(r, grads, func(p *ir.Param, g ir.Value) {
			a := r.ad.adj(p)
			b.Store(b.Load(a.Elem, g, 8), a, 0)
		})
	}
	r.run(start)
	if s.fn.err != nil {
		return s.fn.err
	}
	r.ac.putForward()
	s.eachGradient(r, grads, func(p *ir.Param, g ir.Value) {
		if d := r.ad.take(p); opts.Inout {
			r.cu.b.Store(d, g, 8)
		} else {
			r.ad.addAt(g, d, 0)
		}
	})
	if !opts.Inout {
		for _, vs := range s.fn.env.variables {
			vs.Leave(r.cu.b)
		}
	}
	end(r.cu.b)
	if v, ok := e.retVal.(*ir.Instr); ok && s.rps.isDeferred(v) {
		e.retVal = r.lk.deferredResult(v)
	}
	r.cu.b.Ret(e.retVal)
	top.Br(e.blocks[s.fn.p.Entry()])
	s.endOnUnwind(out, end)
	return s.fn.err
}

// gradient is a parameter whose gradient is asked for, in a lane.
type gradient struct{ param, lane int }

// eachGradient runs f for the active parameters and the places of their gradients, lane by lane.
func (s *synth) eachGradient(r *reverser, grads map[gradient]ir.Value, f func(p *ir.Param, at ir.Value)) {
	for k, p := range s.fn.params {
		r.ad.eachLane(func() {
			if g := grads[gradient{k, s.sh.lane}]; g != nil && s.rv.isActive(p) {
				f(p, g)
			}
		})
	}
}

// bindParams binds the parameters of the gradient function, and gives those that say where gradients
// go.
func (s *synth) bindParams(out *ir.Function, opts Options, e *emitter, r *reverser) map[gradient]ir.Value {
	grads := map[gradient]ir.Value{}
	for k, p := range opts.Sig.Params {
		v := ir.Value(out.Params[k])
		switch p.Role {
		case signature.PrimalParam:
			e.vals[s.fn.params[p.Index]] = v
		case signature.ShadowParam:
			if sh, ok := s.sh.laneShadows[p.Lane][s.fn.params[p.Index]]; ok {
				e.vals[sh] = v
			} else {
				grads[gradient{p.Index, p.Lane}] = v
			}
		case signature.SeedParam:
			r.in.seeds = append(r.in.seeds, v)
		}
	}
	return grads
}

// beginTape makes the tape of a sweep, or goes on with the one that the sweep has; what it
// gives writes the end.
func (s *synth) beginTape(out *ir.Function, opts Options, e *emitter, r *reverser) (end func(*ir.Builder)) {
	rt, top := s.fn.env.runtime(), e.top
	end = func(*ir.Builder) {}
	switch {
	case !s.fn.usesTape:
		r.cu.tape = ir.Zero(s.fn.m.Ptr())
	case opts.Inout:
		r.cu.tape = out.Params[len(out.Params)-1]
		outer := rt.BeginPart(top, r.cu.tape)
		end = func(b *ir.Builder) { b.CallFunc(rt.EndPartFunc(), r.cu.tape, outer) }
	default:
		t := top.Alloca(s.fn.m.Types.Array(ir.I64, tape.HandleSize/8), nil, 16)
		r.cu.tape = top.Cast(ir.BitCast, t, s.fn.m.Ptr())
		rt.Init(top, r.cu.tape)
		end = func(b *ir.Builder) { b.CallFunc(rt.DoneFunc(), r.cu.tape) }
	}
	if len(s.ins.blocks.rooms) > 0 {
		rest := end
		end = func(b *ir.Builder) {
			e.freeRooms(b)
			rest(b)
		}
	}
	return end
}

// endOnUnwind gives back what the derivative holds when an exception leaves it:
// the tape, the log, and the memory whose end was put off.
func (s *synth) endOnUnwind(out *ir.Function, end func(*ir.Builder)) {
	if s.fn.usesTape || s.mem.logged.log != nil {
		canon.OnUnwind(out, throws, end)
	}
}

// throws reports whether a call may throw: those of C's library do not.
func throws(i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil || !f.IsDecl || strings.HasPrefix(f.Name, "_Z") {
		return true
	}
	k := rules.Lookup(f.Name)
	return k == nil || k.Class == rules.NoReturn
}

// emitSplit writes the augmented primal and the reverse function of a pair.
func (s *synth) emitSplit(pr *pair) error {
	s.emitAugment(pr)
	if s.fn.err != nil {
		return s.fn.err
	}
	out := pr.reverse
	out.IsDecl = false
	out.Suffix = s.fn.p.Suffix
	entry := out.NewBlock("entry")
	top := ir.NewBuilder(entry)
	r := newReverser(s, out)
	r.cu.top = top
	out.Params[0].Name = "frame"
	n := 1
	if pr.seed.Ret {
		for range s.fn.env.Width {
			r.in.seeds = append(r.in.seeds, out.Params[n])
			out.Params[n].Name = "seed"
			n++
		}
	}
	r.cu.tape = out.Params[n]
	out.Params[n].Name = "tape"
	n++
	for _, k := range pr.inherits {
		p := s.fn.params[k]
		r.lk.inherited[p] = out.Params[n]
		n++
		if pr.hasShadow(k) {
			for _, shadows := range s.sh.laneShadows {
				r.lk.inherited[shadows[p]] = out.Params[n]
				n++
			}
		}
	}
	r.cu.frame = s.records.PopFrame(top, out.Params[0], r.cu.tape)
	start := out.NewBlock("llad.reverse")
	if pr.inout {
		b := ir.NewBuilder(start)
		for k, p := range pr.outs {
			r.ad.eachLane(func() {
				a := r.ad.adj(s.fn.params[p])
				b.Store(b.Load(a.Elem, out.Params[n+k*s.fn.env.Width+s.sh.lane], 8), a, 0)
			})
		}
	}
	r.run(start)
	if s.fn.err != nil {
		return s.fn.err
	}
	if pr.inout {
		for k, p := range pr.outs {
			r.ad.eachLane(func() { r.cu.b.Store(r.ad.take(s.fn.params[p]), out.Params[n+k*s.fn.env.Width+s.sh.lane], 8) })
		}
	}
	if len(pr.outs) == 0 || pr.inout {
		r.cu.b.Ret(nil)
	} else {
		var g = ir.Undef(out.Typ.Ret)
		for k, p := range pr.outs {
			r.ad.eachLane(func() {
				n := k*s.fn.env.Width + s.sh.lane
				g = r.cu.b.InsertValue(g, r.cu.as(r.ad.take(s.fn.params[p]), out.Typ.Ret.At(n)), n)
			})
		}
		r.cu.b.Ret(g)
	}
	top.Br(start)
	return s.fn.err
}

func (s *synth) emitAugment(pr *pair) {
	out := pr.augment
	out.IsDecl = false
	out.Suffix = s.fn.p.Suffix
	top := ir.NewBuilder(out.NewBlock("entry"))
	e := newEmitter(s, out, top)
	n := 0
	bind := func(v ir.Value, name string) {
		out.Params[n].Name = name
		e.vals[v] = out.Params[n]
		n++
	}
	for _, p := range s.fn.params {
		bind(p, p.Name)
		s.sh.eachLane(func() {
			if sh, ok := s.sh.shadows[p]; ok {
				bind(sh, "d_"+p.Name)
			}
		})
	}
	bind(s.fn.tape, "tape")
	local := s.records.LocalFrame(top)
	e.kept.SetFrame(local)
	e.run()
	top.Br(e.blocks[s.fn.p.Entry()])
	if s.fn.ret == nil {
		return
	}
	b := ir.NewBuilder(e.ret)
	var res = ir.Undef(out.Typ.Ret)
	if pr.retAt >= 0 {
		res = b.InsertValue(res, e.retVal, pr.retAt)
		if pr.shadowAt >= 0 {
			s.sh.eachLane(func() { res = b.InsertValue(res, e.val(s.sh.shadowOrSelf(s.fn.ret.Arg(0))), pr.shadowAt+s.sh.lane) })
		}
	}
	frame := s.records.PushFrame(b, local, e.vals[s.fn.tape])
	b.Ret(b.InsertValue(res, frame, pr.frameAt))
}

func i64(v int64) ir.Value { return ir.NewInt(ir.I64, v) }
