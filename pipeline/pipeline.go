package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform"
	"github.com/llad-ad/llad/transform/flang"
	"github.com/llad-ad/llad/transform/openmp"
)

// Differentiator makes derivatives of the functions of one module and
// remembers them, so that a derivative asked for twice is made once.
type Differentiator struct {
	M     *ir.Module
	Cache Caching
	// Transport says what becomes of a derivative that is refused for what memory may hold.
	Transport Transport
	// DerivativesOnly says that only the derivatives will be written (see WriteOptions.Emit): they then cannot
	// name functions that only the module sees, which calls through pointers may reach.
	DerivativesOnly bool
	// Notes say what was asked for and could not be done, where that does no
	// harm to the derivatives.
	Notes []*ir.Diagnostic

	budget int   // how long functions may become at first
	hooks  Hooks // nothing is nil in it
	passes *transform.Passes
	stop   bool // normalise only: see NormalizeUntil
	nested int  // derivatives that are made are to be differentiated again: see Nested

	memo map[string]*Result
	made []*Result

	observe func() Observer        // begins an attempt; nil: not observed
	stages  func(stage, of string) // see WatchStages; may be nil

	splits map[string]*reverse.Split

	assumed map[*ir.Function]bool // has been noted, see noteAssumptions
	bodyErr error                 // what rules.SupplyBodies gave
}

// New prepares the differentiation of functions of m.
func New(m *ir.Module) *Differentiator {
	d := &Differentiator{M: m, budget: InlineBudget, passes: transform.Standard(), memo: map[string]*Result{}, bodyErr: rules.SupplyBodies(m)}
	SetHooks(d, Hooks{})
	return d
}

// Made lists the derivatives made so far, in order.
func (d *Differentiator) Made() []*Result { return d.made }

// Nested runs what makes derivatives that are to be differentiated again, within this run. None
// of them is made by names, whose support functions are text.
func Nested(d *Differentiator, run func() error) error {
	d.nested++
	defer func() { d.nested-- }()
	return run()
}

// job is one derivative on its way through the pipeline.
type job struct {
	d     *Differentiator
	f     *ir.Function // the function as it was read
	mode  Mode
	seed  signature.Seed
	width int
	name  string
	sig   *signature.Signature
	made  *attempt // the one that counts
	tried *attempt // the last one
	ask   asks     // what moves words whose shadows are to be asked what they are
}

// steps are run in this order. The checks come before the synthesis because it
// adds functions to the module; the signature is checked against what was made
// because headers and markers are written from the signature alone.
var steps = []struct {
	name string
	run  func(*job) error
}{
	{"load", (*job).load},
	{"shape", (*job).shape},
	{"synthesise", (*job).transported},
	{"publish", (*job).publish},
}

// Differentiate adds the derivative that req asks for to the module. Errors
// are *ir.Diagnostic, or several of them joined.
func (d *Differentiator) Differentiate(req Request) (r *Result, err error) {
	defer Guard(d.M, &err)
	f, err := Find(d, req.Func)
	if err != nil {
		return nil, err
	}
	kinds, err := Kinds(f, req.Args)
	if err != nil {
		return nil, err
	}
	if g := d.M.Func(req.Name); req.Name != "" && g != nil && !g.IsDecl {
		return nil, diag.InModule(d.M, codeTaken, "the module has a function '%s' already", req.Name)
	}
	if err := d.hooks.Before(f); err != nil {
		return nil, err
	}
	wanted, err := resultWanted(f, req.Args)
	if err != nil {
		return nil, err
	}
	seed := signature.Seed{Params: kinds, Ret: wanted && f.Typ.Ret.HasFloat(), RetShadow: wanted && req.Mode == Forward && f.Typ.Ret.HasPtr()}
	if !f.Typ.Variadic && !slices.ContainsFunc(seed.Params, func(k signature.Kind) bool { return k != signature.Const }) { // markers may ask for that
		return nil, noneActive(f)
	}
	name := ""
	if req.Name != "" {
		name = d.M.FreshSymbol(req.Name)
	}
	r, err = Derive(d, f, req.Mode, seed, req.Width, name)
	if err != nil {
		return nil, err
	}
	if err := sayLeaving(d, r, wanted); err != nil {
		return nil, err
	}
	r.Func.Prefix = "" // for other modules
	if req.Name == "" {
		req.Name = usualName(f, req.Mode)
	}
	return r, supply(d, r, f, req.Name)
}

// Find gives the function that a request names.
func Find(d *Differentiator, name string) (*ir.Function, error) {
	if name == "" {
		return defaultFunc(d.M, d.made)
	}
	return FindFunc(d.M, name)
}

// Derive runs the pipeline, or gives what it gave for the same question. name
// "" means the usual one.
func Derive(d *Differentiator, f *ir.Function, mode Mode, seed signature.Seed, width int, name string) (*Result, error) {
	width = max(width, 1)
	key := fmt.Sprint(f.Name, " ", mode, " ", seed, " ", width, " ", name)
	if r := d.memo[key]; r != nil {
		return r, nil
	}
	if d.bodyErr != nil {
		return nil, d.bodyErr
	}
	j := &job{d: d, f: f, mode: mode, seed: seed, width: width, name: name}
	for _, s := range steps {
		if err := s.run(j); err != nil {
			return nil, err
		}
	}
	if j.made.watch != nil {
		j.made.watch.Kept()
	}
	r := &Result{Func: j.made.out, Sig: j.sig, Mode: mode, leaving: j.made.leaving}
	d.memo[key] = r
	d.made = append(d.made, r)
	noteAssumptions(d, f)
	return r, nil
}

// load reads the function and all that it can reach by name.
func (j *job) load() error {
	j.d.stage("reading functions", j.f)
	return loadReachable(j.f)
}

// shape refuses what no derivative function can stand for, and computes the
// signature.
func (j *job) shape() (err error) {
	j.sig, err = shape(j.f, j.mode, j.seed, j.width)
	return err
}

// Signature reads f and all that it can reach, and gives the signature of its derivative.
func Signature(f *ir.Function, mode Mode, seed signature.Seed, width int) (*signature.Signature, error) {
	if err := loadReachable(f); err != nil {
		return nil, err
	}
	return shape(f, mode, seed, width)
}

func shape(f *ir.Function, mode Mode, seed signature.Seed, width int) (*signature.Signature, error) {
	if f.Typ.Variadic {
		return nil, diag.AtFunc(f, codeVariadic, "'%s' takes a variable number of arguments and cannot be differentiated", diag.Demangled(f))
	}
	for k, kind := range seed.Params {
		t := f.Params[k].Typ
		if mode == Reverse && (kind == signature.Dup || kind == signature.DupNoNeed) && !t.IsPtr() && t.HasFloat() {
			return nil, diag.AtFunc(f, codeActivity, "parameter %s of '%s' is a %s by value that holds floats and pointers: it has no gradient in reverse mode", diag.ParamLabel(f, k), diag.Demangled(f), t)
		}
	}
	if mode == Reverse {
		return signature.GradSignature(f, seed, width), nil
	}
	return signature.JVPSignature(f, seed, width), nil
}

// publish gives the derivative its linkage, and holds it against the signature. It is
// the module's own: marker calls in several modules may ask for the same derivative of
// an inline function, and compilers drop an internal function without calls.
func (j *job) publish() error {
	j.d.stage("verification", j.f)
	j.made.out.Prefix = "internal"
	if got, want := j.made.out.Typ, j.sig.FuncType(); !ir.Same(got, want) {
		return diag.AtFunc(j.f, codeInternal, "internal error: the derivative of '%s' has type %s, not %s", diag.Demangled(j.f), got, want)
	}
	for k, p := range j.f.Params {
		for lane := range j.sig.Width {
			if at := j.sig.Shadow(k, lane); at >= 0 {
				flang.CheckShadows(p, j.made.out.Params[j.sig.Primal(k)], j.made.out.Params[at])
			}
		}
	}
	checkpoint.DefineMarkers(j.d.M)
	openmp.Fork(j.d.M)
	return ir.Verify(j.made.out)
}

// derivedName is the symbol of a derivative, spelled with quotes when it needs
// them: the usual name, with a number when that is taken.
func (j *job) derivedName() string {
	if j.name != "" {
		return j.name
	}
	return j.d.M.FreshSymbol(usualName(j.f, j.mode))
}

// usualName is what the derivative of f is called where nothing else was asked for.
func usualName(f *ir.Function, mode Mode) string {
	suffix := "_grad"
	if mode == Forward {
		suffix = "_jvp"
	}
	name := diag.PlainName(f.Name) + suffix
	if strings.HasPrefix(f.Name, `"`) {
		name = `"` + name + `"`
	}
	return name
}
