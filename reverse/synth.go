package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
)

// synth is the synthesis of one function. p is the primal while it is
// instrumented and afterwards the augmented primal that is emitted.
type synth struct {
	tapeCode map[*ir.Instr]bool // inserted behind the plan: takes records from the tape

	needs    []ir.Value               // for explain: what the sweep reads
	neededBy map[ir.Value][]*ir.Instr // and to reverse what
	callers  map[*analysis.Loop]bool  // see callsOut
	records  *tape.Layout             // where kept values lie
	fn       *primal
	sh       *shadows
	at       *adjointTypes
	rv       *reversals
	gd       *guards
	ins      *inserter
	cf       *controlFlow
	mem      *memory
	rps      *replays
	sws      *swapping
	inv      *inversions
	kp       *keeping
	sts      *stencils
}

func newSynth(env *Env, p *ir.Function, info *activity.Info) *synth {
	fn := &primal{env: env, m: env.M, p: p, info: info, contract: rules.Contraction(p), parallel: env.parallel, inTeam: env.inTeam,
		params: append([]*ir.Param(nil), p.Params...)}
	sh := newShadows(fn, env.Width)
	at := &adjointTypes{fn: fn}
	rv := newReversals(fn, sh, at)
	ins := &inserter{fn: fn, sh: sh, at: at, rv: rv, goals: map[*ir.Instr][]int{}}
	cf := newControlFlow(fn, sh, rv)
	mem := newMemory(fn, sh, rv, ins, at)
	rps := &replays{fn: fn, sh: sh, rv: rv, cf: cf, mem: mem, replays: map[*analysis.Loop]*replay{}, deferredSlots: map[*ir.Instr]*ir.Instr{}, scratch: map[ir.Value]bool{}}
	sws := &swapping{fn: fn, sh: sh, rv: rv, mem: mem, rps: rps}
	inv := &inversions{fn: fn, sh: sh, rv: rv, cf: cf, rps: rps, sws: sws, inversions: map[*analysis.Loop]*inversion{}}
	return &synth{
		fn: fn, sh: sh, at: at, rv: rv, ins: ins, cf: cf, mem: mem, rps: rps, sws: sws, inv: inv,
		gd: &guards{fn: fn, sh: sh, rv: rv, cf: cf},
		kp: &keeping{fn: fn, sh: sh, rv: rv, cf: cf, mem: mem, rps: rps, sws: sws, inv: inv,
			again: map[*ir.Instr]bool{}, firsts: map[*ir.Instr]*firstResults{}, before: map[*ir.Instr]*ir.Instr{}, carried: map[*ir.Instr]bool{}},
		sts:      &stencils{fn: fn, sh: sh, rv: rv, cf: cf, mem: mem, rps: rps, stencils: map[*analysis.Loop]map[*ir.Instr]*stencil{}},
		records:  tape.Empty(env.runtime()),
		tapeCode: map[*ir.Instr]bool{},
		callers:  map[*analysis.Loop]bool{},
	}
}

// funclet is where f handles exceptions as on Windows, in blocks whose calls carry a token; nil for nowhere.
func funclet(f *ir.Function) *ir.Instr {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.CleanupPad || i.Op == ir.CatchSwitch {
				return i
			}
		}
	}
	return nil
}

// instrument turns p into the augmented primal and decides what is kept.
func (s *synth) instrument(split bool) error {
	s.fn.catches = catching(s.fn.p)
	s.fn.dt = ir.Dominators(s.fn.p)
	if bad := ir.Irreducible(s.fn.p, s.fn.dt); len(bad) > 0 {
		return &ir.Diagnostic{File: s.fn.m.Name, Code: "L0501", Message: "irreducible control flow in " + s.fn.p.Name + " was not made reducible"}
	}
	if pad := funclet(s.fn.p); pad != nil {
		return ir.DiagAt(pad, "L0501", "%s, exception handling of the Windows kind, has no derivative", pad.Op)
	}
	s.fn.loops, s.mem.passed = analysis.Loops(s.fn.p, s.fn.dt), nil
	s.fn.findReturn()
	s.findBlocks()
	s.fn.findUnread()
	s.fn.tape = s.fn.addParam(s.fn.m.Ptr(), "tape")
	s.ins.regions, s.ins.waits = s.mem.regionMemories()
	s.sws.findSwaps()
	s.ins.addShadows()
	s.writeAliasChecks()
	if s.fn.err != nil {
		return s.fn.err
	}
	s.sws.chooseSwaps()
	s.findWork()
	s.putOffEnds()
	s.cf.addCounters()
	if s.fn.err == nil {
		s.cf.addChoices()
	}
	s.cf.addPaths()
	if s.fn.err != nil {
		return s.fn.err
	}
	return s.planCache(split)
}

// findWork marks the blocks that have something to reverse, and the loops that
// contain such blocks.
func (s *synth) findWork() {
	s.fn.p.Number()
	s.cf.work = make([]bool, len(s.fn.p.Blocks))
	for k, b := range s.fn.p.Blocks {
		if !s.fn.reach[b] {
			continue
		}
		for _, i := range b.Instrs {
			if s.rv.hasReversal(i) || s.rv.swapsBack(i) != nil {
				s.cf.work[k] = true
				break
			}
		}
		if s.cf.work[k] {
			for l := s.fn.loops.Of(b); l != nil; l = l.Parent {
				s.cf.loopWork[l] = true
			}
		}
	}
}
