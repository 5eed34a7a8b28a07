package pipeline

import (
	"fmt"
	"slices"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/forward"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/rules"
)

// GradientHalves gives the two halves of the gradient of f, made when first asked for.
func GradientHalves(d *Differentiator, f *ir.Function, seed signature.Seed) (*reverse.Split, error) {
	key := fmt.Sprint(f.Name, " ", seed)
	if sp := d.splits[key]; sp != nil {
		return sp, nil
	}
	if _, err := Signature(f, Reverse, seed, 1); err != nil {
		return nil, err
	}
	of := f
	if rules.GivenOf(of).Has(false) {
		of = forwarder(of)
		defer d.M.Remove(of)
	}
	sp, err := reverse.SplitForm(splitEnv(d, newAnalysis(d.M)), of, seed)
	if err != nil {
		return nil, err
	}
	if d.splits == nil {
		d.splits = map[string]*reverse.Split{}
	}
	d.splits[key] = sp
	noteAssumptions(d, f)
	return sp, nil
}

// splitEnv is a fresh environment for reverse mode in two calls.
func splitEnv(d *Differentiator, analysis *activity.Env) *reverse.Env {
	p := newPreparation(d, analysis, newInlining(d.budget, budgetWhole))
	return reverse.NewEnv(d.M, p.prepare, d.passes.CleanUp, nil)
}

// ShadowTable gives the shadow of a function or virtual table, nil where nothing in it has a
// derivative, and a function that reports whether the functions in it work with active data in a
// variable.
func ShadowTable(d *Differentiator, v ir.Value) (shadow ir.Value, shares func(*ir.Global) bool, err error) {
	analysis := newAnalysis(d.M)
	env := splitEnv(d, analysis)
	shadow, err = reverse.Table(env, v)
	return shadow, func(g *ir.Global) bool { return analysis.Varied(g) || slices.Contains(env.Shadowed(), g) }, err
}

// TangentHalves makes the two parts of forward mode: the first records what the second, which
// gives tangents, needs. shared says that the tape is that of a gradient, too.
func TangentHalves(d *Differentiator, f *ir.Function, seed signature.Seed, width int, shared bool) (*forward.Split, error) {
	if err := refuseBarriers(f, map[*ir.Function]bool{}); err != nil {
		return nil, err
	}
	analysis := newAnalysis(d.M)
	analysis.Forward = true
	of := f
	if rules.GivenOf(of) != nil {
		of = forwarder(of)
		defer d.M.Remove(of)
	}
	p := newPreparation(d, analysis, newInlining(d.budget, budgetWhole))
	clone, info, err := p.prepare(of, seed)
	if err != nil {
		return nil, err
	}
	env := forward.NewEnv(d.M, p.prepare)
	sp, err := forward.SynthesizeSplit(env, clone, info, forward.Options{Width: width, Name: d.M.FreshSymbol(diag.Spelled("llad.split." + diag.PlainName(f.Name))), Shared: shared})
	if err != nil {
		return nil, err
	}
	sp.Tangent.Prefix = "internal"
	checkpoint.DefineMarkers(d.M)
	noteAssumptions(d, f)
	return sp, nil
}
