package pipeline

import (
	"maps"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/checkpoint"
)

// settings are what attempts at one derivative differ in. The zero value is that of
// the first.
type settings struct {
	budget     int                                   // times the usual inline budget; 0 is once
	intoLesser bool                                  // callees are inlined although they are compiled for more than their callers
	trusting   bool                                  // floats of other types than double are taken to be inactive
	named      bool                                  // no loops are checkpointed but those that were named one by one
	refusal    error                                 // why others were refused, for the note that says so
	pools      bool                                  // what checkpointed loops allocate comes from pools
	left       map[checkpoint.LoopKey]*ir.Diagnostic // loops that keep their values though others are checkpointed, and why
	copies     bool                                  // nests of loops read copies of the memory that they read
}

// sightings are what an attempt has seen that others are tried for.
type sightings struct {
	beyond    bool                                  // callees that are compiled for more than their callers
	short     bool                                  // callees that did not fit into the inline budget
	unsettled bool                                  // functions with floats of which it was open whether they are active
	mixed     bool                                  // active floats of other types than double
	unnamed   bool                                  // loops that were checkpointed without being named
	pools     bool                                  // loops that could be checkpointed if what they allocate came from pools
	nests     bool                                  // nests that could read copies, and a tape that grows with their operations
	failed    map[checkpoint.LoopKey]*ir.Diagnostic // loops whose checkpoints turned out not to work, and why
}

// add adds what another attempt, made with the same callees inlined, has seen of functions.
func (s *sightings) add(o sightings) {
	s.beyond, s.short = s.beyond || o.beyond, s.short || o.short
	s.unsettled, s.mixed = s.unsettled || o.unsettled, s.mixed || o.mixed
}

// variation is a way in which a further attempt differs from one that has been made.
type variation struct {
	name    string
	differs string // what is different
	after   outcome
	needs   string // what the attempt before needs to have seen
	seen    func(a *attempt) bool
	change  func(s *settings, a *attempt)
	// counts gives the attempt whose derivative or refusal counts of one and the next.
	counts  func(a, next *attempt) *attempt
	repeats bool // as long as there is something new to be seen
}

// outcome is how an attempt ends.
type outcome bool

const (
	refused outcome = false
	made    outcome = true
)

// maxLeft is how many loops are tried to be checkpointed and then left, before all
// are.
const maxLeft = 16

// variations are in the order in which they are tried. With what a row changes, those
// above it are gone through anew.
var variations = []variation{
	{
		name:    "copies for nests",
		differs: "nests of loops read copies of memory that is overwritten later",
		after:   made,
		needs:   "nests that could, and a tape that grows with their operations",
		seen:    func(a *attempt) bool { return a.saw.nests && !a.how.copies },
		change:  func(s *settings, _ *attempt) { s.copies = true },
		counts:  latest,
	},
	{
		name:    "loops left",
		differs: "loops whose checkpoints turned out not to work keep their values",
		after:   refused,
		needs:   "such loops that no attempt before has left, and fewer than maxLeft in all",
		seen: func(a *attempt) bool {
			left := a.left()
			return len(left) > len(a.how.left) && len(left) < maxLeft
		},
		change:  func(s *settings, a *attempt) { s.left = a.left() },
		counts:  latest,
		repeats: true,
	},
	{
		name:    "pools",
		differs: "what checkpointed loops allocate comes from pools",
		after:   made,
		needs:   "loops that are kept for want of pools",
		seen:    func(a *attempt) bool { return a.saw.pools && !a.how.named },
		change:  func(s *settings, a *attempt) { s.pools, s.left = true, a.left() },
		counts:  unlessRefused,
	},
	{
		name:    "named loops only",
		differs: "only loops that were named one by one are checkpointed",
		after:   refused,
		needs:   "checkpointed loops that were not",
		seen:    func(a *attempt) bool { return a.saw.unnamed },
		change:  func(s *settings, a *attempt) { s.named, s.refusal = true, a.err },
		counts:  latest,
	},
	{
		name:    "trust in doubles",
		differs: "floats of other types than double are taken to be inactive, which must turn out so",
		after:   refused,
		needs:   "functions with floats of which that was open, and none where they are active",
		seen:    func(a *attempt) bool { return a.saw.unsettled },
		change:  func(s *settings, _ *attempt) { s.trusting = true },
		counts: func(a, next *attempt) *attempt {
			if next.err != nil || next.saw.mixed {
				return a
			}
			return next
		},
	},
	{
		name:    "callees compiled for more",
		differs: "callees are inlined although they are compiled for more than their callers",
		after:   refused,
		needs:   "callees that stayed out for that",
		seen:    func(a *attempt) bool { return a.saw.beyond },
		change:  func(s *settings, _ *attempt) { s.intoLesser = true },
		counts:  unlessRefusedAgain,
	},
	{
		name:    "more inlining",
		differs: "the inline budget is moreBudget times as large",
		after:   refused,
		needs:   "callees that did not fit",
		seen:    func(a *attempt) bool { return a.saw.short },
		change:  func(s *settings, _ *attempt) { s.budget, s.intoLesser = moreBudget, true },
		counts:  unlessRefusedAgain,
	},
}

// latest has the next attempt count whatever it gives.
func latest(a, next *attempt) *attempt {
	next.saw.add(a.saw)
	return next
}

// unlessRefused has the next attempt count where it makes a derivative.
func unlessRefused(a, next *attempt) *attempt {
	if next.err == nil {
		return latest(a, next)
	}
	a.saw.add(next.saw)
	return a
}

// unlessRefusedAgain is unlessRefused for attempts that see other functions: further ones
// go by what the next has seen, and what is told is why the first was refused.
func unlessRefusedAgain(a, next *attempt) *attempt {
	if next.err != nil {
		next.err, next.notes = a.err, a.notes
	}
	return next
}

// left are the loops to be left after the attempt.
func (a *attempt) left() map[checkpoint.LoopKey]*ir.Diagnostic {
	left := maps.Clone(a.how.left)
	if left == nil {
		left = map[checkpoint.LoopKey]*ir.Diagnostic{}
	}
	maps.Copy(left, a.saw.failed)
	return left
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
	for more := true; more && outcome(a.err == nil) == row.after && row.seen(a); more = row.repeats {
		row.change(&how, a)
		a = row.counts(a, s.try(above, how))
	}
	return a
}
