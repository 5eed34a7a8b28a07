package pipeline

import (
	"slices"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/typeanalysis"
	"github.com/llad-ad/llad/forward"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/indirect"
	"github.com/llad-ad/llad/transform/loopopt"
)

// attempt is one attempt at the derivative of a job, and what came of it.
type attempt struct {
	job   *job // what is asked for
	how   settings
	found findings
	err   error // why it was refused
	notes []*ir.Diagnostic
	added ir.Additions // what the module has with the derivative

	out     *ir.Function
	types   *typeanalysis.System // what memory holds
	leaving activity.Leaving

	stops []error  // where the program may end with a message for what memory may hold
	watch Observer // nil: not observed
}

// synthesise makes the derivative: a normalised copy of the function, its
// analysis, and the code that the mode's package writes from them. What is refused, or
// can be had for less, is tried in other ways: see variations. Each attempt works on its own
// copy of what the module has besides its text; that of the one that counts stays.
func (j *job) synthesise() error {
	m := j.d.M
	before := ir.AdditionsOf(m)
	s := search{func(how settings) *attempt {
		before.Restore(m)
		return newAttempt(j, how)
	}}
	rows := variations
	if j.d.stop {
		rows = nil
	}
	a := s.try(rows, settings{})
	j.tried = a
	j.d.Notes = append(j.d.Notes, a.notes...)
	if a.err != nil {
		before.Restore(m)
		return a.err
	}
	a.added.Restore(m)
	j.made = a
	return nil
}

// newAttempt makes an attempt.
func newAttempt(j *job, how settings) *attempt {
	a := &attempt{job: j, how: how}
	if j.d.observe != nil {
		a.watch = j.d.observe()
	}
	p := a.preparation()
	a.types = p.types
	of := j.f
	if rules.GivenOf(of) != nil {
		of = forwarder(of)
	}
	if j.mode == Reverse {
		a.err = a.reverse(p, of)
	} else {
		a.err = a.forward(p, of)
	}
	if of != j.f {
		j.d.M.Remove(of)
	}
	a.found.features, a.found.overBudget, a.found.promoted = p.inlining.features, p.inlining.overBudget, p.promoted
	a.found.openFloats, a.found.otherFloats, a.found.exhausted = p.env.Unsettled(), p.env.Mixes(), p.env.Exhausted()
	if a.err == nil {
		a.added = ir.AdditionsOf(j.d.M)
	}
	return a
}

// preparation prepares the functions of the attempt.
func (a *attempt) preparation() *preparation {
	d := a.job.d
	env := newAnalysis(d.M)
	env.Forward, env.Trusting, env.Brief, env.Calls.DerivativesOnly = a.job.mode == Forward, a.how.doublesOnly, a.how.brief, d.DerivativesOnly
	p := newPreparation(d, env, newInlining(d.budget, a.how.budget))
	p.asks = a.job.ask
	p.inlining.apart, p.watch = !a.how.ignoreFeatures, a.watch
	if !a.how.keepIndirect {
		p.promotes = indirect.NewCandidates(d.M)
	}
	return p
}

// forward makes a tangent function.
func (a *attempt) forward(p *preparation, of *ir.Function) error {
	j := a.job
	f, info, err := p.prepare(of, j.seed)
	if err != nil {
		return err
	}
	a.leaving = info.Leaving()
	env := forward.NewEnv(j.d.M, p.prepare)
	a.out, err = forward.Synthesize(env, f, info, forward.Options{Width: j.width, Name: j.derivedName()})
	a.stops = env.Stops
	return err
}

// reverse makes a gradient.
func (a *attempt) reverse(p *preparation, of *ir.Function) error {
	p.ck, p.copies = a.checkpoints(), &nestCopies{made: a.how.dataCopying}
	reports, err := a.gradient(p, of)
	if !a.how.namedLoops {
		a.job.d.Cache.note(p.ck)
	}
	a.found.failed, a.found.unnamedLoops, a.found.pools = p.ck.Failed, p.ck.Unnamed > 0, p.ck.WantPools
	a.found.growingTape = p.copies.atomic || p.copies.could && slices.ContainsFunc(reports, (*reverse.Report).Grows)
	a.notes = p.ck.Notes
	if a.how.namedLoops {
		a.notes = append(a.notes[:len(a.notes):len(a.notes)], checkpoint.KeptInstead(a.how.refusal))
	}
	if err != nil {
		return err
	}
	if a.watch != nil {
		a.watch.Reversed(reports, p.ck.Notes)
	}
	p.ck.Done(a.job.d.M)
	return p.ck.Missing(a.job.f)
}

// checkpoints are the choices of loops that are checkpointed.
func (a *attempt) checkpoints() *checkpoint.Checkpoints {
	ck := a.job.d.Cache.checkpoints()
	if !a.how.namedLoops {
		ck.Pools, ck.Left = a.how.pools, a.how.keep
		return ck
	}
	named := &checkpoint.Checkpoints{Mem: ck.Mem, Stats: ck.Stats, InvertFloats: ck.InvertFloats, Global: ck.Global}
	for _, c := range ck.Choices {
		if c.Line > 0 {
			named.Choices = append(named.Choices, c)
		}
	}
	return named
}

func (a *attempt) gradient(p *preparation, of *ir.Function) ([]*reverse.Report, error) {
	j := a.job
	f, info, err := p.prepare(of, j.seed)
	if err != nil {
		return nil, err
	}
	a.leaving = info.Leaving()
	env := reverse.NewEnv(j.d.M, p.prepare, j.d.passes.CleanUp, p.ck)
	env.Width = j.width
	env.Nested = tape.HasTape(of)
	env.Explain = a.watch != nil || p.copies.could
	a.out, err = reverse.Synthesize(env, f, info, reverse.Options{Name: j.derivedName(), Sig: j.sig})
	a.stops = env.Stops
	return env.Reports, err
}

// nestCopies is what becomes of nests that could read copies of the memory that they read.
type nestCopies struct {
	made   bool // they do
	could  bool // there are such
	atomic bool // in parallel regions, whose threads would add to shared adjoints one by one
}

// in has nests of f read copies, or finds out whether they could.
func (c *nestCopies) in(f *ir.Function) {
	switch {
	case c.made:
		loopopt.DataCopying(f)
	case !c.could || f.Team && !c.atomic:
		could := loopopt.CanCopyData(f)
		c.could = c.could || could
		c.atomic = c.atomic || could && f.Team
	}
}
