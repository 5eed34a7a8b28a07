package checkpoint

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
)

// The diagnostics of checkpointed loops.
const (
	codeNoState  = "L0413" // memory of the state whose extent is not known
	CodeNotAgain = "L0414" // the loop does what cannot be done again
	codeNoLoop   = "L0415" // no loop where one was named, or one of a form that cannot be taken out
	codeStrategy = "L0416" // a strategy that is not known
)

// Checkpoints is the choice of strategies for one request, and the loops that
// were taken out of their functions so far.
type Checkpoints struct {
	Choices []Choice                       // later ones count more
	Extents []Extent                       // of memory behind parameters
	Names   func(*ir.Function) []string    // of the parameters of a function, for Extents
	Means   func(symbol, name string) bool // name is that of the symbol in the source, for Choices
	Mem     int64                          // for strategies that are chosen when the program runs; 0 is without bound
	// Pools says that what loops allocate comes from pools wherever it can. WantPools
	// is set where a loop was not checkpointed because that was not so.
	Pools, WantPools bool
	// Left are loops that are left as they are, whatever the choices for all loops say:
	// Failed has those that turned out not to work in the end, and why.
	Left, Failed map[LoopKey]*ir.Diagnostic
	Stats        bool   // the code counts what it does
	Global       bool   // no variable of tapes is thread-local
	InvertFloats bool   // sums of floats are undone too, though that rounds: see invert.go
	Spill        string // a directory for snapshots that are more than Mem; "" keeps all in memory
	// Used are the choices, by number, that speak of a loop that was seen.
	Used map[int]bool
	// Notes are loops that a choice for all loops could not be applied to, and
	// why: what their iterations compute is kept.
	Notes []*ir.Diagnostic
	// Unnamed counts the loops that were taken out because of such a choice.
	Unnamed int

	loops  map[*ir.Function]*Loop // by Advance
	steps  map[*ir.Function]*Loop // by Step
	frees  map[*ir.Instr]bool     // deallocations behind them
	stated map[int]bool           // Extents that were used
	found  map[int]bool           // choices of one loop that were followed
	lines  []int                  // where loops were seen
	rt     *Schedules
	pools  *Schedules // rt for loops that allocate from pools
}

// None reports whether nothing was asked for but that everything is kept.
func (ck *Checkpoints) None() bool {
	return ck == nil || len(ck.Choices) == 0 && ck.Mem == 0 && !ck.Stats
}

// Loop is a loop that was taken out of its function.
type Loop struct {
	*canon.LoopFuncs
	Key       LoopKey
	Named     bool // by its line, or by a marker
	Split     bool // it was seen where it cannot be taken apart
	Strategy  Strategy
	Written   int // pieces of the state among the extra arguments, besides the carried slots
	Inputs    int
	Pool      int          // the parameter that is the pool; -1 for none
	fromPool  []*ir.Instr  // blocks of the pool that are made outside of the loop
	seen      int          // the parameter that is the number of iterations run before; -1 for none
	Variables []*ir.Global // by piece: the variable that it is
	home      *ir.Function // the function that it was taken from
	extents   map[int]int  // addresses among the parameters, and the parameters that have the extents of the memory there
	Inside    map[int]Place
	Sides     map[string]*Side

	blocks, OnceBlocks []*ir.Instr // see loopState
	resets             map[*ir.Instr]*ir.Block
}

// Place is an address in a piece of memory, whose own is an argument.
type Place struct {
	Arg int
	Off int64
}

// Any reports whether any loop may be checkpointed by choice; markers in the
// source count besides.
func (ck *Checkpoints) Any() bool { return ck != nil && len(ck.Choices) > 0 }

// Owns reports whether f is code of a loop that was taken out.
func (ck *Checkpoints) Owns(f *ir.Function) bool {
	return ck != nil && (ck.loops[f] != nil || ck.steps[f] != nil)
}

// Advance gives the function that runs the loop of which f is one iteration,
// nil when f is none.
func (ck *Checkpoints) Advance(f *ir.Function) *ir.Function {
	if ck == nil {
		return nil
	}
	if lc := ck.steps[f]; lc != nil {
		return lc.LoopFuncs.Advance
	}
	return nil
}

// Needs reports whether the memory that the deallocation i ends may be needed
// by a loop that is run again.
func (ck *Checkpoints) Needs(i *ir.Instr) bool { return ck != nil && ck.frees[i] }

// Outline takes the loops that are to be checkpointed out of f, a normalised
// clone of original that env is to analyse, and obeys the markers in it. The error is a choice that
// names a loop and cannot be followed.
func (ck *Checkpoints) Outline(env *activity.Env, f, original *ir.Function) error {
	stated := statedMemory(f)
	more, err := ck.extents(f, original)
	if err != nil {
		return err
	}
	stated = append(stated, more...)
	if lc := ck.steps[original]; lc != nil {
		for j := range f.Params {
			if k, ok := lc.extents[j]; ok {
				stated = append(stated, memPiece{f.Params[j], f.Params[k]})
			}
		}
	}
	marked, err := ck.markedLoops(f)
	if err != nil {
		return err
	}
	if ck.loops[original] != nil || !ck.Any() && len(marked) == 0 {
		return nil
	}
	var refused []*ir.Block // headers of loops that stay
	for {
		l, st, named := ck.next(f, original, marked, refused)
		if l == nil {
			return nil
		}
		key := LoopKey{original.Name, l.Header.Name}
		if d := ck.Left[key]; d != nil && !named {
			ck.Notes = append(ck.Notes, d)
			refused = append(refused, l.Header)
			continue
		}
		d := ck.outline(env, f, l, st, stated, key, named)
		switch {
		case d == nil:
			if !named {
				ck.Unnamed++
			}
		case named:
			return d
		default:
			ck.Notes = append(ck.Notes, d)
			refused = append(refused, l.Header)
		}
	}
}

// Done takes the functions out of m that stood for single iterations: they have
// been differentiated, and nothing calls them.
func (ck *Checkpoints) Done(m *ir.Module) {
	if ck.pools != nil {
		ck.pools.Pools.defineFunctions()
	}
	for step := range ck.steps {
		m.Remove(step)
	}
}

// stateOf names the state of a loop. Where that needs a pool, the function and the
// loop are changed so that there is one, which it gives.
func (ck *Checkpoints) stateOf(env *activity.Env, f *ir.Function, l *analysis.Loop, stated []memPiece) (*loopState, *analysis.Loop, ir.Value, *ir.Diagnostic) {
	if i := usesPool(f, l); i != nil { // what is in the pool is no part of this loop's states
		d := ir.DiagAt(i, CodeNotAgain, "steps of this loop change memory from the pool of another checkpointed loop: one loop of a function has one")
		tellLoop(d, i, l)
		return nil, l, nil, d
	}
	state, d := newStateFinder(env, f, l, stated).state()
	if d == nil && !ck.Pools {
		return state, l, nil, nil
	}
	try := newStateFinder(env, f, l, stated)
	of, ok := try.pooled()
	if !ok || ck.lists(f, of.allocs) {
		return state, l, nil, d
	}
	try.fromPool = of.allocs
	if _, d := try.state(); d != nil {
		return state, l, nil, d
	}
	l, at := pool(f, l, of)
	state, d = newStateFinder(env, f, l, stated).state()
	return state, l, at, d
}

// usesPool gives an instruction of l that allocates from a pool, frees to it, or may
// write to what f has from one; nil if there is none.
func usesPool(f *ir.Function, l *analysis.Loop) *ir.Instr {
	var made []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if IsPool(i, PoolAlloc) {
				made = append(made, i)
			}
		}
	}
	var a *analysis.Alias
	if len(made) > 0 {
		a = analysis.NewAlias(f)
	}
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if IsPool(i, PoolAlloc) || IsPool(i, poolFree) {
				return i
			}
			if slices.ContainsFunc(made, func(block *ir.Instr) bool { return a.MayWrite(i, block, -1) }) {
				return i
			}
		}
	}
	return nil
}

// dropLifetimes takes the marks out of a loop that begin and end lifetimes of stack
// objects: outside of their function these are none.
func dropLifetimes(l *analysis.Loop) {
	for _, b := range l.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if strings.HasPrefix(i.CalledName(), "llvm.lifetime.") {
				i.Erase()
			}
		}
	}
}

// lists reports whether any of these allocations of f belongs to the state of a loop
// that was taken out of f before.
func (ck *Checkpoints) lists(f *ir.Function, allocs map[*ir.Instr]bool) bool {
	for _, lc := range ck.loops {
		for _, r := range slices.Concat(lc.blocks, lc.OnceBlocks) {
			if lc.home == f && allocs[r] {
				return true
			}
		}
	}
	return false
}

// outline takes l out of f, or says why that cannot be.
func (ck *Checkpoints) outline(env *activity.Env, f *ir.Function, l *analysis.Loop, st Strategy, stated []memPiece, key LoopKey, named bool) *ir.Diagnostic {
	at := l.Header.Term()
	if (!canon.CanOutline(l) || printsInvoked(l)) && canon.LeaveCleanups(l) {
		l = loopAt(f, l.Header)
	}
	if !canon.CanOutline(l) {
		return ir.DiagAt(at, codeNoLoop, "this loop cannot be checkpointed: it is left by other ways than branches")
	}
	state, l, from, d := ck.stateOf(env, f, l, stated)
	if d != nil {
		return d
	}
	if from != nil {
		if states := st.ofStates(); st.Schedule != nil && states.String() != st.String() {
			ck.Notes = append(ck.Notes, ir.DiagAt(at, CodeNotAgain, "steps of this loop allocate memory that outlives them, so that no tapes can be held: %s takes the place of %s", states, st))
		}
		if ck.Spill != "" {
			ck.Notes = append(ck.Notes, ir.DiagAt(at, CodeNotAgain, "steps of this loop allocate memory that outlives them: its snapshots stay in memory"))
		}
		st = st.ofStates()
	}
	b := ir.NewBuilder(l.Preheader())
	b.Before(l.Preheader().Term())
	n := i64(-1)
	tc := analysis.BackedgeCount(l)
	if tc != nil {
		n = b.Add(tc.Emit(b), i64(1))
	}
	extra := []ir.Value{n}
	var variables []*ir.Global
	for _, pieces := range [][]memPiece{state.written, state.once} {
		for _, p := range pieces {
			g, _ := p.ptr.(*ir.Global)
			variables = append(variables, g)
			if g != nil {
				p.ptr = ir.Zero(g.Type()) // else the loop would seem to do more with it
			}
			extra = append(extra, p.ptr, p.size)
		}
	}
	if tc == nil {
		st.Schedule = unbounded(st.Schedule)
	}
	dropLifetimes(l)
	l, seen := quiet(f, l)
	state.of.l = l
	state.of.markGoals(state)
	lc := &Loop{Key: key, Named: named, Strategy: st, seen: -1, Pool: -1, Written: len(state.written), Inputs: len(state.once), Sides: map[string]*Side{}}
	lc.LoopFuncs = canon.OutlineLoop(l, "llad.loop", extra, state.of.alone)
	if ck.loops == nil {
		ck.loops, ck.steps, ck.frees = map[*ir.Function]*Loop{}, map[*ir.Function]*Loop{}, map[*ir.Instr]bool{}
	}
	ck.loops[lc.LoopFuncs.Advance], ck.steps[lc.Step] = lc, lc
	lc.home, lc.Variables = f, variables
	env.Written(lc.LoopFuncs.Advance, state.of.variables)
	env.Written(lc.Step, state.of.variables)
	lc.describe(state, seen, from)
	for _, i := range state.frees {
		ck.frees[i] = true
	}
	return nil
}

// describe notes which arguments of the loop's functions are what: seen and from are values
// that became arguments, how many iterations were run before, and the pool; nil without.
func (lc *Loop) describe(state *loopState, seen, from ir.Value) {
	lc.blocks, lc.OnceBlocks, lc.resets = state.blocks, state.onceBlocks, state.resets
	lc.extents = map[int]int{}
	args := lc.Call.CallArgs()
	if seen != nil {
		lc.seen = slices.Index(args, seen)
	}
	if from != nil {
		lc.Pool = slices.Index(args, from)
		for _, b := range lc.home.Blocks {
			for _, i := range b.Instrs {
				if IsPool(i, PoolAlloc) {
					lc.fromPool = append(lc.fromPool, i)
				}
			}
		}
	}
	lc.Inside = map[int]Place{}
	for k := range lc.Written + lc.Inputs {
		for j := lc.InputsAt(); j < len(args); j++ {
			if args[j] == args[FirstPiece+2*k] {
				lc.extents[j] = FirstPiece + 2*k + 1
			}
			if off, ok := state.of.constOffset(args[j], args[FirstPiece+2*k]); ok && lc.Variables[k] == nil {
				lc.Inside[j] = Place{FirstPiece + 2*k, off}
			}
		}
	}
}

// Loop gives the loop that f runs, nil when it is none.
func (ck *Checkpoints) Loop(f *ir.Function) *Loop {
	if ck == nil {
		return nil
	}
	return ck.loops[f]
}

// KeptInstead is the note that a function is differentiated without checkpoints
// because of err.
func KeptInstead(err error) *ir.Diagnostic {
	d := Diagnostics(err)[0]
	n := *d
	n.Message += "; the values of its loops are kept instead"
	return &n
}

// Diagnostics takes an error apart into diagnostics.
func Diagnostics(err error) []*ir.Diagnostic {
	if d, ok := err.(*ir.Diagnostic); ok {
		return []*ir.Diagnostic{d}
	}
	if l, ok := err.(interface{ Unwrap() []error }); ok {
		var out []*ir.Diagnostic
		for _, e := range l.Unwrap() {
			out = append(out, Diagnostics(e)...)
		}
		return out
	}
	return []*ir.Diagnostic{{Code: codeNoLoop, Message: err.Error()}}
}
