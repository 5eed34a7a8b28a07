package e2e

import (
	"testing"

	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/internal/tier"
)

// What the fast tier takes of the matrix, in thousandths of the programs. Every program
// runs in one configuration of its language's matrix; a configuration of n gets one in n.
const (
	asBuiltShare   = 100 // built as the whole matrix builds them: optimised, or under the sanitizers
	repeatedShare  = 100 // differentiated a second time: the output must be the same
	sanitizerShare = 60  // C programs under the sanitizers, a level
	machineShare   = 60  // in the interpreter
	strategyShare  = 60  // by every cache strategy
	severalShare   = 60  // several adjoints or tangents at once
	sharpShare     = 60  // the programs' own differences, under the sanitizers
	specialShare   = 150 // other tests that build programs one by one
	namesShare     = 60  // by names
)

// chosen reports whether the check of a program in the k-th of n configurations runs: in
// the fast tier each program runs in one of them, which its name chooses.
func chosen(group, program string, k, n int) bool {
	return tier.Count(group, tier.All() || tier.Pick(group+" "+program, n) == k)
}

// builtFor is the configuration as the tier builds it. The name stays that of the
// configuration in which the IR was made.
func builtFor(c native.Config, program string) native.Config {
	if !tier.Share("as built "+program, asBuiltShare) {
		c.Sanitize, c.Quick = false, true
	}
	return c
}

// referenceFor gives what a report is judged by: a quick one holds its own differences
// where they are sharp enough.
func referenceFor(p *native.Program, c native.Config, got *native.Report) (*native.Report, error) {
	if c.Quick && p.SharpAsBuilt() {
		return got, nil
	}
	return workspace.Reference(p)
}

// judge reports what is wrong with what the derivatives of a program gave.
func judge(t *testing.T, p *native.Program, c native.Config, got *native.Report) {
	t.Helper()
	ref, err := referenceFor(p, c, got)
	if err != nil {
		t.Error(err)
		return
	}
	if c.Quick && !p.HasTag("float") {
		report(t, native.CheckReference(p, ref))
	}
	report(t, native.Check(p, c, ref, got))
}
