package llad

import (
	"errors"
	"slices"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/forward"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/pass"
	"github.com/llad-ad/llad/reverse"
	"github.com/llad-ad/llad/rules"
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
	prepare := j.explain.watch(preparer(analysis, j.room, nil, nil))
	f, info, err := prepare(of, j.seed)
	if err != nil {
		return err
	}
	j.leaving = info.Leaving()
	j.out, err = forward.Synthesize(forward.NewEnv(j.d.M, prepare), f, info, forward.Options{Width: j.width, Name: j.derivedName()})
	return err
}

// reverse makes a gradient. Where it cannot be made with loops checkpointed that
// were not named one by one, their values are kept instead.
func (j *job) reverse(analysis *activity.Env, of *ir.Function) error {
	undo := undoSymbols(j.d.M)
	left := map[reverse.LoopKey]*ir.Diagnostic{}
	var ck *reverse.Checkpoints
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
		named := &reverse.Checkpoints{Mem: ck.Mem, Stats: ck.Stats, InvertFloats: ck.InvertFloats}
		for _, c := range ck.Choices {
			if c.Line > 0 {
				named.Choices = append(named.Choices, c)
			}
		}
		note := reverse.KeptInstead(err)
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
		pass.CopyIn(f)
	} else {
		c.could = c.could || pass.CouldCopyIn(f)
	}
}

// gradient makes a gradient. Nests read copies of memory if without them the tape would grow
// with their operations: the gradient is then made once more, after undo has taken back the
// functions and variables of the first.
func (j *job) gradient(analysis *activity.Env, ck *reverse.Checkpoints, of *ir.Function, undo func()) error {
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
	if j.explain != nil {
		j.explain.add(reports, ck.Notes)
	}
	ck.Done(j.d.M)
	return ck.Missing(j.f)
}

func (j *job) gradientWith(analysis *activity.Env, ck *reverse.Checkpoints, of *ir.Function, copies *nestCopies) ([]*reverse.Report, error) {
	prepare := j.explain.watch(preparer(analysis, j.room, ck, copies))
	f, info, err := prepare(of, j.seed)
	if err != nil {
		return nil, err
	}
	j.leaving = info.Leaving()
	env := reverse.NewEnv(j.d.M, reverse.Prepare(prepare), pass.CleanUp, ck)
	env.Width = j.width
	env.Nested = reverse.HasTape(of)
	env.Explain = j.explain != nil || copies.could && !copies.made
	j.out, err = reverse.Synthesize(env, f, info, reverse.Options{Name: j.derivedName(), Sig: j.sig})
	return env.Reports, err
}

// inlines wants every callee but those that are known by name: a module that
// brings its own sqrt still means the function with the rule.
// So do functions of which the program registered something, whatever the mode:
// their bodies are not all that is known of them.
func inlines(_ *ir.Instr, callee *ir.Function) bool {
	return rules.Lookup(callee.Name) == nil && rules.GivenOf(callee) == nil && pass.TeamRegion(callee) == nil && !reverse.HoldsTape(callee) && !reverse.IsMarker(callee)
}

// neverThrows reports of a call without an attribute that would say so that its
// callee is known not to throw.
func neverThrows(call *ir.Instr) bool {
	f := call.CalledFunc()
	if f == nil || rules.GivenOf(f) != nil {
		return false
	}
	k := rules.Lookup(f.Name)
	if k == nil {
		return false
	}
	switch k.Class {
	case rules.Free, rules.Realloc:
		return true
	case rules.Math, rules.MemCpy, rules.MemMove, rules.MemSet:
		return f.IsDecl
	}
	return false
}

// preparer gives a normalised private copy of a function with a body, and its
// analysis. All the functions of one request are analysed in one environment.
// The loops that are to be checkpointed become functions of their own.
func preparer(env *activity.Env, in *room, ck *reverse.Checkpoints, copies *nestCopies) func(*ir.Function, activity.Seed) (*ir.Function, *activity.Info, error) {
	outermost := true // what leaves the first function has no derivative
	waits := map[*ir.Function]bool{}
	return func(f *ir.Function, seed activity.Seed) (*ir.Function, *activity.Info, error) {
		if err := f.Load(); err != nil {
			return nil, nil, err
		}
		if err := refused(f, env.Forward, waits); err != nil {
			return nil, nil, err
		}
		env.Begins(f)
		of := f
		if rules.GivenOf(f).What() != nil {
			of = forwarder(f)
			defer f.Module.Remove(of)
		}
		clone := of.Clone(f.Module.FreshSymbol("llad.copy"))
		tapes := false
		wanted := func(i *ir.Instr, callee *ir.Function) bool {
			return inlines(i, callee) && !in.outside(i, callee) && !ck.Owns(callee) && (tapes || !reverse.WorksOnTape(callee))
		}
		inline := func(f *ir.Function) int {
			n := pass.InlineInStages(f, in.most, wanted)
			pass.Unthrown(f, neverThrows)
			return n
		}
		inline(clone)
		settle(clone, inline)
		pass.OpenMP(clone, func(f *ir.Function) { inline(f) })
		if !env.Forward {
			reverse.InnerTapes(clone)
		}
		tapes = true
		inline(clone)
		in.short = in.short || pass.CallsWanted(clone, wanted)
		if outermost && !pass.Recursive(f) {
			pass.Exceptions(clone)
		}
		outermost = false
		reverse.OwnTape(clone)
		moreIterations(clone)
		chainedCalls(clone)
		env.Copied(clone, f)
		if a := ck.Advance(f); a != nil {
			env.Copied(f, a)
		}
		if ck.Wants(clone) {
			pass.GrowCopies(clone)
		}
		switch {
		case ck.Owns(f):
			pass.NormalizePart(clone)
		case env.Forward || !ck.None():
			pass.Normalize(clone)
		default:
			pass.NormalizeReread(clone)
		}
		ck.Directly(env, clone, func(f *ir.Function) int {
			n := inline(f)
			settle(f, inline)
			return n
		})
		if ck != nil {
			if err := ck.Outline(env, clone, f); err != nil {
				return nil, nil, err
			}
		}
		if !env.Forward {
			pass.HoistHeap(clone, heapCalls)
			reverse.ReuseBlocks(clone)
			if copies != nil && ck.None() && !ck.Owns(f) {
				copies.in(clone)
			}
		}
		info, diags := env.Analyze(clone, seed)
		var errs []error
		for _, d := range diags {
			errs = append(errs, d)
		}
		return clone, info, errors.Join(errs...)
	}
}

// refused is why a function is not differentiated in a mode, whatever its code computes. waits are the functions
// that were found to have no barriers.
func refused(f *ir.Function, forward bool, waits map[*ir.Function]bool) error {
	if err := refuseDevice(f); err != nil || forward {
		return err
	}
	return refuseBarriers(f, waits)
}

// heapCalls is what is known by name of calls that have to do with the heap.
var heapCalls = pass.Heap{
	Makes: func(i *ir.Instr) bool {
		k := knownOf(i)
		return k != nil && k.Class == rules.Alloc && !k.Zeroed && len(k.SizeArgs) > 0 && k.FreeWith != ""
	},
	Ends: func(i *ir.Instr) bool {
		k := knownOf(i)
		return k != nil && k.Class == rules.Free && k.PtrArg == 0
	},
	Pure: func(i *ir.Instr) bool {
		k := knownOf(i)
		return k != nil && (k.Pure || k.Class == rules.Inactive && k.ReadOnly)
	},
	End: func(b *ir.Builder, made *ir.Instr) {
		k := knownOf(made)
		args, types := []ir.Value{made}, []*ir.Type{made.Typ}
		for _, a := range k.FreeArgs {
			args, types = append(args, made.Arg(a)), append(types, made.Arg(a).Type())
		}
		m := b.Module()
		b.CallFunc(m.Declare(k.FreeWith, m.FuncType(ir.Void, types...)), args...)
	},
}

// knownOf is what is known of the function that a call is of, nil when it is
// nothing.
func knownOf(i *ir.Instr) *rules.Known {
	if f := i.CalledFunc(); f != nil {
		return rules.KnownOf(f)
	}
	return nil
}

// chainedCalls puts the first argument in place of the result of calls that return
// it: nothing is left then that would need a shadow of its own.
func chainedCalls(f *ir.Function) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			fn := i.CalledFunc()
			if fn == nil || !fn.IsDecl || i.NumCallArgs() == 0 || i.Arg(0).Type() != i.Typ {
				continue
			}
			if k := rules.KnownOf(fn); k != nil && k.This {
				ir.ReplaceAllUses(i, i.Arg(0))
			}
		}
	}
}

// forwarder is a function that only calls f: the derivative of f is to be what
// the program registered, not that of its body.
func forwarder(f *ir.Function) *ir.Function {
	w := f.Module.AddFunc(f.Module.FreshSymbol("llad.forward"), f.Typ)
	w.Prefix, w.IsDecl = "internal", false
	args, attrs := make([]ir.Value, len(f.Params)), make([]string, len(f.Params))
	for k, p := range f.Params {
		w.Params[k].Name, w.Params[k].Attrs = p.Name, p.Attrs
		args[k], attrs[k] = w.Params[k], p.Attrs
	}
	b := ir.NewBuilder(w.NewBlock("entry"))
	call := b.CallFunc(f, args...)
	call.Extra().ArgAttrs = attrs
	if f.Typ.Ret.Kind == ir.VoidKind {
		b.Ret(nil)
	} else {
		b.Ret(call)
	}
	return w
}
