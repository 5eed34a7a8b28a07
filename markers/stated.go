package markers

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// Stated is what is said about functions and variables beside the module, as registrations in its
// source say it.
type Stated struct {
	Inactive  []string // functions and variables without derivatives
	Rules     string   // lines `name: partials`, `name: like log1p`, `name: inactive`; # begins a comment
	RulesFile string   // what messages call that
	OfMany    bool     // it is said of many modules: one has not all of the names
}

// State has what is said count as if the source said it. It is read with the registrations of the
// module, and refused where those are.
func (l *Lowering) State(s Stated) { l.stated = s }

// state registers what is said beside the module.
func (r *registrar) state(s Stated) {
	r.ofMany = s.OfMany
	for _, name := range s.Inactive {
		r.stateInactive(name, &ir.Diagnostic{File: r.m.Name})
	}
	for k, line := range strings.Split(s.Rules, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		at := &ir.Diagnostic{File: s.RulesFile, Line: k + 1}
		name, what, ok := strings.Cut(line, ": ")
		if !ok {
			r.refuseAt(at, "a rule is NAME: PARTIALS, NAME: like FUNCTION or NAME: inactive")
			continue
		}
		r.stateRule(strings.TrimSpace(name), strings.TrimSpace(what), at)
	}
}

// stateRule registers what a line of rules says.
func (r *registrar) stateRule(name, what string, at *ir.Diagnostic) {
	if what == "inactive" {
		r.stateInactive(name, at)
		return
	}
	f, ok := r.named(name, at).(*ir.Function)
	if !ok {
		return
	}
	if like, ok := strings.CutPrefix(what, "like "); ok {
		g, ok := rules.LikeLibrary(strings.TrimSpace(like))
		if !ok {
			r.refuseAt(at, "'%s' is stated to be like '%s', which has no derivative rule", name, like)
			return
		}
		f.Given = g
		r.funcs = append(r.funcs, f)
		return
	}
	g, err := rules.Stated(f, what)
	if err != nil {
		r.refuseAt(at, "the rule of '%s' is not understood: %s", name, err)
		return
	}
	f.Given = g
	r.funcs = append(r.funcs, f)
}

func (r *registrar) stateInactive(name string, at *ir.Diagnostic) {
	switch v := r.named(name, at).(type) {
	case *ir.Function:
		r.given(v).Known = &rules.Known{Class: rules.Inactive, NoFloats: true}
	case *ir.Global:
		v.Inactive = true
	}
}

// named is the function or variable of a name as the command line takes it; nil where there is not
// exactly one, which is refused.
func (r *registrar) named(name string, at *ir.Diagnostic) ir.Value {
	var exact, found []ir.Value
	var names []string
	for _, e := range r.m.Entities {
		var v ir.Value
		switch e.Kind {
		case ir.DefineEntity, ir.DeclareEntity:
			if f := r.m.Func(e.Name); f != nil {
				v = f
			}
		case ir.GlobalEntity:
			if g := r.m.Global(e.Name); g != nil {
				v = g
			}
		}
		if v == nil {
			continue
		}
		symbol := diag.PlainName(e.Name)
		all := diag.Names(symbol)
		switch {
		case symbol == name:
			exact = append(exact, v)
		case diag.IsDemangledAs(symbol, name) || slices.Contains(all, name):
			found = append(found, v)
		}
		names = append(names, all[0])
	}
	if len(exact) > 0 {
		found = exact
	}
	switch len(found) {
	case 1:
		return found[0]
	case 0:
		if r.ofMany {
			return nil
		}
		r.refuseAt(at, "there is no function or variable '%s'", name)
		at.Hint = diag.DidYouMean(name, names)
	default:
		r.refuseAt(at, "'%s' is the name of %d functions or variables", name, len(found))
		at.Hint = "give the symbol of one"
	}
	return nil
}

// refuseAt refuses what is said at a place.
func (r *registrar) refuseAt(at *ir.Diagnostic, format string, args ...any) {
	d := diag.InModule(r.m, codeRegistration, format, args...)
	at.Code, at.Message = d.Code, d.Message
	r.errs = append(r.errs, at)
}
