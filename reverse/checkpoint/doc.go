// Package checkpoint takes loops out of functions whose iterations are to be run
// again from snapshots, and writes the code that does so.
//
// A loop is named by a choice or by a marker. What its iterations depend on in memory is
// found out first, then it becomes two functions: one runs iterations, the other
// is a single one. Package reverse differentiates them, and asks for the forward sweep
// and the unwinding of a schedule where the loop was.
//
//	file            what it has
//	outline.go      taking loops out of their functions
//	choice.go       which loops
//	strategy.go     what is chosen for a loop
//	marker.go       markers in the source, and strategies as text
//	state.go        the memory that a loop depends on: what it accesses (access.go), how
//	                much memory that is (extent.go, affine.go), addresses in variables
//	                (globals.go), what is put aside once (inputs.go), where it stores
//	                addresses (goals.go)
//	blocks.go       blocks whose number is not known: lists at run time (lists.go)
//	stated.go       extents that the command line states
//	pool.go         steps that allocate what outlives them, or free what was there before
//	                (poolruntime.go)
//	direct.go       calls through pointers made directly, before all this (virtual.go: those
//	                of virtual functions)
//	quiet.go        what is run again prints nothing
//	side.go         a loop for one seed: the layout of its control block, and the functions
//	                that schedules call
//	site.go         the call of a loop's sweeps, where the loop was
//	schedules.go    the functions that carry schedules out, by what they are about
//	control.go      control blocks, counters, snapshots
//	states.go       saving a state and bringing it back
//	spill.go        snapshots in files, large ones while the program computes (ahead.go)
//	sweeps.go       the schedules of package cache/schedule, as IR (online.go, mixed.go, auto.go)
//	leave.go        an exception that leaves a gradient ends what it holds
//
// The package knows no adjoints, and does not decide which schedule is good: that is
// the business of package cache/schedule.
package checkpoint
