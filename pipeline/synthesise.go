package pipeline

import (
	"slices"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/forward"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform"
	"github.com/llad-ad/llad/transform/loopopt"
)

// synthesise makes the derivative: a normalised copy of the function, its
// analysis, and the code that the mode's package writes from them. Where that is refused,
// and callees stayed out of the functions that call them, it is made once more with
// those in them, be they compiled for more, and at last with more room: one body shows
// what the summaries of its parts do not.
func (j *job) synthesise() error {
	undo, notes := undoSymbols(j.d.M), len(j.d.Notes)
	j.room = &room{most: j.d.room, apart: true}
	derivative := func() error { return j.derivativeTrusting(undo, notes) }
	err := derivative()
	if err == nil {
		return nil
	}
	before := j.d.Notes[notes:]
	for (j.room.left || j.room.short) && j.room.most == j.d.room {
		undo()
		j.d.Notes = j.d.Notes[:notes:notes]
		if j.room.left {
			j.room = &room{most: j.d.room}
		} else {
			j.room = &room{most: moreRoom * j.d.room}
		}
		if derivative() == nil {
			return nil
		}
	}
	j.d.Notes = append(j.d.Notes[:notes:notes], before...)
	return err
}

// derivativeTrusting makes the derivative in the room that there is. Where that is refused
// while it was open whether floats of other types than double are active in functions
// that come later, it is made once more for the case that none are, which must turn out so.
func (j *job) derivativeTrusting(undo func(), notes int) error {
	j.analyses, j.trusting = nil, false
	err := j.derivative()
	if err == nil || !slices.ContainsFunc(j.analyses, (*activity.Env).Unsettled) {
		return err
	}
	before, in := slices.Clone(j.d.Notes[notes:]), *j.room
	undo()
	j.d.Notes = j.d.Notes[:notes:notes]
	j.analyses, j.trusting = nil, true
	j.room = &room{most: in.most, apart: in.apart}
	if j.derivative() == nil && !slices.ContainsFunc(j.analyses, (*activity.Env).Mixes) {
		return nil
	}
	undo()
	j.d.Notes = append(j.d.Notes[:notes:notes], before...)
	*j.room = in
	return err
}

// newAnalysis is an environment for the derivative.
func (j *job) newAnalysis() *activity.Env {
	e := newAnalysis(j.d.M)
	e.Trusting, e.Apart = j.trusting, j.d.Apart
	j.analyses = append(j.analyses, e)
	return e
}

// derivative makes the derivative in the room that there is.
func (j *job) derivative() error {
	analysis := j.newAnalysis()
	analysis.Forward = j.mode == Forward
	of := j.f
	if rules.GivenOf(of) != nil {
		of = forwarder(of)
		defer j.d.M.Remove(of)
	}
	if j.mode == Reverse {
		return j.reverse(analysis, of)
	}
	p := j.preparation(analysis)
	f, info, err := p.prepare(of, j.seed)
	if err != nil {
		return err
	}
	j.leaving = info.Leaving()
	j.out, err = forward.Synthesize(forward.NewEnv(j.d.M, p.prepare), f, info, forward.Options{Width: j.width, Name: j.derivedName()})
	return err
}

// preparation prepares the functions of one attempt, told to an observer of its own.
func (j *job) preparation(analysis *activity.Env) *preparation {
	p := newPreparation(j.d, analysis, j.room)
	if j.d.observe != nil {
		j.watch = j.d.observe()
	}
	p.watch = j.watch
	return p
}

// reverse makes a gradient. Where it cannot be made with loops checkpointed that
// were not named one by one, their values are kept instead.
func (j *job) reverse(analysis *activity.Env, of *ir.Function) error {
	undo := undoSymbols(j.d.M)
	left := map[checkpoint.LoopKey]*ir.Diagnostic{}
	var ck *checkpoint.Checkpoints
	attempt := func(pools bool) (err error) {
		for again := true; again; {
			if ck != nil {
				undo()
				analysis = j.newAnalysis()
			}
			ck = j.d.Cache.checkpoints()
			ck.Pools, ck.Left = pools, left
			err = j.gradient(analysis, ck, of, undo)
			again = false
			for key, why := range ck.Failed {
				again = again || left[key] == nil
				left[key] = why
			}
			again = again && err != nil && len(left) < maxLeft
		}
		return err
	}
	err := attempt(false)
	if err == nil && ck.WantPools {
		if err = attempt(true); err != nil {
			err = attempt(false)
		}
	}
	j.d.Cache.note(ck)
	if err != nil && ck.Unnamed > 0 {
		undo()
		named := &checkpoint.Checkpoints{Mem: ck.Mem, Stats: ck.Stats, InvertFloats: ck.InvertFloats}
		for _, c := range ck.Choices {
			if c.Line > 0 {
				named.Choices = append(named.Choices, c)
			}
		}
		note := checkpoint.KeptInstead(err)
		err = j.gradient(j.newAnalysis(), named, of, undo)
		named.Notes = append(named.Notes, note)
		ck = named
	}
	j.d.Notes = append(j.d.Notes, ck.Notes...)
	return err
}

// maxLeft is how many loops are tried to be checkpointed and then left, before all
// are.
const maxLeft = 16

// undoSymbols notes which functions and variables m has, and gives what removes those that
// come. Shadows of tables would else go on referring to functions that are no more.
func undoSymbols(m *ir.Module) func() {
	before := map[string]bool{}
	for _, name := range slices.Concat(m.FuncNames(), m.GlobalNames()) {
		before[name] = true
	}
	return func() {
		for _, name := range m.FuncNames() {
			if !before[name] {
				m.Remove(m.Func(name))
			}
		}
		for _, name := range m.GlobalNames() {
			if !before[name] {
				m.RemoveGlobal(m.Global(name))
			}
		}
	}
}

// nestCopies is what becomes of nests that could read copies of the memory that they read.
type nestCopies struct {
	made  bool // they do
	could bool // there are such
}

// in has nests of f read copies, or finds out whether they could.
func (c *nestCopies) in(f *ir.Function) {
	if c.made {
		loopopt.DataCopying(f)
	} else {
		c.could = c.could || loopopt.CanCopyData(f)
	}
}

// gradient makes a gradient. Nests read copies of memory if without them the tape would grow
// with their operations: the gradient is then made once more, after undo has taken back the
// functions and variables of the first.
func (j *job) gradient(analysis *activity.Env, ck *checkpoint.Checkpoints, of *ir.Function, undo func()) error {
	copies := &nestCopies{}
	reports, err := j.gradientWith(analysis, ck, of, copies)
	if err == nil && copies.could && slices.ContainsFunc(reports, (*reverse.Report).Grows) {
		undo()
		copies.made = true
		reports, err = j.gradientWith(j.newAnalysis(), ck, of, copies)
	}
	if err != nil {
		return err
	}
	if j.watch != nil {
		j.watch.Reversed(reports, ck.Notes)
	}
	ck.Done(j.d.M)
	return ck.Missing(j.f)
}

func (j *job) gradientWith(analysis *activity.Env, ck *checkpoint.Checkpoints, of *ir.Function, copies *nestCopies) ([]*reverse.Report, error) {
	p := j.preparation(analysis)
	p.ck, p.copies = ck, copies
	f, info, err := p.prepare(of, j.seed)
	if err != nil {
		return nil, err
	}
	j.leaving = info.Leaving()
	env := reverse.NewEnv(j.d.M, p.prepare, transform.CleanUp, ck)
	env.Width = j.width
	env.Nested = tape.HasTape(of)
	env.Explain = j.watch != nil || copies.could && !copies.made
	j.out, err = reverse.Synthesize(env, f, info, reverse.Options{Name: j.derivedName(), Sig: j.sig})
	return env.Reports, err
}
