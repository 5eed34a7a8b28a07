// Package activity finds what carries derivatives: which bytes of values and
// memory hold floats, integers or pointers, where pointers may lead, which
// values are active, which memory needs a shadow, and why.
//
// Env.Analyze runs these stages on one function; only the last two know the
// Seed:
//
//	stage        files                            result
//	classes      class.go, classvisit.go,         which integers are numbers, bits of floats or addresses, by their use in registers
//	             classsettle.go, classaddress.go,
//	             countedwords.go, generators.go
//	points       points.go, constrain.go,         addresses that values and memory may hold: inclusion-based points-to sets
//	             pointsolve.go, memorycells.go,   of objects with offsets as arithmetic progressions;
//	             blockcopy.go, collapse.go,
//	             linear.go, object.go,            members of an array's elements are told apart; the characters
//	             strides.go, characters.go,       of strings; the functions that virtual calls may reach
//	             virtuals.go, vtables.go, entered.go
//	types        types.go, typemoves.go,          what the bytes of objects and of copied integers hold, by ranks of evidence;
//	             memtypes.go, tbaa.go,
//	             bits.go, lanes.go, taint.go,     bit operations on floats; integers in arrays beside them;
//	             intarrays.go, anytype.go,        memory that holds one of several types; numbers where
//	             wordnumbers.go, doubts.go,       floats may stand; words of unions; parts of floats that are copied;
//	             sharedwords.go, fragments.go,    what so many bytes at an address hold
//	             windows.go
//	flow         flow.go, addresswords.go         the graph along which floats move between values and objects
//	summary      summary.go, place.go,            the same of a callee between its parameters, their memory, its result and
//	             writes.go, unknown.go,           globals, addresses by the places where they stand and what it makes object
//	             recursion.go, exhausted.go       by object; the least fixpoint in recursion, as far as its cost is bounded;
//	                                              the worst case without a body
//	solution     solve.go                         varied (forward from inputs), useful (backward from outputs), shadows
//	answers      info.go, calls.go, pieces.go,    Info: Active, Shadow, Pieces, Call, ...; what cannot be decided and
//	             check.go, thrown.go, unread.go,  matters becomes a diagnostic (codes.go); accesses at addresses
//	             reason.go, nowhere.go,           that lead nowhere; words of unions that are passed by value;
//	             passedwords.go, packed.go,       floats among bytes that a program packs; numbers that may be
//	             halfnumbers.go, lost.go,         halves of floats; bits of floats that become integers
//	             joined.go, untagged.go           where nothing follows them
//
// What holds of an Info without diagnostics:
//
//   - Active over-approximates: a value whose derivative may be other than zero
//     and may matter is active. Memory is told apart by object, not by member.
//   - An object has a shadow when it may hold active floats or addresses of
//     objects with a shadow. Where an address may also lead elsewhere
//     (MaybeConst), the shadow address equals the primal one there.
//   - Memory behind a Dup parameter always has a shadow and is always active;
//     behind a Const one never: what is stored there is inactive when read back.
//   - Whatever is stored through an address with a shadow changes the shadow,
//     active or not: an inactive float ends the derivative that stood there.
//
// The package changes no IR and chooses nothing that is a matter of speed:
// what is kept for the reverse sweep is the business of package cache.
//
// origins.go gives the first of these stages alone: where memory was made.
//
// held.go records what memory variables keep from call to call; package shadowrt
// writes the code that gives it shadows.
//
// given.go says what a call of a function does whose derivative the program
// registered. Package callgraph says where calls lead that name no function, elsewhere.go what of
// that code which ran before may have put into memory. Packages signature and shadowrt hold what forward and reverse mode
// share: the form of generated functions, and the code that supports them.
package activity
