// Package ownership has the threads of a team add to adjoints that they share without atomic
// operations, where nothing was found out of who adds where.
//
//	file         what it holds
//	admit.go     which reverse sweeps of parallel regions can be rewritten
//	group.go     additions that one look serves
//	rewrite.go   additions and accesses
//	blocks.go    blocks of memory that are moved or cleared
//	team.go      what a team and its threads do around the sweep
//	support.go   the support functions, from runtime.ll
//	runtime.ll   their text
//
// # Owners and copies
//
// The time between two barriers of a reverse sweep is an epoch. Shadow memory is cut into blocks of
// 1024 bytes. The first thread that adds to a block in an epoch becomes its owner, by a
// compare-and-exchange in a table, and adds plainly from then on. Another thread adds to a copy of
// its own that stands for the block; at the barrier that ends the epoch every thread adds what its
// copies hold to memory, atomically, and a second barrier follows where there were any copies.
//
// A program without races has, in an epoch, two kinds of floats: those to which any thread adds and
// that nobody reads or overwrites, and those that one thread alone touches. The second may stand in a
// block of another owner: before a thread reads or writes a float it brings home what it has
// added to a copy.
//
// What an address leads to, the thread looks up in a small cache of its own first: to the float itself in a block that it
// owns, to one in a copy elsewhere. An access that no addition comes before has no copies to look for, and a
// sweep whose innermost loops all add plainly is left alone: its atomic additions are few.
//
// The table has one place for all blocks whose numbers end alike. It is never given to another block in an
// epoch, so that all threads add atomically to blocks that find their place taken. A program
// has one table: a team that finds it in use, or has more than a thousand threads, adds atomically.
//
// The scheme is privatisation on demand (as of reductions: Rauchwerger and Padua, The LRPD test, PLDI
// 1995), with ownership by blocks instead of whole arrays.
package ownership
