package checkpoint

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
)

// The diagnostics of checkpointed loops.
const (
	codeNoState  = "L0413" // memory of the state whose extent is not known
	CodeNotAgain = "L0414" // the loop does what cannot be done again
	codeNoLoop   = "L0415" // no loop where one was named, or one of a form that cannot be taken out
	codeStrategy = "L0416" // a strategy that is not known
)

// Choice gives a strategy to the loops of a function, or to one loop.
type Choice struct {
	Func     string // its symbol, or its name in the source; "" is every function
	Line     int    // of the loop in the source, 0 for all loops
	Strategy Strategy
}

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

// LoopKey tells loops apart, also when they are taken out anew.
type LoopKey struct{ Func, Header string }

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

// next finds a loop of f that a choice speaks of, outer ones first. named says
// that it was named alone.
func (ck *Checkpoints) next(f, original *ir.Function, marked map[*ir.Block]Strategy, refused []*ir.Block) (*analysis.Loop, Strategy, bool) {
	li := analysis.Loops(f, ir.Dominators(f))
	for _, l := range li.All {
		stays := false
		for _, h := range refused {
			stays = stays || h == l.Header
		}
		if stays {
			continue
		}
		if st, ok := marked[l.Header]; ok {
			st = ck.bounded(st)
			if st.keeps() {
				refused = append(refused, l.Header)
				continue
			}
			return l, st, true
		}
		st, named := ck.choice(f, original, l)
		st = ck.bounded(st)
		if st.keeps() || !named && (l.Depth > 1 || ck.steps[original] != nil || !worthIt(li, l)) {
			continue
		}
		return l, st, named
	}
	return nil, Strategy{}, false
}

// bounded gives an automatic strategy its memory.
func (ck *Checkpoints) bounded(st Strategy) Strategy {
	if st.Auto {
		st.Mem = ck.Mem
	}
	return st
}

// choice gives the strategy chosen for a loop, and whether the loop was named.
func (ck *Checkpoints) choice(f, original *ir.Function, l *analysis.Loop) (st Strategy, named bool) {
	for k, c := range ck.Choices {
		if c.Func != "" && !ck.isNamed(original, c.Func) && !ck.comesFrom(l, c.Func) {
			continue
		}
		if ck.Used == nil {
			ck.Used = map[int]bool{}
		}
		if c.Line == 0 {
			ck.Used[k] = true
			if !named {
				st = c.Strategy
			}
			continue
		}
		_, line := loopPos(l)
		if !slices.Contains(ck.lines, line) {
			ck.lines = append(ck.lines, line)
		}
		if line == c.Line {
			st, named, ck.Used[k] = c.Strategy, true, true
			if ck.found == nil {
				ck.found = map[int]bool{}
			}
			ck.found[k] = true
		}
	}
	return st, named
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

// Missing gives the choices of loops of f, by line, that no loop was found for,
// and the extents that speak of no parameter.
func (ck *Checkpoints) Missing(f *ir.Function) error {
	errs := ck.missingExtents(f)
	for k, c := range ck.Choices {
		if c.Line > 0 && !ck.found[k] && (c.Func == "" || ck.isNamed(f, c.Func)) {
			errs = append(errs, &ir.Diagnostic{File: f.Module.Name, Line: int(f.Line), Code: codeNoLoop,
				Message: fmt.Sprintf("no loop of '%s' begins at line %d of its source", f.SourceName(), c.Line),
				Hint:    fmt.Sprintf("compile with -g; the compiler may have changed the loop; loops were found at %d (0: without a line)", ck.lines)})
		}
	}
	return errors.Join(errs...)
}

func (ck *Checkpoints) isNamed(f *ir.Function, name string) bool {
	for lc := ck.steps[f]; lc != nil; lc = ck.steps[f] {
		f = lc.home
	}
	f = f.Source()
	return ck.isCalled(ir.UnquoteName(f.Name), f.SourceName(), name)
}

// isCalled reports whether a function, by its symbol or its name in the source, is the
// one that a choice names.
func (ck *Checkpoints) isCalled(symbol, source, name string) bool {
	return symbol == name || source == name || symbol != "" && ck.Means != nil && ck.Means(symbol, name)
}

// comesFrom reports whether a loop is one of the named function that was inlined
// where it is now, by the debug information of its branches.
func (ck *Checkpoints) comesFrom(l *analysis.Loop, name string) bool {
	for _, i := range loopControl(l) {
		source, symbol := l.Header.Parent.Module.DebugFunc(i)
		if source != "" && ck.isCalled(symbol, source, name) {
			return true
		}
	}
	return false
}

// loopControl lists the branches that make a loop and end it, and their conditions,
// as far as debug information tells where they come from. Of code that was inlined
// from several functions those of the outermost are meant: others are conditions that
// the loop's function calls.
func loopControl(l *analysis.Loop) []*ir.Instr {
	m := l.Header.Parent.Module
	var out []*ir.Instr
	depth := 0
	note := func(i *ir.Instr) {
		if _, _, _, ok := m.DebugPos(i); !ok {
			return
		}
		if d := m.InlinedDepth(i); len(out) == 0 || d < depth {
			out, depth = []*ir.Instr{i}, d
		} else if d == depth {
			out = append(out, i)
		}
	}
	note(l.Header.Term())
	for _, b := range l.Latches {
		note(b.Term())
	}
	for _, e := range l.ExitEdges() {
		t := e.From.Term()
		note(t)
		for k := range t.NumArgs() {
			if i, ok := t.Arg(k).(*ir.Instr); ok && l.Contains(i.Parent) {
				note(i)
			}
		}
	}
	return out
}

// loopPos is the place in the source where a loop begins: the least line of what makes
// it and ends it, 0 where that is not known.
func loopPos(l *analysis.Loop) (file string, line int) {
	for _, i := range loopControl(l) {
		if s, n, _, _ := l.Header.Parent.Module.DebugPos(i); line == 0 || n < line {
			file, line = s, n
		}
	}
	return file, line
}

// worthIt reports whether a loop carries anything from iteration to iteration
// that its reversal could need: floats that are not mere sums, pointers, or
// memory that it reads before it writes there; and whether it computes at all:
// loops that make rows and fill them keep little.
func worthIt(li *analysis.LoopInfo, l *analysis.Loop) bool {
	if !computes(l) {
		return false
	}
	for _, phi := range l.Header.Phis() {
		if (phi.Typ.HasFloat() || phi.Typ.HasPtr()) && !isSum(l, phi) && l.Recurrence(phi) == nil {
			return true
		}
	}
	var loads, stores []*ir.Instr
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			switch i.Op {
			case ir.Load:
				loads = append(loads, i)
			case ir.Store:
				stores = append(stores, i)
			case ir.Call, ir.Invoke:
				if f := i.CalledFunc(); f == nil || !f.IsDecl || strings.HasPrefix(f.Name, "llvm.mem") {
					return true
				}
			}
		}
	}
	if len(stores) == 0 {
		return false
	}
	f := l.Header.Parent
	a := analysis.NewAlias(f)
	cover := analysis.NewCoverage(f, ir.Dominators(f), li)
	for _, p := range loads {
		for _, q := range stores {
			// Where these overlap all the same, iterations are kept.
			x, y := a.Base(p.Arg(0)), a.Base(q.Arg(1))
			if x != y && (isOrigin(x) || isOrigin(y)) || p.Typ.Scalar() != q.Arg(0).Type().Scalar() {
				continue
			}
			if a.AliasAnytime(p.Arg(0), -1, q.Arg(1), -1) != analysis.NoAlias && !cover.Written(p, l, stores) {
				return true
			}
		}
	}
	return false
}

// computes reports whether a loop may do arithmetic on floats.
func computes(l *analysis.Loop) bool {
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			switch i.Op {
			case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FRem, ir.FNeg, ir.AtomicRMW, ir.CmpXchg:
				return true
			case ir.Call, ir.Invoke:
				f := i.CalledFunc()
				if f == nil || !f.IsDecl || rules.ForInstr(i) != nil {
					return true
				}
			}
		}
	}
	return false
}

// isOrigin reports whether v is an address of memory as a whole, not one that was
// chosen or read from memory.
func isOrigin(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return !ok || i.Op != ir.Phi && i.Op != ir.Select && i.Op != ir.Load
}

// isSum reports whether phi only collects: iterations, and loops inside, add to
// it, and nothing else in the loop reads it.
func isSum(l *analysis.Loop, phi *ir.Instr) bool {
	sum := map[*ir.Instr]bool{phi: true}
	work := []*ir.Instr{phi}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(v) {
			i := u.User
			if !l.Contains(i.Parent) || sum[i] {
				continue
			}
			fma := i.CalledFunc() != nil && strings.HasPrefix(i.CalledFunc().Name, "llvm.fmuladd.") && u.Index() == 2
			if i.Op != ir.FAdd && i.Op != ir.FSub && i.Op != ir.Phi && !fma {
				return false
			}
			sum[i] = true
			work = append(work, i)
		}
	}
	next, ok := phi.Incoming(l.Latch()).(*ir.Instr)
	return ok && sum[next]
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
	lc.blocks, lc.OnceBlocks, lc.resets = state.blocks, state.onceBlocks, state.resets
	lc.extents = map[int]int{}
	args := lc.Call.CallArgs()
	if seen != nil {
		lc.seen = slices.Index(args, seen)
	}
	if from != nil {
		lc.Pool = slices.Index(args, from)
		for _, b := range f.Blocks {
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
			if off, ok := state.of.constOffset(args[j], args[FirstPiece+2*k]); ok && variables[k] == nil {
				lc.Inside[j] = Place{FirstPiece + 2*k, off}
			}
		}
	}
	for _, i := range state.frees {
		ck.frees[i] = true
	}
	return nil
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
