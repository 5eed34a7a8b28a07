package llad

import (
	"bytes"
	"errors"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// markerKind is what the call of a marker function asks for.
type markerKind uint8

const (
	noMarker markerKind = iota
	markReverse
	markForward
	markUnsupported // augmented forward, split reverse and the like
)

// markerNames maps what a callee's name contains to what it asks for; the
// first that matches counts.
var markerNames = []struct {
	part string
	kind markerKind
}{
	{"__enzyme_autodiff", markReverse},
	{"__enzyme_fwddiff", markForward},
	{"__llad_reverse", markReverse},
	{"__llad_forward", markForward},
	{"__enzyme_", markUnsupported},
	{"__llad_", markUnsupported},
}

// markerOf tells what a call of f asks for. A function with a body is none,
// whatever its name.
func markerOf(f *ir.Function) markerKind {
	if f == nil || !f.IsDecl {
		return noMarker
	}
	for _, n := range markerNames {
		if strings.Contains(f.Name, n.part) {
			return n.kind
		}
	}
	return noMarker
}

// lowering replaces the marker calls of a module.
type lowering struct {
	d     *Differentiator
	has   map[string]bool // functions whose text names a marker
	state map[*ir.Function]lowerState
	count int
}

type lowerState uint8

const (
	notLowered lowerState = iota
	lowerBusy
	lowered
)

// LowerMarkers replaces every marker call in the module by a call of the
// derivative it asks for and reports how many there were. Functions without
// marker calls stay byte for byte. Errors are *ir.Diagnostic, joined when
// several calls cannot be lowered.
func (d *Differentiator) LowerMarkers() (n int, err error) {
	defer guard(d.M, &err)
	l := &lowering{d: d, has: map[string]bool{}, state: map[*ir.Function]lowerState{}}
	var order []*ir.Function
	var errs []error
	for _, e := range d.M.Entities {
		if e.Kind != ir.DefineEntity || !namesMarker(d.M.Src[e.Start:e.End]) {
			continue
		}
		v, err := d.M.Lookup(e.Name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if f, ok := v.(*ir.Function); ok && !f.IsDecl {
			l.has[e.Name] = true
			order = append(order, f)
		}
	}
	if len(order) > 0 {
		errs = append(errs, registrations(d.M))
	}
	if err := errors.Join(errs...); err != nil {
		return 0, err
	}
	for _, f := range order {
		if err := l.lower(f); err != nil {
			errs = append(errs, err)
		}
	}
	return l.count, errors.Join(errs...)
}

// namesMarker is the quick look at a function's text that spares reading it.
// The prefixes are those of all markerNames.
func namesMarker(text []byte) bool {
	return bytes.Contains(text, []byte("__enzyme_")) || bytes.Contains(text, []byte("__llad_"))
}

// registrations refuses the variables through which a program registers
// derivatives and properties of its own functions: to pass over them would
// give other derivatives than were asked for.
func registrations(m *ir.Module) error {
	var errs []error
	for _, e := range m.Entities {
		if e.Kind == ir.GlobalEntity && namesMarker([]byte(e.Name)) {
			d := refuse(m, codeRegistration, "the registration '%s' is not supported", plainName(e.Name))
			d.Line = int(e.Line)
			errs = append(errs, d)
		}
	}
	return errors.Join(errs...)
}

// lower replaces the marker calls in f. The functions that they differentiate
// are lowered first, so that a derivative of a derivative sees the inner one
// as code.
func (l *lowering) lower(f *ir.Function) error {
	if l.state[f] == lowered {
		return nil
	}
	l.state[f] = lowerBusy
	defer func() { l.state[f] = lowered }()
	if err := f.Load(); err != nil {
		return err
	}
	var errs []error
	for _, call := range markerCalls(f) {
		if err := l.call(call); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func markerCalls(f *ir.Function) []*ir.Instr {
	var calls []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if markerOf(i.CalledFunc()) != noMarker {
				calls = append(calls, i)
			}
		}
	}
	return calls
}

func (l *lowering) call(i *ir.Instr) error {
	mc, err := parseMarker(i)
	if err != nil {
		return err
	}
	if err := l.lowerBelow(mc); err != nil {
		return err
	}
	r, err := l.d.derive(mc.callee, mc.mode, mc.seed, mc.width, "")
	if err != nil {
		return err
	}
	w, err := l.wrapper(mc, r)
	if err != nil {
		return err
	}
	replaceMarker(mc, w)
	l.count++
	return nil
}

// lowerBelow lowers the marker calls of all that the function to be
// differentiated can reach.
func (l *lowering) lowerBelow(mc *marker) error {
	var errs []error
	reach(mc.callee, func(g *ir.Function) bool {
		if err := g.Load(); err != nil {
			errs = append(errs, err)
			return false
		}
		switch {
		case !l.has[g.Name]:
		case l.state[g] == lowerBusy:
			errs = append(errs, ir.DiagAt(mc.call, codeNested, "this differentiates '%s', which reaches this very call", Demangled(mc.callee)))
			return false
		case l.state[g] == notLowered:
			if err := l.lower(g); err != nil {
				errs = append(errs, err)
			}
		}
		return true
	})
	return errors.Join(errs...)
}

// replaceMarker puts a call of the wrapper where the marker call stood, and
// removes the loads of marker variables that nothing else reads: those
// variables are often declared and nowhere defined.
func replaceMarker(mc *marker, w *wrapperFunc) {
	old := mc.call
	call := ir.NewInstr(old.Op, old.Typ, append(append([]ir.Value(nil), w.args...), w.fn)...)
	call.Name, call.Line, call.Blocks = old.Name, old.Line, old.Blocks
	call.X = &ir.Extra{FnType: w.fn.Typ}
	if dbg := old.Metadata("dbg"); dbg != "" {
		call.Meta = []ir.Attachment{{Kind: "dbg", Node: dbg}}
	}
	f := old.Parent.Parent
	b := old.Parent
	at := b.Index(old)
	ir.ReplaceAllUses(old, call)
	operands := old.Args()
	old.Erase()
	b.InsertAt(at, call)
	for _, v := range operands {
		eraseDeadMarkerLoad(v)
	}
	f.MarkChanged()
}

func eraseDeadMarkerLoad(v ir.Value) {
	i, ok := v.(*ir.Instr)
	if !ok || i.Parent == nil || ir.HasUses(i) || optionName(v) == "" {
		return
	}
	operands := i.Args()
	i.Erase()
	for _, v := range operands {
		eraseDeadMarkerLoad(v)
		eraseUnreadStores(v)
	}
}

// eraseUnreadStores removes the stores to a stack slot that nothing reads any
// more, and the loads of marker variables that they stored: those of a
// wrapper's parameters, once it is inlined. The slot stays, because debug
// information may name it.
func eraseUnreadStores(v ir.Value) {
	slot, ok := v.(*ir.Instr)
	if !ok || slot.Op != ir.Alloca {
		return
	}
	var stores []*ir.Instr
	for u := range ir.Uses(slot) {
		if u.User.Op != ir.Store || u.Index() != 1 {
			return
		}
		stores = append(stores, u.User)
	}
	for _, st := range stores {
		v := st.Arg(0)
		st.Erase()
		eraseDeadMarkerLoad(v)
	}
}
