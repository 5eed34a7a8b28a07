package markers

import (
	"bytes"
	"errors"
	"strings"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/pipeline"
)

// Lowering replaces the marker calls of a module, and knows what else the program says about
// its functions and variables.
type Lowering struct {
	d      *pipeline.Differentiator
	has    map[*ir.Function]bool  // functions whose text names a marker
	order  []*ir.Function         // the same, in order of the file
	nested map[string]bool        // names of what marker calls differentiate, and of all that it reaches
	err    map[*ir.Function]error // why calls in a function could not be lowered
	state  map[*ir.Function]lowerState
	count  int
	// special holds the functions that specialised, returning and withVariables made.
	special   map[string]*ir.Function
	contexts  map[*ir.Instr]*varContext // by the calls that make them
	sources   []string                  // the module's variables as it was read
	ofProgram bool                      // some may have shadows of the program's
	copies    map[*ir.Global]*ir.Global // see copyOf
	shadowed  []*ir.Global              // variables with shadows of the program's
	tables    []*ir.Function            // functions of which the program asks for a shadow
	roots     []*ir.Function            // functions that calls differentiate
	tapes     *tapes

	stated   Stated
	given    *registered // what the module registers; nil until that is read
	replaced bool        // calls have been: nothing more is asked of the module
}

type lowerState uint8

const (
	notLowered lowerState = iota
	lowerBusy
	lowered
)

// Attach gives what lowers the marker calls of the module of d, and has it take part in the
// derivatives of d.
func Attach(d *pipeline.Differentiator) *Lowering {
	l := &Lowering{d: d}
	pipeline.SetHooks(d, pipeline.Hooks{Before: l.before, Copied: moreIterations, Written: l.written})
	return l
}

// before has all in place that a derivative of f needs: what the program registers, and the
// marker calls that f can reach lowered.
func (l *Lowering) before(f *ir.Function) error {
	if err := l.register(); err != nil {
		return err
	}
	if err := l.find(); err != nil {
		return err
	}
	if err := pipeline.Nested(l.d, func() error { return l.lowerBelow(f, nil) }); err != nil {
		return err
	}
	if err := l.settleTapes(f, nil); err != nil {
		return err
	}
	l.findSources()
	if g := l.registeredShadow(f); g != nil {
		return diag.AtFunc(f, codeRegistration, "'%s' works with the variable '%s', which has a registered shadow: only marker calls know such", diag.Demangled(f), diag.PlainName(g.Name))
	}
	return nil
}

// written takes out of the module what was there for llad alone.
func (l *Lowering) written() {
	l.DropIterations()
	if l.replaced {
		l.dropRegistrations()
	}
}

// LowerAll replaces every marker call in the module by a call of the
// derivative it asks for and reports how many there were. Functions without
// marker calls stay byte for byte. Errors are *ir.Diagnostic, joined when
// several calls cannot be lowered.
func (l *Lowering) LowerAll() (n int, err error) {
	defer pipeline.Guard(l.d.M, &err)
	if err := l.find(); err != nil || len(l.order) == 0 {
		return 0, err
	}
	if err := l.register(); err != nil {
		return 0, err
	}
	defer l.dropSpecial()
	l.findSources()
	l.nested = nestedNames(l.d.M, l.has)
	var errs []error
	for _, f := range l.order {
		if err := l.lower(f); err != nil && !errors.Is(err, errBelow) {
			errs = append(errs, err)
		}
	}
	if err := l.checkTables(); err != nil {
		errs = append(errs, err)
	}
	for _, name := range l.d.M.FuncNames() {
		if f := l.d.M.Func(name); f != nil {
			l.dropContexts(f, true)
		}
	}
	errs = append(errs, l.bindTapes())
	l.defineOptions()
	l.replaced = l.count > 0
	return l.count, errors.Join(errs...)
}

// errBelow stands for an error in a function below, which is reported there.
var errBelow = errors.New("a marker call below could not be lowered")

// find looks for marker calls when first asked. The error is a function
// that cannot be read.
func (l *Lowering) find() error {
	if l.has != nil {
		return nil
	}
	has := map[*ir.Function]bool{}
	var order []*ir.Function
	var errs []error
	for _, e := range l.d.M.Entities {
		if e.Kind != ir.DefineEntity || !namesMarker(l.d.M.Src[e.Start:e.End]) {
			continue
		}
		v, err := l.d.M.Lookup(e.Name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if f, ok := v.(*ir.Function); ok && !f.IsDecl {
			has[f] = true
			order = append(order, f)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	l.has, l.order, l.state, l.err = has, order, map[*ir.Function]lowerState{}, map[*ir.Function]error{}
	return nil
}

// namesMarker is the quick look at a function's text that spares reading it.
// The prefixes are those of all markerNames.
func namesMarker(text []byte) bool {
	return bytes.Contains(text, []byte("__enzyme_")) || bytes.Contains(text, []byte("__llad_"))
}

// lower replaces the marker calls in f. The functions that they differentiate
// are lowered first, so that a derivative of a derivative sees the inner one
// as code.
func (l *Lowering) lower(f *ir.Function) error {
	if l.state[f] == lowered {
		return l.err[f]
	}
	l.state[f] = lowerBusy
	var err error
	if l.nested[strings.Trim(f.Name, `"`)] {
		err = pipeline.Nested(l.d, func() error { return l.lowerCalls(f) })
	} else {
		err = l.lowerCalls(f)
	}
	l.state[f], l.err[f] = lowered, err
	return err
}

func (l *Lowering) lowerCalls(f *ir.Function) error {
	if err := f.Load(); err != nil {
		return err
	}
	var errs []error
	below, flat := false, false
	refused := map[*ir.Instr]bool{}
	for {
		call := firstMarkerCall(f, refused)
		if call == nil {
			break
		}
		if !flat && throughSlots(call) {
			flat = true
			flatten(f)
		}
		err := l.call(call)
		switch {
		case err == nil:
		case !flat && hidden(err):
			flat = true
			flatten(f)
		default:
			refused[call] = true
			if errors.Is(err, errBelow) {
				below = true
			} else {
				errs = append(errs, err)
			}
		}
	}
	l.dropContexts(f, false)
	if len(errs) == 0 && below {
		return errBelow
	}
	return errors.Join(errs...)
}

// hidden reports whether a call was refused for what its arguments seem to be:
// in code that has not been optimised they may come out of other functions (a
// C++ wrapper that handles them as tuples).
func hidden(err error) bool {
	var d *ir.Diagnostic
	if !errors.As(err, &d) {
		return false
	}
	switch d.Code {
	case codeMarkerArgs, codeNoTarget, codeMarkerWidth, codeMarkerUnknown, codeMarkerActivity:
		return true
	}
	return false
}

// firstMarkerCall is the first marker call in f that is not among those.
func firstMarkerCall(f *ir.Function, but map[*ir.Instr]bool) *ir.Instr {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if kind := markerOf(i.CalledFunc()); i.IsCall() && !but[i] && kind != noMarker && kind != markFirst && kind != markContext {
				return i
			}
		}
	}
	return nil
}

func (l *Lowering) call(i *ir.Instr) error {
	switch kind := markerOf(i.CalledFunc()); {
	case kind == markNothing && !ir.HasUses(i):
		dropHint(i)
		return nil
	case kind == markTapeSize && i.Typ.IsInt():
		replaceCall(i, ir.NewInt(i.Typ, tapeBytes))
		return nil
	case kind == markTable:
		return l.table(i)
	case kind == markBatch:
		return l.batch(i)
	case kind == markInactive:
		return l.inactive(i)
	case kind == markShadow:
		return l.shadowAddress(i)
	case kind == markZero:
		return l.zeroShadows(i)
	case kind == markLoop || kind == markWhile || kind == markFixed:
		return l.loop(i, kind)
	case kind == markScheme && !ir.HasUses(i):
		l.noteScheme(i)
		dropHint(i)
		return nil
	case kind == markExtent:
		return l.extent(i)
	}
	mc, err := l.parseMarker(i)
	if err != nil {
		return err
	}
	mc.target = l.specialised(mc)
	if err := l.lowerBelow(mc.target, i); err != nil {
		return err
	}
	l.roots = append(l.roots, mc.target)
	if err := l.settleTapes(mc.target, i); err != nil {
		return err
	}
	if err := l.variables(mc); err != nil {
		return err
	}
	w, err := l.derivative(mc)
	if err != nil {
		return err
	}
	replaceMarker(i, w)
	l.count++
	return nil
}

// derivative makes what a marker call asks for, in the shape of the call.
func (l *Lowering) derivative(mc *marker) (*wrapperFunc, error) {
	switch mc.kind {
	case markAugment, markSweep:
		if mc.shared {
			return l.shared(mc)
		}
		sp, err := pipeline.GradientHalves(l.d, mc.target, mc.seed)
		if err != nil {
			return nil, err
		}
		return l.splitWrapper(mc, halvesOf(sp))
	case markReplay:
		return l.shared(mc)
	}
	r, err := pipeline.Derive(l.d, mc.target, mc.mode, mc.seed, mc.width, "")
	if err != nil {
		return nil, err
	}
	if pipeline.LosesResult(r) && !mc.constResult {
		return nil, pipeline.RefuseResult(r, ir.DiagAt(mc.call, "", ""))
	}
	return l.wrapper(mc, r)
}

// lowerBelow lowers the marker calls of all that f can reach. at is the call
// that differentiates f, nil when the user asked for it.
func (l *Lowering) lowerBelow(f *ir.Function, at *ir.Instr) error {
	if len(l.order) == 0 {
		return nil
	}
	var errs []error
	below := false
	pipeline.Reach(f, func(g *ir.Function) bool {
		if err := g.Load(); err != nil {
			errs = append(errs, err)
			return false
		}
		switch {
		case !l.has[g]:
		case l.state[g] == lowerBusy && at != nil:
			errs = append(errs, ir.DiagAt(at, codeNested, "this differentiates '%s', which reaches this very call", diag.Demangled(f)))
			return false
		default:
			err := l.lower(g)
			switch {
			case err == nil:
			case at != nil:
				below = true
			case !errors.Is(err, errBelow):
				errs = append(errs, err)
			}
		}
		return true
	})
	if below {
		errs = append(errs, errBelow)
	}
	return errors.Join(errs...)
}
