package pipeline

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse"
)

// Hooks are called on the way from a request to what is written. Package markers sets
// them: nothing here knows about calls and registrations in source code.
type Hooks struct {
	// Before gets a function that was asked for by name, before anything is made of it.
	Before func(f *ir.Function) error
	// Copied gets a private copy of a function whose callees have been put into it.
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

// Observer is told what one attempt at a derivative decides.
type Observer interface {
	// Prepared gets a function, its normalised copy and what the analysis found in that.
	Prepared(f, clone *ir.Function, info *activity.Info)
	// Reversed gets how the reverse sweep of each function has the values that it reads, and
	// what was asked for of loops and could not be done.
	Reversed(reports []*reverse.Report, notes []*ir.Diagnostic)
	// Kept says that what the attempt made is the derivative.
	Kept()
}

// Observe has each attempt at a derivative told to an observer of its own, which begin
// makes; nil ends that.
func Observe(d *Differentiator, begin func() Observer) { d.observe = begin }
