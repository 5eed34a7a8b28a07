package llad

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// losesResult reports whether the derivative of the result is lost: in reverse mode nothing seeds
// the adjoint of memory that the function makes itself, and in forward mode an address that is
// returned as an integer has no tangent.
func (r *Result) losesResult() bool {
	f := r.Sig.F
	if r.Mode == Forward {
		return r.leaving.Result && !f.Typ.Ret.HasPtr()
	}
	return r.leaving.Result || slices.ContainsFunc(r.leaving.Params, func(k int) bool {
		return isSRet(f.Params[k]) && r.Sig.Seed.Params[k] != Const
	})
}

// refuseResult makes d the diagnostic of that.
func (r *Result) refuseResult(d *ir.Diagnostic) error {
	d.Code = codeOwnResult
	d.Message = fmt.Sprintf("the result of '%s' leads to memory that it makes, or to a variable, with active floats: its %s has no place for their derivatives", Demangled(r.Sig.F), what(r.Mode))
	if r.Mode == Forward {
		d.Hint = "return it as a pointer, or leave the result out with -const return"
		return d
	}
	d.Hint = "-forward gives the shadow of a pointer that is returned; in a program __enzyme_augmentfwd does, into which the adjoints are put before __enzyme_reverse; -const return (enzyme_const_return) leaves the result out"
	return d
}

// sayLeaving refuses a derivative whose result it does not stand for, and notes what else of a
// function's floats leaves it where its signature has no place for a derivative.
func (d *Differentiator) sayLeaving(r *Result, wanted bool) error {
	f, l := r.Sig.F, r.leaving
	if wanted && r.losesResult() {
		return r.refuseResult(refuseAt(f, codeOwnResult, ""))
	}
	note := func(code, hint, format string, args ...any) {
		n := refuseAt(f, code, format, args...)
		n.Hint = hint
		d.Notes = append(d.Notes, n)
	}
	for _, k := range l.Params {
		if (r.Mode == Reverse || r.Sig.Seed.Params[k] == Const) && !isSRet(f.Params[k]) {
			note(codeLeaving, "have the caller make that memory; or, in a program, put adjoints into it between __enzyme_augmentfwd and __enzyme_reverse",
				"'%s' leaves active floats behind parameter %s in memory that it makes, or in a variable: its %s has no place for their derivatives", Demangled(f), paramLabel(f, k), what(r.Mode))
		}
	}
	for _, g := range l.Vars {
		if d.seenElsewhere(f, g) {
			note(codeLeaving, "return the floats, or store them behind a parameter",
				"'%s' leaves active floats in the variable '%s': its %s has no place for their derivatives", Demangled(f), plainName(g.Name), what(r.Mode))
		}
	}
	if r.nothing() {
		d.Notes = append(d.Notes, r.saysNothing())
	}
	return nil
}

// seenElsewhere reports whether code that f does not reach may read a variable: another module's,
// or another function of this one.
func (d *Differentiator) seenElsewhere(f *ir.Function, g *ir.Global) bool {
	if !slices.ContainsFunc(strings.Fields(g.Prefix), func(w string) bool { return w == "internal" || w == "private" }) {
		return true
	}
	by, ok := d.M.Mentioning(g)
	if !ok {
		return true
	}
	reached := map[*ir.Function]bool{}
	reach(f, func(g *ir.Function) bool {
		reached[g] = true
		return g.Load() == nil
	})
	return slices.ContainsFunc(by, func(f *ir.Function) bool { return !reached[f] })
}

// nothing reports whether a derivative has no result at all.
func (r *Result) nothing() bool {
	behind := slices.ContainsFunc(r.leaving.Params, func(k int) bool { return r.Sig.Seed.Params[k] != Const })
	return r.leaving.Nothing && !(r.Mode == Forward && (r.Sig.Seed.RetShadow || behind))
}

// saysNothing is the diagnostic of that.
func (r *Result) saysNothing() *ir.Diagnostic {
	return refuseAt(r.Sig.F, codeNothing, "nothing of '%s' is differentiated: it returns no float that is active, and stores nothing behind active parameters", Demangled(r.Sig.F))
}

// leavingNotes are the notes of sayLeaving, each once.
func (d *Differentiator) leavingNotes() (list []*ir.Diagnostic) {
	for _, n := range d.Notes {
		if (n.Code == codeLeaving || n.Code == codeNothing) && !slices.ContainsFunc(list, func(o *ir.Diagnostic) bool { return o.Message == n.Message }) {
			list = append(list, n)
		}
	}
	return list
}
