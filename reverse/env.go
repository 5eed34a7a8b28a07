package reverse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/reverse/modref"
	"github.com/llad-ad/llad/reverse/ownership"
	"github.com/llad-ad/llad/reverse/shadowmem"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/openmp"
)

// Prepare gives a private normalised copy of a function with a body, and its
// analysis under a seed.
type Prepare func(*ir.Function, signature.Seed) (*ir.Function, *activity.Info, error)

// Env is shared by all syntheses in one module.
type Env struct {
	M       *ir.Module
	prepare Prepare
	Width   int       // adjoints at once
	Nested  bool      // what is differentiated works on a tape: see HasTape
	Explain bool      // make Reports
	Reports []*Report // of the functions synthesised, in order of completion
	finish  func(*ir.Function)
	// Stops says where the program may end with a message: functions whose addresses are taken that
	// could not be made, and variables that may hold memory without a shadow.
	Stops []error

	pairs     map[string]*pair
	globals   map[laneGlobal]*ir.Global   // shadow variables
	variables []*shadowrt.Variables       // the same by lane, to be set before the sweep
	tables    map[*ir.Function]*ir.Global // shadows of functions
	coded     []*ir.Function              // those functions, in order
	handed    map[*ir.Function]*pair      // what those shadows lead to
	calledAs  []*ir.Type                  // of what types calls through addresses are
	lookups   []*lookup                   // of shadows of functions, at run time
	vtables   map[*ir.Global]*ir.Global   // shadows that Table made of constants
	rt        *tape.Runtime
	mv        *shadowmem.Functions

	checkpoints *checkpoint.Checkpoints

	parallel bool                      // what is made now runs in the threads of a team
	inTeam   bool                      // which a thread of another team starts
	effects  modref.Table              // of the regions
	entered  map[*ir.Global]*ir.Global // counters of critical sections, by lock
}

// runtime gives the functions that work on tapes.
func (env *Env) runtime() *tape.Runtime {
	if env.rt == nil {
		global := env.checkpoints != nil && env.checkpoints.Global
		env.rt = tape.New(env.M, env.Nested, tape.StorageIn(env.M, global))
	}
	return env.rt
}

// moves gives the functions that move blocks of memory with shadows.
func (env *Env) moves() *shadowmem.Functions {
	if env.mv == nil {
		env.mv = &shadowmem.Functions{Tape: env.runtime()}
	}
	return env.mv
}

// laneGlobal is a variable in a lane.
type laneGlobal struct {
	of   *ir.Global
	lane int
}

// NewEnv prepares syntheses in m. finish cleans up a generated function;
// checkpoints, which may be nil, has the loops that prepare takes out.
func NewEnv(m *ir.Module, prepare Prepare, finish func(*ir.Function), checkpoints *checkpoint.Checkpoints) *Env {
	return &Env{Width: 1, M: m, prepare: prepare, finish: finish, checkpoints: checkpoints}
}

// Options steer the synthesis of one function.
type Options struct {
	Name string // of the generated function
	Sig  *signature.Signature
	// Inout is for one part of a sweep that has begun: a gradient's place holds
	// the adjoint before the function's part is added, so that sums over several
	// calls round as in one, shadows of variables are as the sweep left them, and
	// the tape, one more parameter behind all others, is that of the sweep.
	Inout bool
}

// shape is the pair of signatures of the split form of a function under one seed.
// Shadows, adjoints and gradients are there for every lane, one after the other.
//
//	augment(params with shadows..., tape) -> { frame, result, shadow of the result }
//	reverse(frame, adjoint of the result, tape) -> gradients of the Out parameters
type shape struct {
	seed     signature.Seed
	augment  *ir.Type
	reverse  *ir.Type
	retAt    int // member of augment's result, -1 if absent
	shadowAt int
	frameAt  int
	outs     []int // parameter numbers whose gradients reverse returns, in order
	// a step of a loop: reverse adds them to the places that its last parameters
	// name, and what memory the function only reads is then as it was
	inout bool
}

// pair is the split form of a function.
type pair struct {
	shape
	augment *ir.Function
	reverse *ir.Function
	// The same for calls that drop the result; nil until wanted.
	dropping []*ir.Function

	// The frame is pushed last, so that it is on top of the tape when the
	// reverse function is called; it may be empty.
	onTop     bool
	frameSize int64        // on the tape; -1: not laid out yet
	sizeFunc  *ir.Function // gives it to those who cannot wait, nil if there are none

	// Parameters that the reverse function gets once more, behind the tape, each
	// followed by its shadow if it has one: see inherited.
	inherits []int

	memory *regionMemory    // of a parallel region, nil if nothing is known
	sweep  *ownership.Sweep // of a parallel region whose reverse sweep was rewritten

	err error // why it cannot be made: it then ends the program
}

// Synthesize turns p, a private normalised clone of the function to be
// differentiated, into the function
//
//	name(params, each active one followed by the place of its gradient, seed) -> result
//
// (see activity.GradSignature) and adds it to the module. p is
// consumed.
func Synthesize(env *Env, p *ir.Function, info *activity.Info, opts Options) (*ir.Function, error) {
	return newSynth(env, p, info).synthesize(opts)
}

func (s *synth) synthesize(opts Options) (*ir.Function, error) {
	env, p := s.fn.env, s.fn.p
	s.fn.inout = opts.Inout
	if out := s.tryOneSweep(opts); out != nil {
		return out, nil
	}
	if err := s.instrument(false); err != nil {
		return nil, err
	}
	out := s.declareCombined(opts)
	if err := s.emitCombined(out, opts); err != nil {
		env.M.Remove(out)
		return nil, err
	}
	env.M.Remove(p)
	env.finish(out)
	return out, nil
}

// pairFor gives the split form of callee under seed, synthesised when first
// asked for; where the program gives them, adapters of what it gives. The
// functions exist, without bodies, before their bodies are made,
// so recursion ends.
// A plain pair is one for callers that know no more of it than its shape. memory is what the caller
// knows of memory where callee starts a parallel region, nil where that is nothing.
func (env *Env) pairFor(callee *ir.Function, seed signature.Seed, plain bool, memory *regionMemory) (*pair, error) {
	g := rules.GivenOf(callee)
	given := g.Has(false)
	if given && !g.Partial(false) {
		seed = signature.GivenSeed(callee.Typ)
	}
	key := fmt.Sprintf("%s%s/%t/%t/%t", callee.Name, seedKey(seed), plain && !given, env.parallel, env.inTeam) + memory.key()
	if pr, ok := env.pairs[key]; ok {
		return pr, pr.err
	}
	if env.pairs == nil {
		env.pairs = map[string]*pair{}
	}
	if given {
		pr, err := env.givenPair(callee, seed)
		if err == nil {
			env.pairs[key] = pr
		}
		return pr, err
	}
	if region := openmp.TeamRegion(callee); region != nil {
		pr, err := env.teamPair(callee, region, seed, memory)
		if err == nil {
			env.pairs[key] = pr
		}
		return pr, err
	}
	p, info, err := env.prepare(callee, seed)
	if err != nil {
		return nil, err
	}
	var inherits []int
	if !plain {
		inherits = inherited(p, callee)
	}
	pr := env.declarePair(callee, seed, inherits)
	pr.onTop, pr.frameSize, pr.memory = true, -1, memory
	env.pairs[key] = pr
	if pr.err = env.writePair(pr, callee, p, info); pr.err != nil {
		env.standIn(pr, callee)
	}
	return pr, pr.err
}

// writePair synthesises the two functions of a pair from p, which prepare gave.
func (env *Env) writePair(pr *pair, callee, p *ir.Function, info *activity.Info) error {
	s := newSynth(env, p, info)
	s.fn.pair, s.fn.name = pr, callee.Name
	if err := s.instrument(true); err != nil {
		return err
	}
	if err := s.emitSplit(pr); err != nil {
		return err
	}
	if pr.sizeFunc != nil {
		pr.sizeFunc.IsDecl = false
		ir.NewBuilder(pr.sizeFunc.NewBlock("entry")).Ret(i64(pr.frameSize))
	}
	env.M.Remove(p)
	env.finish(pr.augment)
	env.finish(pr.reverse)
	return nil
}

func seedKey(seed signature.Seed) string {
	var b strings.Builder
	for _, k := range seed.Params {
		b.WriteByte(" cado"[k+1])
	}
	fmt.Fprintf(&b, "/%t/%t/%t", seed.Ret, seed.RetShadow, seed.Mixed)
	return b.String()
}

// shapeOf computes the split form's signatures for functions of type t.
func (env *Env) shapeOf(t *ir.Type, seed signature.Seed) shape {
	m := env.M
	sh := shape{seed: seed, retAt: -1, shadowAt: -1}
	var params, res, grads []*ir.Type
	for k, p := range t.Fields {
		params = append(params, p)
		switch seed.Params[k] {
		case signature.Dup, signature.DupNoNeed:
			params = append(params, times(env.Width, p)...)
		case signature.Out:
			sh.outs = append(sh.outs, k)
			grads = append(grads, times(env.Width, p)...)
		}
	}
	params = append(params, m.Ptr())
	res = append(res, m.Ptr()) // first, so that it is where it is for calls that drop the result
	if t.Ret.Kind != ir.VoidKind {
		sh.retAt = len(res)
		res = append(res, t.Ret)
		if seed.RetShadow {
			sh.shadowAt = len(res)
			res = append(res, times(env.Width, t.Ret)...)
		}
	}
	sh.augment = m.Types.Func(m.Struct(res...), params, t.Variadic)

	rparams := []*ir.Type{m.Ptr()}
	if seed.Ret {
		rparams = append(rparams, times(env.Width, t.Ret)...)
	}
	rparams = append(rparams, m.Ptr())
	ret := ir.Void
	if len(grads) > 0 {
		ret = m.Struct(grads...)
	}
	sh.reverse = m.FuncType(ret, rparams...)
	return sh
}

// times is n times t.
func times(n int, t *ir.Type) []*ir.Type { return slices.Repeat([]*ir.Type{t}, n) }

func (env *Env) declarePair(callee *ir.Function, seed signature.Seed, inherits []int) *pair {
	m := env.M
	pr := &pair{shape: env.shapeOf(callee.Typ, seed), inherits: inherits}
	if len(inherits) > 0 {
		t := pr.shape.reverse
		params := append([]*ir.Type(nil), t.Fields...)
		for _, k := range inherits {
			params = append(params, callee.Typ.Fields[k])
			if pr.hasShadow(k) {
				params = append(params, times(env.Width, callee.Typ.Fields[k])...)
			}
		}
		pr.shape.reverse = m.FuncType(t.Ret, params...)
	}
	pr.augment = m.AddFunc(m.FreshSymbol(ir.PrependName("llad.augment.", callee.Name)), pr.shape.augment)
	pr.augment.Prefix = "internal"
	pr.augment.Derives(callee, "augmented primal")
	pr.reverse = m.AddFunc(m.FreshSymbol(ir.PrependName("llad.reverse.", callee.Name)), pr.shape.reverse)
	pr.reverse.Prefix = "internal"
	pr.reverse.Derives(callee, "reverse sweep")
	return pr
}
