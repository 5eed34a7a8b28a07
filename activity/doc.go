// Package activity finds what carries derivatives: which bytes of values and
// memory hold floats, integers or pointers, where pointers may lead, which
// values are active, which memory needs a shadow, and why.
//
// Env.Analyze runs these stages on one function; only the last two know the
// Seed:
//
//	stage        where                            result
//	addresses    pointsto                         addresses that values and memory may hold; which integers are numbers, bits of
//	                                              floats or addresses, by their use in registers; the form of summaries
//	types        types.go, typemoves.go,          what the bytes of objects and of copied integers hold, by ranks of evidence
//	             memtypes; bits.go, lanes.go,     (memtypes keeps it); bit operations on floats; integers in arrays beside them;
//	             taint.go, intarrays.go,          memory that holds one of several types; numbers where
//	             anytype.go, wordnumbers.go,      floats may stand; words of unions; parts of floats that are copied
//	             numbers.go, barewords.go
//	flow         flow.go, addresswords.go         the graph along which floats move between values and objects
//	summary      summary.go, study.go             the same of a callee between its parameters, their memory, its result and
//	                                              globals, addresses by the places where they stand and what it makes object
//	                                              by object; the least fixpoint in recursion, as far as its cost is bounded;
//	                                              the worst case without a body
//	solution     solve.go                         varied (forward from inputs), useful (backward from outputs), shadows
//	answers      info.go, calls.go, pieces.go,    Info: Active, Shadow, Pieces, Call, ...; what cannot be decided and
//	             check.go, thrown.go, reason.go,  matters becomes a diagnostic (codes.go); accesses at addresses
//	             nowhere.go, takenout.go,         that lead nowhere; floats that are taken out of addresses;
//	             packed.go, halfnumbers.go,       floats among bytes that a program packs; numbers that may be
//	             lost.go,                         halves of floats; bits of floats that become integers
//	             untagged.go                      where nothing follows them
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
// Origins, in study.go, gives the first of these stages alone: where memory was made.
//
// held.go records what memory variables keep from call to call; package shadowrt
// writes the code that gives it shadows.
//
// given.go says what a call of a function does whose derivative the program
// registered. Package callgraph says where calls lead that name no function, indirect.go what of
// that code which ran before may have put into memory. Packages signature and shadowrt hold what forward and reverse mode
// share: the form of generated functions, and the code that supports them.
package activity
