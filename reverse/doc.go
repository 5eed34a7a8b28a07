// Package reverse synthesises reverse-mode derivative functions (adjoints).
//
// A function arrives as a private, normalised clone: promoted to registers,
// reducible, loops with one latch, a preheader and dedicated exits, one return.
// It is first instrumented, which makes it the augmented primal: everything
// that the reverse sweep may want becomes an ordinary value of it. Then it is
// emitted, forward and backward.
//
// Before it is analysed, blocks that the iterations of its loops allocate and
// free become one object (reuse.go).
//
//	stage        file             what it adds to the primal or writes
//	shadows      shadow.go        shadow pointers (inserter.go), shadow allocations, stores of
//	                              shadow pointers; words that are floats or addresses (words.go)
//	blocks       blocks.go        heap blocks that come from the tape, shadows that iterations share
//	calls        call.go          calls become calls of augmented primals
//	               codelookup.go     of functions that are known by their address alone
//	control flow controlflow.go   iteration counters, path indices, trip counts
//	needs        needs.go         which primal values the reverse sweep reads, and what they cost
//	replays      replay.go        loops whose iterations are run again before they are reversed
//	first ones   firstkept.go     results of functions that are kept of the first iterations
//	sums         sums.go          loops whose iterations may be reversed in any order
//	deferred     deferred.go      loops that only the reverse sweep runs, and what follows from them
//	plan         package cache    which values are kept, which computed again
//	records      package tape     where kept values lie, and the code that fills and reads records;
//	               layout.go         what it is told of the function
//	forward      forward.go       the augmented primal, storing what is kept
//	backward     backward.go      reverse control flow
//	adjoints     adjoint.go       the adjoint of each instruction (adjmem.go: of accesses to memory;
//	                              adjvec.go: of vectors), added to those of its operands (adjoints.go)
//	fused sweeps fused.go         replays in the reverse sweep; those that run the first iteration first
//	lanes        lanes.go         several adjoints at once
//	threads      openmp.go        parallel regions: a tape and a reverse sweep for each thread
//	report       explain.go       which values are kept, made again, at hand; for people
//	choices      choice.go        searches for the smallest: which iteration chose
//	memory       memory.go        what may happen to memory between two places: objects that nobody
//	                              else knows of (objects.go), what is read again (reload.go)
//	inverses     invert.go        updates of integers and pointers that are run backwards
//	                              (invert_solve.go, _mod.go, _xor.go): nothing is kept for them
//	swaps        swap.go          elements of arrays that change places are swapped back
//	put back     putback.go       stores whose reversal restores what they overwrote
//	lookup       lookup.go        a primal value at a place of the reverse sweep
//	frames       frame.go         what a call keeps, on top of the tape when it is reversed
//	neighbours   stencil.go       additions to neighbouring elements
//	one sweep    onesweep.go      recursions whose adjoints are known before their
//	                              values (onesweep_adjoint.go): nothing else is needed
//	inner tapes  tapeinner.go     what a gradient that is differentiated keeps is on its gradient's tape
//
// The synthesis (synth.go) holds a struct for each concern: the function (primal.go), its
// shadows, what is reversed (reversals.go), the code that keeps shadows in step, control flow, memory, replays,
// swaps, inversions, what is kept. Each has those below it that it asks. What writes the reverse
// sweep (backward.go) holds a cursor (cursor.go), lookups, adjoints, accesses and instructions in
// the same way.
//
// Loops that are to be checkpointed are taken out of the clone before it is
// analysed (package checkpoint): one function runs iterations, another is a single
// iteration and is differentiated like any function. The call that is left
// becomes a forward sweep that follows a schedule of cache/schedule, its
// reversal an unwinding of the snapshots.
//
//	checkpoint.go            the sweeps at the call, and the loop's own functions
//	checkpoint_blocks.go     lists, at run time, of blocks whose number is not known
//	checkpoint_pool.go       shadows of blocks that come from a pool
//	checkpoint_track.go      iterations that move pointers move their shadows
//
// Every active value that is used outside of its block has an adjoint slot, a
// stack slot that is zero whenever the value's definition is not between its
// uses and its reversal; the compiler's register promotion turns slots into
// registers. The adjoints of all others are values at once.
//
// A loop whose iterations meet only in sums, or store results that nothing else touches, has its adjoints at hand before it
// starts: where nothing else waits for its results, the forward sweep leaves it
// out, and the reverse sweep runs and reverses one iteration after the other.
//
// Kept values of loops live in records, one per iteration, that are taken from
// the tape: a stack of chunks whose pushes and pops follow the strict nesting
// of forward and reverse execution, so calls, recursion and loops of unknown
// length share it without an allocation of their own.
//
// Beside that stand the halves of a gradient for callers that do other things
// in between (split.go, splitkeep.go), and the adapters of derivatives that the program
// registered (given.go).
//
// The package does not decide what is active (package activity) nor what is
// kept (package cache).
package reverse
