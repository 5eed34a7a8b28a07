package transform

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// Pass is the row of a pass: what it is, wherever it stands in a sequence.
type Pass struct {
	Name    string
	Does    string // in one line
	Needs   []Need
	Skipped []Skip                  // functions that are normalised without it
	Run     func(*ir.Function) bool // reports whether anything changed
}

// Need is a form of functions or an analysis that a pass builds on.
type Need string

// The forms, which other passes make, and the analyses.
const (
	Registers      Need = "scalars in SSA registers"
	Preheaders     Need = "preheaders"
	SingleLatches  Need = "single latches"
	DedicatedExits Need = "dedicated exits"

	DominatorTree  Need = "the dominator tree"
	LoopForest     Need = "the loop forest"
	TripCounts     Need = "trip counts"
	AliasAnalysis  Need = "alias analysis"
	DependenceTest Need = "dependence tests"
	Intervals      Need = "interval arithmetic on addresses"
)

// makers are the passes that make the forms.
var makers = map[Need]string{
	Registers:      "Mem2Reg",
	Preheaders:     "LoopSimplify",
	SingleLatches:  "LoopSimplify",
	DedicatedExits: "LoopSimplify",
}

// Kind is what a function is normalised for.
type Kind uint8

// The kinds.
const (
	Gradient     Kind = 1 << iota // a gradient, whose reverse sweep may load again what the function loaded
	Checkpointed                  // a gradient with checkpointed loops, which are run again
	Tangent                       // a tangent, which has no reverse sweep
	Outlined                      // a part of a normalised function, taken out of it
)

// Skip is a reason for which functions are normalised without a pass.
type Skip struct {
	Kinds Kind
	Why   string
}

// on reports whether functions of the kind are normalised with the pass.
func (p *Pass) on(k Kind) bool {
	return !slices.ContainsFunc(p.Skipped, func(s Skip) bool { return s.Kinds&k != 0 })
}

// Lookup is the row of a pass, nil where there is no pass of that name.
func Lookup(name string) *Pass { return byName[name] }

// byName has the rows of both tables.
var byName = func() map[string]*Pass {
	all := map[string]*Pass{}
	for _, table := range [][]Pass{normalizing, cleaning} {
		for k := range table {
			all[table[k].Name] = &table[k]
		}
	}
	return all
}()

// Names are the names of all passes, in the order in which they run first.
func Names() []string {
	var names []string
	for _, n := range slices.Concat(Normalization, Cleanup) {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}
