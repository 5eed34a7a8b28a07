package forward

import (
	"errors"
	"fmt"
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/openmp"
)

// Env is shared by the tangent functions made for one request. A second
// request needs a second Env: it may differentiate what the first has made.
type Env struct {
	M *ir.Module
	// Prepare gives a normalised private clone of a function with a body, and
	// what activity finds in it under seed. The clone is used up.
	Prepare func(f *ir.Function, seed signature.Seed) (*ir.Function, *activity.Info, error)

	made      map[string]*tangent
	queue     []*tangent
	lookups   []*lookup // of shadows of functions, at run time
	tables    map[tableKey]*ir.Global
	variables []*shadowrt.Variables // by lane
	scopes    map[int]*ir.Scopes

	// Stops says where the program may end with a message: functions whose addresses are taken that
	// could not be made, and variables that may hold memory without a shadow.
	Stops []error

	split      bool // see Split
	shared     bool // see Options
	puts       map[string]*ir.Function
	leaves     *somewhere
	ends       *somewhere
	codes      []code
	dispatches []*dispatch
}

// NewEnv makes the environment for a request; for prepare see Env.
func NewEnv(m *ir.Module, prepare func(*ir.Function, signature.Seed) (*ir.Function, *activity.Info, error)) *Env {
	return &Env{M: m, Prepare: prepare, made: map[string]*tangent{},
		tables: map[tableKey]*ir.Global{}, scopes: map[int]*ir.Scopes{}}
}

// Options says which function to make.
type Options struct {
	Width int    // number of tangents; 0 is 1
	Name  string // symbol of the function; the caller makes sure that it is free
	// Shared says, of the split form, that the recording function is to have a
	// gradient: what it does with the tape are calls that have no derivative.
	Shared bool
}

// tangent is a tangent function in the making.
type tangent struct {
	fn     *ir.Function // declared at once, its body follows
	of     *ir.Function
	seed   signature.Seed
	width  int
	public bool
	calls  []*tangent   // those it calls by name
	record *ir.Function // see Split; nil without
	err    error
}

// Synthesize makes the tangent function of f, a normalised private clone that
// is used up, and of every function it calls. info is the analysis of f under
// the seed that is asked for. Errors are *ir.Diagnostic, several of them joined;
// the module is then not to be written.
func Synthesize(env *Env, f *ir.Function, info *activity.Info, opts Options) (*ir.Function, error) {
	root := &tangent{of: f, seed: info.Seed, width: max(opts.Width, 1), public: true}
	if err := env.synthesize(root, f, info, opts); err != nil {
		return nil, err
	}
	return root.fn, nil
}

func (env *Env) synthesize(root *tangent, f *ir.Function, info *activity.Info, opts Options) error {
	sig := signature.JVPSignature(f, info.Seed, root.width)
	root.fn = env.declare(opts.Name, f, info.Seed, sig.Params, f.Typ.Ret)
	root.fn.RetAttrs = callRetAttrs(f.RetAttrs)
	root.err = env.write(root, f, info)
	for len(env.queue) > 0 || env.dispatchMore() {
		t := env.queue[0]
		env.queue = env.queue[1:]
		if t.err = env.body(t); t.err != nil {
			env.standIn(t)
		}
	}
	var errs []error
	for _, t := range reach(root) {
		errs = append(errs, t.err)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, d := range env.dispatches {
		env.writeDispatch(d)
	}
	env.enterVariables(root.fn)
	return nil
}

// body writes the tangent function t.
func (env *Env) body(t *tangent) error {
	region, given := openmp.TeamRegion(t.of), rules.GivenOf(t.of).Has(true)
	switch {
	case region != nil && env.split:
		return env.refuseSplit(t.of, "'"+t.of.Name+"' has a parallel region of OpenMP: there are no tangents from a tape")
	case region != nil:
		env.team(t, region)
		return nil
	case given && env.split:
		return env.givenSplit(t)
	case given:
		return env.given(t)
	}
	clone, info, err := env.Prepare(t.of, t.seed)
	if err != nil {
		return err
	}
	return env.write(t, clone, info)
}

// tangentOf is the internal tangent function of f, put in the queue when new.
func (env *Env) tangentOf(f *ir.Function, seed signature.Seed, width int) *tangent {
	if g := rules.GivenOf(f); g.Has(true) && !g.Partial(true) {
		seed = signature.GivenSeed(f.Typ)
	}
	key := fmt.Sprintf("%s/%s/%d", f.Name, seedKey(seed), width)
	if t := env.made[key]; t != nil {
		return t
	}
	t := &tangent{of: f, seed: seed, width: width}
	t.fn = env.declare(env.M.FreshSymbol(suffixed(f.Name, ".fwd")), f, seed, slots(f, seed, width),
		internalRet(env.M, f.Typ, seed, width))
	if env.split {
		t.record = env.declareRecord(f)
	}
	t.fn.Prefix = "internal"
	env.made[key] = t
	env.queue = append(env.queue, t)
	return t
}

// declare adds a tangent function of f without a body. Where no other pointer
// leads to a parameter's memory none leads to its shadow, unless a shadow may be
// the primal's memory.
func (env *Env) declare(name string, f *ir.Function, seed signature.Seed, params []signature.SigParam, ret *ir.Type) *ir.Function {
	types := make([]*ir.Type, len(params), len(params)+1)
	for k, p := range params {
		types[k] = p.Type
	}
	if env.split { // the cursor
		types = append(types, env.M.Ptr())
	}
	fn := env.M.AddFunc(name, env.M.Types.Func(ret, types, f.Typ.Variadic))
	fn.Derives(f, "tangent")
	for k, p := range params {
		fn.Params[k].Name, fn.Params[k].Attrs = p.Name, p.Attrs
		if p.Role == signature.RetParam || seed.Mixed {
			continue
		}
		if _, alone := f.Params[p.Index].Attr("noalias"); alone {
			fn.Params[k].Attrs = strings.TrimSpace("noalias " + p.Attrs)
		}
	}
	return fn
}

// callRetAttrs keeps of a result's attributes what the calling convention needs.
func callRetAttrs(attrs string) string {
	for _, a := range signature.SplitAttrs(attrs) {
		switch a {
		case "zeroext", "signext", "inreg":
			return a
		}
	}
	return ""
}

// reach lists root and the functions it reaches through calls by name.
func reach(root *tangent) []*tangent {
	seen := map[*tangent]bool{root: true}
	list := []*tangent{root}
	for k := 0; k < len(list); k++ {
		for _, c := range list[k].calls {
			if !seen[c] {
				seen[c] = true
				list = append(list, c)
			}
		}
	}
	return list
}
