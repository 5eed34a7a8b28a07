// Package schedule says in which order the steps of a loop are run again,
// remembered and reversed when not every step's tape can be kept.
//
// A loop of n steps is a chain: step i leads from state i to state i+1. To be
// reversed a step must be run with its tape, from its state, and the steps are
// reversed from n-1 down to 0. A Schedule turns that into a sequence of actions
// on the program's own memory, which holds one state (the state at hand), and on
// numbered slots. The package is arithmetic alone: it knows no IR, and those who
// generate code transcribe its small functions (BinomialSplit, CTZSlot, CTZNext,
// the loop of unwind.go) or compare their counters with its counts.
//
//	action       needs                          effect
//	Advance      state Step at hand             runs Step..To-1 without tapes; state To at hand
//	Snapshot     state Step at hand, empty Slot the state is in Slot too
//	Keep         state Step at hand, empty Slot runs the step, its tape in Slot; state Step+1 at hand
//	Restore      state Step in Slot             the state is at hand too
//	Reverse      state Step at hand             runs the step with its tape, reverses it; none at hand
//	ReverseKept  tape of Step in Slot           reverses the step; none at hand
//	Discard      Slot holds Step                Slot is empty
//
// # What is counted
//
// Every step is run with its tape exactly once in every schedule, by Reverse or
// Keep. An advance is a step run without its tape; Advance from i to j counts
// j-i. This is the t of the literature: n + t steps are run in all where the
// plain program runs n, so F = 1 + t/n is the forward work per step. The last step
// counts no advance when n is known, because the forward sweep stops before it
// and runs it with its tape (Actions); a program that learns that a step was the
// last after running it (Until) has advanced that step too.
//
//	type           slots         advances, n known             advances, n found out
//	KeepAll        n tapes       0                             0
//	RecomputeAll   1             n(n-1)/2                      n(n+1)/2
//	Periodic(K)    ⌈n/K⌉ states, K(⌈n/K⌉-1)                    n
//	               K-1 tapes
//	CTZ            ⌈log2 n⌉+1    n-1 + Σ over gaps 2^k of      one more
//	                             k·2^(k-1) - ⌊2^(k-2)⌋
//	Binomial(S)    S             r·n - C(S+r, S+1)             -
//	Online(S)      S             OnlineAdvances(n-1, S)        OnlineAdvances(n, S)
//	Mixed(S)       S states      M(n, S) - n, a dynamic        -
//	               or tapes      program
//	Blocks         those of the  K for every block that the    K for every block, less
//	               schedule of   schedule of blocks advances   what the last one is short
//	               ⌈n/K⌉ blocks,
//	               K-1 tapes
//
// where r is the least number with n ≤ C(S+r, S). Some figures: Binomial
// t(100, 3) = 490, t(100, 10) = 222, t(1000, 10) = 3636 (F = 4.64), t(13465, 116) =
// 33374; CTZ 320, 4779 and 62829 for n = 100, 1000 and 10000; Mixed 2921 for n =
// 1000 and 10 slots (F = 3.92).
//
// CTZ puts every state away as it is reached, the last one too, so that what is
// in the slots does not depend on n. After the states 0 to f (as in the drawing
// that explains the scheme) the slots hold
//
//	0 1 2 3 4 5 6 7 8 9 a b c d e f
//	X               X       X   X X
//
// A segment that is run again needs no slot for the state it ends in, which is
// at hand; so of four states in a row all are had in the slots of three.
//
// # Memory
//
// Bytes counts the slots, the tape of the step being reversed, and one state
// more for the program's result, which running steps again overwrites: at most
// (s+1) states and one tape for the schedules of states. KeepAll runs nothing
// again and needs its n tapes. Auto and AutoUnbounded choose by it.
//
//	file          what it holds
//	action.go     Op, Action, the interfaces, the writer of sequences
//	unwind.go     the loop that reverses from a stack of states
//	check.go      Check: the model that refuses illegal actions, and counts
//	simple.go     KeepAll, RecomputeAll
//	periodic.go   Periodic
//	ctz.go        CTZ
//	binomial.go   Binomial and its closed forms
//	online.go     Online
//	mixed.go      Mixed and its dynamic program
//	blocks.go     Blocks: K steps for one
//	budget.go     Sizes, Auto, AutoUnbounded
//	parse.go      Parse
//
// Invariants: sequences are lazy, can be read again and stopped anywhere, and are
// the same every time; Advances comes from a formula or a dynamic program that
// the tests compare with what Check counts; slots are numbered from 0 and the
// lowest free one is taken, except in CTZ and KeepAll, where the step names it.
//
// Not for: choosing what a state or a tape is made of (package cache), and
// writing code (package reverse).
package schedule
