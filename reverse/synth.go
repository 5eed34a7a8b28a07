package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/cache"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
)

// synth is the synthesis of one function. p is the primal while it is
// instrumented and afterwards the augmented primal that is emitted.
type synth struct {
	env      *Env
	m        *ir.Module
	p        *ir.Function
	info     *activity.Info
	pair     *pair    // split form, nil when combined
	catches  bool     // exceptions of callees
	parallel bool     // runs in the threads of a team
	contract ir.Flags // see rules.Contraction
	name     string   // of the primal, "" for the function that was asked for

	dt    *ir.DomTree
	loops *ir.LoopInfo

	// the primal's instrumentation
	params      []*ir.Param           // the original ones
	shadows     map[ir.Value]ir.Value // shadow of a pointer-carrying value, a value of p, in the lane at hand
	lane        int
	laneShadows []map[ir.Value]ir.Value
	isShadow    map[*ir.Instr]bool  // inserted: works on shadow memory only
	goals       map[*ir.Instr][]int // of these, what writes into the shadows of pieces of a loop's state, by number
	tape        *ir.Param           // stands for the tape in p
	usesTape    bool
	counter     map[*ir.Loop]*ir.Instr              // header phi 0, 1, 2, ...
	counts      map[*ir.Block]map[*ir.Loop]ir.Value // at an exit block: the counter's value on leaving the loop
	trip        map[*ir.Loop]ir.Value               // how often the backedge is taken, where the preheader knows
	predList    [][]*ir.Block
	skip        map[*ir.Block]*ir.Block                      // where the reverse sweep goes on above a block, when at once
	path        map[*ir.Block]ir.Value                       // which predecessor control came from, an i32 value of p
	members     map[*ir.Instr]bool                           // members of an augmented call's result: reversed with the call
	calls       map[*ir.Instr]*augCall                       // the augmented call in p, by the frame that it gives
	augments    map[*ir.Instr]bool                           // the augmented calls themselves
	actions     map[*ir.Instr]func(r *reverser, i *ir.Instr) // special reversals of inserted instructions
	active      map[ir.Value]bool                            // overrides info.Active for inserted values
	reach       map[*ir.Block]bool                           // blocks from which the return is reached
	ret         *ir.Instr                                    // the one ret, nil if none

	unread    map[*ir.Instr]bool // see findUnread
	putsBack  map[*ir.Instr]bool // see mayPutBack
	swaps     *swaps             // see findSwaps
	inout     bool               // Options.Inout
	merged    map[*ir.Instr]bool // see mergedObject
	work      []bool             // by block ID: has something to reverse
	loopWork  map[*ir.Loop]bool
	guards    map[*ir.Instr]bool   // see guarded
	lanesUsed map[ir.Value]laneSet // see usedLanes

	blocks heapBlocks

	outVals map[*ir.Instr]map[int]ir.Value // what a call stored through its pointers, as values of p

	order    map[*ir.Block]int // reading order, for reloadable
	place    map[*ir.Instr]int // in its block, likewise
	groups   []*writerGroup
	groupOf  map[groupKey]*writerGroup
	asked    int                  // pairs of loads and writers looked at
	clash    map[pairOfBases]bool // whether a store may change what a load reads
	reload   map[*ir.Instr]bool
	alias    *ir.Alias
	coverage *ir.Coverage
	passed   *ir.Passed

	replays    map[*ir.Loop]*replay
	inversions map[*ir.Loop]*inversion
	choices    map[*ir.Instr]*choice
	chosen     map[*ir.Loop][]*choice
	serves     map[*ir.Loop]*choice // see onlyFor

	blockLists map[*ir.Instr]ir.Value // see blockList

	sweeps    map[*ir.Instr][]ir.Value // forward sweeps of checkpointed loops: the memory that the loop writes
	again     map[*ir.Instr]bool       // see findAgain
	firsts    map[*ir.Instr]*firstResults
	lates     []*lateCode
	lateSlots map[*ir.Instr]*ir.Instr
	owned     map[ownedKey]bool
	tapeCode  map[*ir.Instr]bool // inserted behind the plan: takes records from the tape

	plan         *cache.Plan
	needs        []ir.Value               // for explain: what the sweep reads
	neededBy     map[ir.Value][]*ir.Instr // and to reverse what
	checkpointed []LoopReport
	stencils     map[*ir.Loop]map[*ir.Instr]*stencil // see stencilsIn
	callers      map[*ir.Loop]bool                   // see callsOut
	versions     []versions
	records      *tape.Layout // where kept values lie
	err          error
}

func newSynth(env *Env, p *ir.Function, info *activity.Info) *synth {
	s := &synth{
		env: env, m: env.M, p: p, info: info, contract: rules.Contraction(p), parallel: env.parallel,
		params:     append([]*ir.Param(nil), p.Params...),
		isShadow:   map[*ir.Instr]bool{},
		goals:      map[*ir.Instr][]int{},
		counter:    map[*ir.Loop]*ir.Instr{},
		counts:     map[*ir.Block]map[*ir.Loop]ir.Value{},
		trip:       map[*ir.Loop]ir.Value{},
		path:       map[*ir.Block]ir.Value{},
		members:    map[*ir.Instr]bool{},
		calls:      map[*ir.Instr]*augCall{},
		augments:   map[*ir.Instr]bool{},
		actions:    map[*ir.Instr]func(*reverser, *ir.Instr){},
		active:     map[ir.Value]bool{},
		loopWork:   map[*ir.Loop]bool{},
		records:    tape.Empty(env.runtime()),
		replays:    map[*ir.Loop]*replay{},
		inversions: map[*ir.Loop]*inversion{},
		again:      map[*ir.Instr]bool{},
		firsts:     map[*ir.Instr]*firstResults{},
		choices:    map[*ir.Instr]*choice{},
		chosen:     map[*ir.Loop][]*choice{},
		serves:     map[*ir.Loop]*choice{},
		lateSlots:  map[*ir.Instr]*ir.Instr{},
		owned:      map[ownedKey]bool{},
		tapeCode:   map[*ir.Instr]bool{},
		outVals:    map[*ir.Instr]map[int]ir.Value{},

		putsBack: map[*ir.Instr]bool{},
		swaps:    &swaps{},
		merged:   map[*ir.Instr]bool{},
		stencils: map[*ir.Loop]map[*ir.Instr]*stencil{},
		callers:  map[*ir.Loop]bool{},
		sweeps:   map[*ir.Instr][]ir.Value{},
	}
	for range env.Width {
		s.laneShadows = append(s.laneShadows, map[ir.Value]ir.Value{})
	}
	s.setLane(0)
	return s
}

// fail records the first refusal.
func (s *synth) fail(i *ir.Instr, code, format string, args ...any) {
	if s.err == nil {
		s.err = ir.DiagAt(i, code, format, args...)
	}
}

// isActive reports whether v carries an adjoint.
func (s *synth) isActive(v ir.Value) bool {
	if a, ok := s.active[v]; ok {
		return a
	}
	switch v := v.(type) {
	case *ir.Instr:
		if v.Typ.Scalar().IsInt() && s.info.FloatLanes(v) == nil {
			return false // the integer part of something active
		}
		return s.info.Active(v)
	case *ir.Param:
		return v.Parent == s.p && v.Index < len(s.params) && s.info.Active(v)
	}
	return false
}

// shadowOf gives the shadow of a value of p, nil when it has none.
func (s *synth) shadowOf(v ir.Value) ir.Value {
	if sh, ok := s.shadows[v]; ok {
		return sh
	}
	if ir.IsConstant(v) {
		return s.constShadow(v)
	}
	return nil
}

// shadowOrSelf gives the shadow of v, or v itself where v points to memory
// without a shadow: the mark of inactive memory at run time. A number that looks like an address has none.
func (s *synth) shadowOrSelf(v ir.Value) ir.Value {
	if sh := s.shadowOf(v); sh != nil {
		return sh
	}
	if v.Type() == ir.I64 && s.info.TellsPairs() && s.mayLookLikeAddress(v) {
		return i64(0)
	}
	return v
}

// instrument turns p into the augmented primal and decides what is kept.
func (s *synth) instrument(split bool) error {
	s.catches = catching(s.p)
	s.dt = ir.Dominators(s.p)
	if bad := ir.Irreducible(s.p, s.dt); len(bad) > 0 {
		return &ir.Diagnostic{File: s.m.Name, Code: "L0401", Message: "irreducible control flow in " + s.p.Name + " was not made reducible"}
	}
	s.loops, s.passed = ir.Loops(s.p, s.dt), nil
	s.findReturn()
	s.findUnread()
	s.tape = s.addParam(s.m.Ptr(), "tape")
	s.findSwaps()
	s.findBlocks()
	s.addShadows()
	s.writeApartChecks()
	if s.err != nil {
		return s.err
	}
	s.chooseSwaps()
	s.findWork()
	s.addCounters()
	if s.err == nil {
		s.addChoices()
	}
	s.addPaths()
	if s.err != nil {
		return s.err
	}
	return s.planCache(split)
}

// addParam gives p one more parameter; emission binds it to a value.
func (s *synth) addParam(t *ir.Type, name string) *ir.Param {
	p := &ir.Param{Typ: t, Name: name, Index: len(s.p.Params), Parent: s.p}
	s.p.Params = append(s.p.Params, p)
	return p
}

// findReturn finds the ret and the blocks that reach it.
func (s *synth) findReturn() {
	preds := s.p.Preds()
	s.reach = map[*ir.Block]bool{}
	var stack []*ir.Block
	for _, b := range s.p.Blocks {
		if t := b.Term(); t != nil && t.Op == ir.Ret {
			s.ret = t
			s.reach[b] = true
			stack = append(stack, b)
		}
	}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, p := range preds[b.ID] {
			if !s.reach[p] {
				s.reach[p] = true
				stack = append(stack, p)
			}
		}
	}
}
