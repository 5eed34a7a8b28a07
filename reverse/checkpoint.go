package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/checkpoint"
)

// checkpoint puts the sweeps of a schedule in place of the call of a loop that
// was taken out. It reports false where the loop is to be treated as any other
// call: in the split form memory may change between the sweeps in ways that are
// not known here.
func (ins *inserter) checkpoint(i *ir.Instr, ci *activity.CallInfo) bool {
	lc := ins.fn.env.checkpoints.Loop(ci.Callee)
	if lc == nil {
		return false
	}
	if ins.fn.pair != nil {
		if !lc.Split {
			lc.Split = true
			ins.fn.env.checkpoints.Notes = append(ins.fn.env.checkpoints.Notes, ir.DiagAt(i, checkpoint.CodeNotAgain,
				"a loop of a function that is recursive, or called through a pointer, or differentiated in two parts is not checkpointed: its values are kept"))
		}
		return lc.Pool >= 0 && ins.noPool(i, lc, nil)
	}
	side, why := ins.fn.env.loopSide(lc, ci.Seed)
	if side == nil {
		return lc.Pool >= 0 && ins.noPool(i, lc, why)
	}
	ins.fn.usesTape = true
	if ins.fn.env.Explain {
		ins.checkpointed = append(ins.checkpointed, explainSchedule(ins.fn.m, i, lc))
	}
	rt := ins.fn.env.schedulesOf(lc)
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	b.Meta = i.DebugLoc()
	args := i.CallArgs()
	st := &checkpoint.Site{Schedules: rt, Loop: lc, Side: side, B: b, Tape: ins.fn.tape, Args: args, Caller: loopCaller{ins}}
	c := st.Sweep()
	c.Line = i.Line
	ins.rv.sweeps[c] = st.Written
	ins.rv.active[c] = false
	ins.rv.actions[c] = func(r *reverser, _ *ir.Instr) {
		at := r.lk.lookup(st.Control)
		each := func(f func(v ir.Value, p ir.Value)) {
			for k := range side.Args {
				if side.Seed.Params[k] == signature.Out {
					r.ad.eachLane(func() { f(args[k], side.Adjoint(r.cu.b, at, k, ins.sh.lane)) })
				}
			}
		}
		each(func(v, p ir.Value) {
			if ins.rv.isActive(v) {
				r.cu.b.Store(r.ad.take(v), p, 8)
			} else {
				r.cu.b.Store(ir.Zero(v.Type()), p, 8)
			}
		})
		st.Unwind(r.cu.b, at)
		each(func(v, p ir.Value) {
			if ins.rv.isActive(v) {
				r.ad.add(v, r.cu.b.Load(v.Type(), p, 8))
			}
		})
		r.cu.b.CallFunc(ins.fn.env.runtime().PopFunc(), r.cu.tape, at)
	}
	ir.ReplaceAllUses(i, c)
	i.Erase()
	return true
}

// loopCaller gives the sweeps of a loop what they ask of the function that runs it.
type loopCaller struct{ ins *inserter }

func (c loopCaller) Mark(v ir.Value) ir.Value { return c.ins.sh.mark(v) }

func (c loopCaller) Shadow(v ir.Value, lane int) ir.Value {
	c.ins.sh.setLane(lane)
	defer c.ins.sh.setLane(0)
	return c.ins.sh.shadowOrSelf(v)
}

func (c loopCaller) List(r *ir.Instr, reset *ir.Block) ir.Value { return c.ins.blockList(r, reset) }

func (c loopCaller) ShadowList(r *ir.Instr, reset *ir.Block, lane int) ir.Value {
	c.ins.sh.setLane(lane)
	defer c.ins.sh.setLane(0)
	return c.ins.shadowList(r, reset)
}

// schedules gives the functions that carry schedules out.
func (env *Env) schedules() *checkpoint.Schedules {
	return env.checkpoints.Schedules(env.runtime(), env.finish)
}

// schedulesOf gives those for a loop.
func (env *Env) schedulesOf(lc *checkpoint.Loop) *checkpoint.Schedules {
	return env.checkpoints.SchedulesOf(lc, env.runtime(), env.finish, env.Width)
}

// loopSide gives a loop's functions for a seed, made when new; nil, and why, when
// they cannot be made.
func (env *Env) loopSide(lc *checkpoint.Loop, seed signature.Seed) (*checkpoint.Side, *ir.Diagnostic) {
	key := seedKey(seed)
	if side, ok := lc.Sides[key]; ok {
		return side, nil
	}
	side := &checkpoint.Side{Seed: seed, Width: env.Width}
	advance, err := env.advanceOf(lc, side)
	var grad *ir.Function
	if err == nil {
		grad, err = env.gradientOf(lc, side)
	}
	var halves *pair
	if err == nil && lc.Strategy.Tapes() {
		halves, err = env.halvesOf(lc, side)
	}
	var why *ir.Diagnostic
	if err != nil {
		notes := checkpoint.Diagnostics(err)
		env.checkpoints.Notes = append(env.checkpoints.Notes, notes...)
		side, why = nil, notes[0]
	} else {
		side.LayOut(lc)
		rt := env.schedulesOf(lc)
		rt.WriteAdvance(lc, side, advance.f, advance.shadows)
		rt.WriteReverse(lc, side, grad)
		if halves != nil {
			half := checkpoint.Halves{Augment: halves.augment, Reverse: halves.reverse, FrameAt: halves.frameAt, RetAt: halves.retAt, Outs: halves.outs}
			rt.WriteKeep(lc, side, half)
			rt.WriteBack(lc, side, half)
		}
	}
	lc.Sides[key] = side
	return side, why
}

// gradientOf synthesises the gradient of one iteration, or of as many as its
// first parameter says.
func (env *Env) gradientOf(lc *checkpoint.Loop, side *checkpoint.Side) (*ir.Function, error) {
	f, seed := lc.Step, side.Seed
	if lc.Strategy.Segments() {
		f = lc.LoopFuncs.Advance
	}
	p, info, err := env.prepare(f, seed)
	if err != nil {
		return nil, err
	}
	s := newSynth(env, p, info)
	s.fn.name = f.Name
	g, err := s.synthesize(Options{Name: env.M.FreshSymbol(ir.AppendName(f.Name, ".grad")), Sig: signature.GradSignature(f, seed, env.Width), Inout: true})
	if err != nil {
		return nil, err
	}
	g.Prefix = "internal"
	return g, nil
}

// halvesOf synthesises the split form of one iteration, whose tape can be held.
func (env *Env) halvesOf(lc *checkpoint.Loop, side *checkpoint.Side) (*pair, error) {
	p, info, err := env.prepare(lc.Step, side.Seed)
	if err != nil {
		return nil, err
	}
	pr := env.declarePair(lc.Step, side.Seed, nil)
	m := env.M
	pr.inout = true
	params := []*ir.Type{m.Ptr(), m.Ptr()}
	for range len(pr.outs) * env.Width {
		params = append(params, m.Ptr())
	}
	m.Remove(pr.reverse)
	pr.shape.reverse = m.FuncType(ir.Void, params...)
	pr.reverse = m.AddFunc(m.FreshSymbol("llad.loop.reverse"), pr.shape.reverse)
	pr.reverse.Prefix = "internal"
	pr.reverse.Derives(lc.Step, "reverse sweep")
	return pr, env.writePair(pr, lc.Step, p, info)
}
