package llad

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/pass"
	"github.com/llad-ad/llad/reverse"
	"github.com/llad-ad/llad/rules"
)

// Differentiator makes derivatives of the functions of one module and
// remembers them, so that a derivative asked for twice is made once.
type Differentiator struct {
	M     *ir.Module
	Cache Caching
	// Apart says that only the derivatives will be written (see WriteOptions.Emit): they then cannot
	// name functions that only the module sees, which calls through pointers may reach.
	Apart bool
	// Notes say what was asked for and could not be done, where that does no
	// harm to the derivatives.
	Notes []*ir.Diagnostic

	room int // how long functions may become at first

	memo map[string]*Result
	made []*Result
	low  *lowering // marker calls, looked for when first asked

	explain *Explanation // filled by the next derivative, when not nil

	splits map[string]*reverse.Split

	assumed map[*ir.Function]bool // has been noted, see noteAssumptions

	registered bool // what the module registers has been read
	regErr     error
	regVars    []*ir.Global
	shadows    bool  // of variables are among that
	lowered    bool  // marker calls have been replaced: nothing more is asked of the module
	bodyErr    error // what rules.SupplyBodies gave
}

// New prepares the differentiation of functions of m.
func New(m *ir.Module) *Differentiator {
	return &Differentiator{M: m, room: inlineBudget, memo: map[string]*Result{}, bodyErr: rules.SupplyBodies(m)}
}

// Made lists the derivatives made so far, in order.
func (d *Differentiator) Made() []*Result { return d.made }

// job is one derivative on its way through the pipeline.
type job struct {
	d        *Differentiator
	f        *ir.Function // the function as it was read
	mode     Mode
	seed     activity.Seed
	width    int
	room     *room           // for callees
	analyses []*activity.Env // of this attempt
	trusting bool            // see derivativeTrusting
	name     string
	sig      *activity.Signature
	out      *ir.Function
	leaving  activity.Leaving

	explain *Explanation
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
	{"synthesise", (*job).synthesise},
	{"publish", (*job).publish},
}

// Differentiate adds the derivative that req asks for to the module. Errors
// are *ir.Diagnostic, or several of them joined.
func (d *Differentiator) Differentiate(req Request) (r *Result, err error) {
	defer guard(d.M, &err)
	f, err := d.find(req.Func)
	if err != nil {
		return nil, err
	}
	kinds, err := Kinds(f, req.Args)
	if err != nil {
		return nil, err
	}
	if g := d.M.Func(req.Name); req.Name != "" && g != nil && !g.IsDecl {
		return nil, refuse(d.M, codeTaken, "the module has a function '%s' already", req.Name)
	}
	if err := d.register(); err != nil {
		return nil, err
	}
	low, err := d.lowering()
	if err != nil {
		return nil, err
	}
	if err := low.lowerBelow(f, nil); err != nil {
		return nil, err
	}
	if err := low.settleTapes(f, nil); err != nil {
		return nil, err
	}
	low.findSources()
	if g := low.registeredShadow(f); g != nil {
		return nil, refuseAt(f, codeRegistration, "'%s' works with the variable '%s', which has a registered shadow: only marker calls know such", Demangled(f), plainName(g.Name))
	}
	wanted, err := resultWanted(f, req.Args)
	if err != nil {
		return nil, err
	}
	seed := activity.Seed{Params: kinds, Ret: wanted && f.Typ.Ret.HasFloat(), RetShadow: wanted && req.Mode == Forward && f.Typ.Ret.HasPtr()}
	if !f.Typ.Variadic && !slices.ContainsFunc(seed.Params, func(k activity.Kind) bool { return k != Const }) { // markers may ask for that
		return nil, refuseAt(f, codeNoneActive, "no parameter of '%s' is active: there is nothing to differentiate with respect to", Demangled(f))
	}
	name := ""
	if req.Name != "" {
		name = d.M.FreshSymbol(req.Name)
	}
	r, err = d.derive(f, req.Mode, seed, req.Width, name)
	if err != nil {
		return nil, err
	}
	if err := d.sayLeaving(r, wanted); err != nil {
		return nil, err
	}
	r.Func.Prefix = "" // for other modules
	if req.Name == "" {
		req.Name = usualName(f, req.Mode)
	}
	return r, d.supply(r, f, req.Name)
}

// guard turns a broken invariant into a diagnostic: no input may end the
// program, and a caller must not write the module.
func guard(m *ir.Module, err *error) {
	if r := recover(); r != nil {
		d := refuse(m, codeInternal, "internal error: %v", r)
		d.Causes = panicSite()
		d.Hint = "this is a defect of llad: please report it with the input"
		*err = d
	}
}

// panicSite names the innermost functions of this module on the stack of a
// panic.
func panicSite() []string {
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(3, pc)])
	var out []string
	for len(out) < 4 {
		f, more := frames.Next()
		if strings.Contains(f.Function, "llad-ad/llad") {
			out = append(out, fmt.Sprintf("%s:%d in %s", filepath.Base(f.File), f.Line, f.Function[strings.LastIndexByte(f.Function, '/')+1:]))
		}
		if !more {
			break
		}
	}
	return out
}

func (d *Differentiator) find(name string) (*ir.Function, error) {
	if name == "" {
		return defaultFunc(d.M, d.made)
	}
	return FindFunc(d.M, name)
}

// derive runs the pipeline, or gives what it gave for the same question. name
// "" means the usual one.
func (d *Differentiator) derive(f *ir.Function, mode Mode, seed activity.Seed, width int, name string) (*Result, error) {
	width = max(width, 1)
	key := fmt.Sprint(f.Name, " ", mode, " ", seed, " ", width, " ", name)
	if r := d.memo[key]; r != nil {
		return r, nil
	}
	if d.bodyErr != nil {
		return nil, d.bodyErr
	}
	j := &job{d: d, f: f, mode: mode, seed: seed, width: width, name: name, explain: d.explain}
	for _, s := range steps {
		if err := s.run(j); err != nil {
			return nil, err
		}
	}
	r := &Result{Func: j.out, Sig: j.sig, Mode: mode, leaving: j.leaving}
	d.memo[key] = r
	d.made = append(d.made, r)
	d.noteAssumptions(f)
	return r, nil
}

// load reads the function and all that it can reach by name.
func (j *job) load() error { return loadReachable(j.f) }

// shape refuses what no derivative function can stand for, and computes the
// signature.
func (j *job) shape() error {
	f := j.f
	if f.Typ.Variadic {
		return refuseAt(f, codeVariadic, "'%s' takes a variable number of arguments and cannot be differentiated", Demangled(f))
	}
	for k, kind := range j.seed.Params {
		t := f.Params[k].Typ
		if j.mode == Reverse && (kind == Dup || kind == DupNoNeed) && !t.IsPtr() && t.HasFloat() {
			return refuseAt(f, codeActivity, "parameter %s of '%s' is a %s by value that holds floats and pointers: it has no gradient in reverse mode", paramLabel(f, k), Demangled(f), t)
		}
	}
	if j.mode == Reverse {
		j.sig = activity.GradSignature(f, j.seed, j.width)
	} else {
		j.sig = activity.JVPSignature(f, j.seed, j.width)
	}
	return nil
}

// publish gives the derivative its linkage, and holds it against the signature. It is
// the module's own: marker calls in several modules may ask for the same derivative of
// an inline function, and compilers leave out what no call of it wants.
func (j *job) publish() error {
	j.out.Prefix = "internal"
	if got, want := j.out.Typ, j.sig.FuncType(); !ir.Same(got, want) {
		return refuseAt(j.f, codeInternal, "internal error: the derivative of '%s' has type %s, not %s", Demangled(j.f), got, want)
	}
	reverse.DefineMarkers(j.d.M)
	pass.Fork(j.d.M)
	return ir.Verify(j.out)
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
	name := plainName(f.Name) + suffix
	if strings.HasPrefix(f.Name, `"`) {
		name = `"` + name + `"`
	}
	return name
}

// loadReachable reads f and every definition that its code names, transitively,
// and checks that they are well formed. Words that are moved as the lesser of two are chosen from then
// on: the analyses of callees see code that is not normalised.
func loadReachable(f *ir.Function) error {
	var errs []error
	reach(f, func(g *ir.Function) bool {
		err := g.Load()
		if err == nil {
			err = ir.Verify(g)
		}
		if err != nil {
			errs = append(errs, err)
			return false
		}
		pass.ChooseLesser(g)
		return true
	})
	return errors.Join(errs...)
}

// reach calls visit for f and each definition reachable from it through the
// operands of instructions and the initialisers of variables, in order of first
// sight; it goes into those for which visit reports true.
func reach(f *ir.Function, visit func(*ir.Function) bool) {
	seen := map[ir.Value]bool{}
	queue := []*ir.Function{}
	see := eachConstant(func(f *ir.Function) {
		if !seen[f] && !f.IsDecl {
			seen[f] = true
			queue = append(queue, f)
		}
	}, func(*ir.Global) bool { return true })
	see(f)
	for len(queue) > 0 {
		g := queue[0]
		queue = queue[1:]
		if !visit(g) {
			continue
		}
		for _, b := range g.Blocks {
			for _, i := range b.Instrs {
				for k := range i.NumArgs() {
					see(i.Arg(k))
				}
			}
		}
	}
}
