package reverse

import (
	"fmt"
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// Prepare gives a private normalised copy of a function with a body, and its
// analysis under a seed.
type Prepare func(*ir.Function, activity.Seed) (*ir.Function, *activity.Info, error)

// Env is shared by all syntheses in one module.
type Env struct {
	M       *ir.Module
	prepare Prepare
	finish  func(*ir.Function)

	pairs   map[string]*pair
	globals map[*ir.Global]*ir.Global // shadow variables
	rt      *runtime
}

// NewEnv prepares syntheses in m. finish cleans up a generated function.
func NewEnv(m *ir.Module, prepare Prepare, finish func(*ir.Function)) *Env {
	return &Env{M: m, prepare: prepare, finish: finish}
}

// Options steer the synthesis of one function.
type Options struct {
	Name string // of the generated function
	Sig  *activity.Signature
}

// pair is the split form of a function under one seed.
//
//	augment(params with shadows..., tape) -> { result, shadow of the result, frame }
//	reverse(frame, adjoint of the result, tape) -> gradients of the Out parameters
type pair struct {
	callee   *ir.Function
	seed     activity.Seed
	augment  *ir.Function
	reverse  *ir.Function
	retAt    int // member of augment's result, -1 if absent
	shadowAt int
	frameAt  int
	outs     []int // parameter numbers whose gradients reverse returns, in order
}

// Synthesize turns p, a private normalised clone of the function to be
// differentiated, into the function
//
//	name(params, each active one followed by the place of its gradient, seed) -> result
//
// (see activity.GradSignature) and adds it to the module. p is
// consumed.
func Synthesize(env *Env, p *ir.Function, info *activity.Info, opts Options) (*ir.Function, error) {
	s := newSynth(env, p, info)
	if err := s.instrument(false); err != nil {
		return nil, err
	}
	out := s.declareCombined(opts.Name, opts.Sig)
	if err := s.emitCombined(out, opts.Sig); err != nil {
		env.M.Remove(out)
		return nil, err
	}
	env.M.Remove(p)
	env.finish(out)
	return out, nil
}

// pairFor gives the split form of callee under seed, synthesised when first
// asked for. The functions exist, without bodies, before their bodies are made,
// so recursion ends.
func (env *Env) pairFor(callee *ir.Function, seed activity.Seed) (*pair, error) {
	key := callee.Name + seedKey(seed)
	if pr, ok := env.pairs[key]; ok {
		return pr, nil
	}
	if env.pairs == nil {
		env.pairs = map[string]*pair{}
	}
	pr := env.declarePair(callee, seed)
	env.pairs[key] = pr
	p, info, err := env.prepare(callee, seed)
	if err != nil {
		return nil, err
	}
	s := newSynth(env, p, info)
	s.pair = pr
	if err := s.instrument(true); err != nil {
		return nil, err
	}
	if err := s.emitSplit(pr); err != nil {
		return nil, err
	}
	env.M.Remove(p)
	env.finish(pr.augment)
	env.finish(pr.reverse)
	return pr, nil
}

func seedKey(seed activity.Seed) string {
	var b strings.Builder
	for _, k := range seed.Params {
		b.WriteByte(" cado"[k+1])
	}
	fmt.Fprintf(&b, "/%t/%t/%t", seed.Ret, seed.RetShadow, seed.Mixed)
	return b.String()
}

func (env *Env) declarePair(callee *ir.Function, seed activity.Seed) *pair {
	m := env.M
	pr := &pair{callee: callee, seed: seed, retAt: -1, shadowAt: -1}
	var params []*ir.Type
	for k, p := range callee.Params {
		params = append(params, p.Typ)
		if seed.Params[k] == activity.Dup || seed.Params[k] == activity.DupNoNeed {
			params = append(params, p.Typ)
		}
	}
	params = append(params, m.Ptr())
	var res []*ir.Type
	ret := callee.Typ.Ret
	if ret.Kind != ir.VoidKind {
		pr.retAt = len(res)
		res = append(res, ret)
		if seed.RetShadow {
			pr.shadowAt = len(res)
			res = append(res, ret)
		}
	}
	pr.frameAt = len(res)
	res = append(res, m.Ptr())
	pr.augment = m.AddFunc(m.FreshSymbol(symbol("llad.augment.", callee.Name)), m.FuncType(m.Struct(res...), params...))
	pr.augment.Prefix = "internal"

	rparams := []*ir.Type{m.Ptr()}
	if seed.Ret {
		rparams = append(rparams, ret)
	}
	rparams = append(rparams, m.Ptr())
	var grads []*ir.Type
	for k, p := range callee.Params {
		if seed.Params[k] == activity.Out {
			pr.outs = append(pr.outs, k)
			grads = append(grads, p.Typ)
		}
	}
	rret := ir.Void
	if len(grads) > 0 {
		rret = m.Struct(grads...)
	}
	pr.reverse = m.AddFunc(m.FreshSymbol(symbol("llad.reverse.", callee.Name)), m.FuncType(rret, rparams...))
	pr.reverse.Prefix = "internal"
	return pr
}

// symbol puts a prefix before a symbol that may be spelled with quotes.
func symbol(prefix, name string) string {
	if strings.HasPrefix(name, `"`) {
		return `"` + prefix + name[1:]
	}
	return prefix + name
}
