package pipeline

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse"
)

// Hooks are called between a request and the written module. Package markers sets
// them, so that nothing here depends on calls and registrations in source code.
type Hooks struct {
	// Before gets the function of a request, before anything is added to the module.
	Before func(f *ir.Function) error
	// Copied gets a private copy of a function, after inlining.
	Copied func(f *ir.Function)
	// Written is called before the module is written.
	Written func()
}

// SetHooks sets the hooks of d; those that are nil do nothing.
func SetHooks(d *Differentiator, h Hooks) {
	if h.Before == nil {
		h.Before = func(*ir.Function) error { return nil }
	}
	if h.Copied == nil {
		h.Copied = func(*ir.Function) {}
	}
	if h.Written == nil {
		h.Written = func() {}
	}
	d.hooks = h
}

// Observer receives the decisions of one attempt at a derivative.
type Observer interface {
	// Prepared gets a function, its normalised copy and the activity analysis of that.
	Prepared(f, clone *ir.Function, info *activity.Info)
	// Reversed gets, for each function, how its reverse sweep gets the primal values, and notes
	// about loops that could not be checkpointed.
	Reversed(reports []*reverse.Report, notes []*ir.Diagnostic)
	// Kept is called when the attempt's derivative is the one that stays in the module.
	Kept()
}

// Observe gives each attempt at a derivative an observer of its own, which begin makes;
// nil ends that.
func Observe(d *Differentiator, begin func() Observer) { d.observe = begin }
