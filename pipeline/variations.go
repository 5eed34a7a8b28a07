package pipeline

import (
	"maps"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/checkpoint"
)

// settings are what attempts at one derivative differ in. The zero value is that of
// the first.
type settings struct {
	budget         budgeting                             // how much of its callees a function takes in
	ignoreFeatures bool                                  // callees are inlined although they use target features that their callers do not have
	doublesOnly    bool                                  // floats of other types than double are assumed to be inactive
	namedLoops     bool                                  // only loops that a choice names by line are checkpointed
	refusal        error                                 // of the derivative with other loops checkpointed, for a note
	pools          bool                                  // checkpointed loops allocate from memory pools
	keep           map[checkpoint.LoopKey]*ir.Diagnostic // loops that are not checkpointed, and why
	keepIndirect   bool                                  // pointers that are called are not compared with the addresses of functions
	dataCopying    bool                                  // loop nests read copies of memory that is overwritten later
	brief          bool                                  // an attempt before led to too many addresses: see activity.Env.Brief
}

// findings are what an attempt has found out that decides about others.
type findings struct {
	features     bool                                  // callees were not inlined because of their target features
	overBudget   bool                                  // callees were not inlined because of the budget
	promoted     bool                                  // pointers that are called were compared with the addresses of functions
	openFloats   bool                                  // it was open whether floats of other types than double are active
	otherFloats  bool                                  // such floats are active
	exhausted    bool                                  // functions led to more addresses than are followed
	unnamedLoops bool                                  // loops were checkpointed that no choice names by line
	pools        bool                                  // loops were not checkpointed because they do not allocate from pools
	growingTape  bool                                  // loop nests could read copies, and the tape grows with their operations
	failed       map[checkpoint.LoopKey]*ir.Diagnostic // loops that cannot be checkpointed after all, and why
}

// add adds what another attempt with the same callees inlined has found out of functions.
func (s *findings) add(o findings) {
	s.features, s.overBudget = s.features || o.features, s.overBudget || o.overBudget
	s.openFloats, s.otherFloats = s.openFloats || o.openFloats, s.otherFloats || o.otherFloats
}

// variation is a way in which a further attempt differs from one that has been made.
type variation struct {
	name    string
	differs string // what is different
	after   outcome
	needs   string // what the attempt before must have found out
	met     func(a *attempt) bool
	change  func(s *settings, a *attempt)
	choose  func(a, next *attempt) *attempt // the one whose derivative or refusal counts
	repeats bool                            // as long as needs is met
}

// outcome is how an attempt ends.
type outcome bool

const (
	refused outcome = false
	made    outcome = true
)

// maxKept bounds how many loops are found out one after the other not to be
// checkpointed.
const maxKept = 16

// variations are in the order in which they are tried. With what a row changes, those
// above it are gone through anew.
var variations = []variation{
	{
		name:    "data copying",
		differs: "loop nests read copies of memory that is overwritten later",
		after:   made,
		needs:   "nests that could, and a tape that grows with their operations",
		met:     func(a *attempt) bool { return a.found.growingTape && !a.how.dataCopying },
		change:  func(s *settings, _ *attempt) { s.dataCopying = true },
		choose:  latest,
	},
	{
		name:    "fewer checkpoints",
		differs: "loops that cannot be checkpointed after all keep their values",
		after:   refused,
		needs:   "such loops that are new, and fewer than maxKept in all",
		met: func(a *attempt) bool {
			keep := a.toKeep()
			return len(keep) > len(a.how.keep) && len(keep) < maxKept
		},
		change:  func(s *settings, a *attempt) { s.keep = a.toKeep() },
		choose:  latest,
		repeats: true,
	},
	{
		name:    "memory pools",
		differs: "checkpointed loops allocate from memory pools",
		after:   made,
		needs:   "loops that can only then be checkpointed",
		met:     func(a *attempt) bool { return a.found.pools && !a.how.namedLoops },
		change:  func(s *settings, a *attempt) { s.pools, s.keep = true, a.toKeep() },
		choose:  unlessRefused,
	},
	{
		name:    "named loops only",
		differs: "only loops that a choice names by line are checkpointed",
		after:   refused,
		needs:   "other loops that were checkpointed",
		met:     func(a *attempt) bool { return a.found.unnamedLoops },
		change:  func(s *settings, a *attempt) { s.namedLoops, s.refusal = true, a.err },
		choose:  latest,
	},
	{
		name:    "doubles only",
		differs: "floats of other types than double are assumed to be inactive; the analysis must confirm it",
		after:   refused,
		needs:   "functions where that was open when they were analysed",
		met:     func(a *attempt) bool { return a.found.openFloats },
		change:  func(s *settings, _ *attempt) { s.doublesOnly = true },
		choose: func(a, next *attempt) *attempt {
			if next.err != nil || next.found.otherFloats {
				return a
			}
			return next
		},
	},
	{
		name:    "indirect calls",
		differs: "pointers that are called are not compared with the addresses of functions",
		after:   refused,
		needs:   "calls for which that was done",
		met:     func(a *attempt) bool { return a.found.promoted },
		change:  func(s *settings, _ *attempt) { s.keepIndirect = true },
		choose:  unlessRefusedAgain,
	},
	{
		name:    "target features",
		differs: "callees are inlined although they use target features that their callers do not have",
		after:   refused,
		needs:   "callees that were not inlined because of that",
		met:     func(a *attempt) bool { return a.found.features },
		change:  func(s *settings, _ *attempt) { s.ignoreFeatures = true },
		choose:  unlessRefusedAgain,
	},
	{
		name:    "larger inline budget",
		differs: "the inline budget is not divided where callees do not fit, then moreBudget times as large",
		after:   refused,
		needs:   "callees that were not inlined because of the budget",
		met:     func(a *attempt) bool { return a.found.overBudget && a.how.budget < budgetMore },
		change:  func(s *settings, _ *attempt) { s.budget, s.ignoreFeatures = s.budget+1, true },
		choose:  unlessRefusedAgain,
		repeats: true,
	},
}

// latest chooses the next attempt whatever comes of it.
func latest(a, next *attempt) *attempt {
	next.found.add(a.found)
	return next
}

// unlessRefused chooses the next attempt if it makes a derivative.
func unlessRefused(a, next *attempt) *attempt {
	if next.err == nil {
		return latest(a, next)
	}
	a.found.add(next.found)
	return a
}

// unlessRefusedAgain is unlessRefused for attempts that inline other callees: what the next
// has found out decides about further ones, and the diagnostic is that of the first.
func unlessRefusedAgain(a, next *attempt) *attempt {
	if next.err != nil {
		next.err, next.notes = a.err, a.notes
	}
	return next
}

// toKeep are the loops that are not to be checkpointed after the attempt.
func (a *attempt) toKeep() map[checkpoint.LoopKey]*ir.Diagnostic {
	keep := maps.Clone(a.how.keep)
	if keep == nil {
		keep = map[checkpoint.LoopKey]*ir.Diagnostic{}
	}
	maps.Copy(keep, a.found.failed)
	return keep
}

// search makes attempts and gives the one that counts.
type search struct {
	make func(how settings) *attempt
}

// try makes an attempt with these settings, and those that vary it.
func (s search) try(rows []variation, how settings) *attempt {
	if len(rows) == 0 {
		return s.make(how)
	}
	row, above := rows[len(rows)-1], rows[:len(rows)-1]
	a := s.try(above, how)
	for more := true; more && outcome(a.err == nil) == row.after && row.met(a); more = row.repeats {
		row.change(&how, a)
		how.brief = how.brief || a.err != nil && a.found.exhausted
		a = row.choose(a, s.try(above, how))
	}
	return a
}
