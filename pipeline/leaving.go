package pipeline

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// sayLeaving refuses a derivative whose result it does not stand for, and notes what else of a
// function's floats leaves it where its signature has no place for a derivative.
func sayLeaving(d *Differentiator, r *Result, wanted bool) error {
	f, l := r.Sig.F, r.leaving
	if wanted && LosesResult(r) {
		return RefuseResult(r, diag.AtFunc(f, codeOwnResult, ""))
	}
	note := func(code, hint, format string, args ...any) {
		n := diag.AtFunc(f, code, format, args...)
		n.Hint = hint
		d.Notes = append(d.Notes, n)
	}
	for _, k := range l.Params {
		if (r.Mode == Reverse || r.Sig.Seed.Params[k] == signature.Const) && !f.Params[k].HasAttr("sret") {
			note(codeLeaving, "have the caller make that memory; or, in a program, put adjoints into it between __enzyme_augmentfwd and __enzyme_reverse",
				"'%s' leaves active floats behind parameter %s in memory that it makes, or in a variable: its %s has no place for their derivatives", diag.Demangled(f), diag.ParamLabel(f, k), noun(r.Mode))
		}
	}
	for _, g := range l.Vars {
		if seenElsewhere(d.M, f, g) {
			note(codeLeaving, "return the floats, or store them behind a parameter",
				"'%s' leaves active floats in the variable '%s': its %s has no place for their derivatives", diag.Demangled(f), diag.PlainName(g.Name), noun(r.Mode))
		}
	}
	if DerivesNothing(r) {
		d.Notes = append(d.Notes, SaysNothing(r))
	}
	return nil
}

// seenElsewhere reports whether code that f does not reach may read a variable: another module's,
// or another function of this one.
func seenElsewhere(m *ir.Module, f *ir.Function, g *ir.Global) bool {
	if !slices.ContainsFunc(strings.Fields(g.Prefix), func(w string) bool { return w == "internal" || w == "private" }) {
		return true
	}
	by, ok := m.Mentioning(g)
	if !ok {
		return true
	}
	reached := map[*ir.Function]bool{}
	Reach(f, func(g *ir.Function) bool {
		reached[g] = true
		return g.Load() == nil
	})
	return slices.ContainsFunc(by, func(f *ir.Function) bool { return !reached[f] })
}

// LeavingNotes are the notes of sayLeaving among those of d, each once.
func LeavingNotes(d *Differentiator) (list []*ir.Diagnostic) {
	for _, n := range d.Notes {
		if (n.Code == codeLeaving || n.Code == codeNothing) && !slices.ContainsFunc(list, func(o *ir.Diagnostic) bool { return o.Message == n.Message }) {
			list = append(list, n)
		}
	}
	return list
}
