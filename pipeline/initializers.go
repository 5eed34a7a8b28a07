package pipeline

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
)

// maxInitializerRounds bounds how many variables in a row lead to each other's code.
const maxInitializerRounds = 4

// assumeInitializers takes variables for what they are initialised with where memory is made and
// ended through them, and lets the functions that are known then be inlined.
func assumeInitializers(f *ir.Function, inline func(*ir.Function) int) {
	makes := memoryMakers()
	for range maxInitializerRounds {
		if !canon.AssumeInitializers(f, makes, shadowrt.CheckSettled) {
			return
		}
		canon.InstSimplify(f)
		if inline(f) == 0 {
			return
		}
	}
}

// newAnalysis is an environment in which functions are summarised with variables taken
// for what assumeInitializers will take them for.
func newAnalysis(m *ir.Module) *activity.Env {
	e := activity.NewEnv(m)
	makes := memoryMakers()
	e.Body = func(f *ir.Function) *ir.Function {
		if !canon.CanAssumeInitializers(f, makes) {
			return f
		}
		c := f.Clone(m.FreshSymbol("llad.settled"))
		m.Remove(c)
		canon.AssumeInitializers(c, makes, func(*ir.Builder, *ir.Global, int64, ir.Value) {})
		canon.InstSimplify(c)
		return c
	}
	return e
}

// memoryMakers gives a function that reports whether a function makes or ends memory,
// itself or in what it calls, directly or through variables.
func memoryMakers() func(*ir.Function) bool {
	known := map[*ir.Function]bool{}
	var makes func(f *ir.Function) bool
	makes = func(f *ir.Function) bool {
		if made, ok := known[f]; ok {
			return made
		}
		known[f] = false
		if k := rules.KnownOf(f); k != nil {
			known[f] = k.Class == rules.Alloc || k.Class == rules.Realloc || k.Class == rules.Free
			return known[f]
		}
		if f.IsDecl || f.Load() != nil {
			return false
		}
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if g := calledThrough(i); g != nil && makes(g) {
					known[f] = true
					return true
				}
			}
		}
		return false
	}
	return makes
}

// calledThrough is the function that a call leads to, directly or through a variable
// that holds what it is initialised with; nil for others.
func calledThrough(i *ir.Instr) *ir.Function {
	if i.Op != ir.Call && i.Op != ir.Invoke {
		return nil
	}
	if l, ok := i.Callee().(*ir.Instr); ok && l.Op == ir.Load {
		if g, ok := l.Arg(0).(*ir.Global); ok && g.LoadInit() == nil && g.Init != nil {
			f, _ := ir.StripConstCasts(g.Init).(*ir.Function)
			return f
		}
	}
	return i.CalledFunc()
}
