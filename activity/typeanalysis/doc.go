// Package typeanalysis finds memory of which it is not settled what it holds: the same
// bytes may be stored and used as more than one format, or addresses are computed in a
// way that shadow addresses do not follow.
//
//	file          what it holds
//	pattern.go    sets of offsets in an object
//	formats.go    formats, and where in a value they may stand
//	declared.go   what the types of objects declare: arrays beside addresses
//	claims.go     what new memory is declared to hold, by the access tags of stores
//	repeated.go   addresses in arrays of structs of which that is said
//	tbaa.go       the structs of alias metadata
//	commons.go    the parts of variables that it names
//	object.go     objects: what their bytes may be stored and used as, addresses in them
//	solver.go     values, objects and the rules between them; the fixpoint
//	system.go     System: the constraints of functions
//	contexts.go   small functions, call by call
//	instr.go      the rules of instructions
//	integers.go   the rules of integers that carry addresses or parts of floats
//	memory.go     the rules of loads, stores and copies
//	call.go       the rules of calls
//	virtual.go    the rules of calls of functions in an object's table
//	offsets.go    what is known of the indices of addresses
//	trips.go      integers that loops count a known number of times
//	aligned.go    what is known of the lowest bits of addresses
//	words.go      words that are doubles at some times and addresses at others
//	verdict.go    which objects are not settled, and why
//
// # Domain
//
// One monotone system over the functions that a derivative reaches. An object is a stack
// slot, a variable, a call that allocates, or what a parameter of the function that is
// differentiated leads to. A value has
//
//   - points-to: the objects, and the offsets in them, that addresses in it may lead to;
//   - stored as: the formats that its bytes may have been made as;
//   - used as: the formats that its bytes may be used as, by arithmetic, by an access
//     through it, or by the result of the function.
//
// Formats are addresses and the floats' types. Integers are none: an integer is what was
// stored as the integer's bytes say. A float counts where it may depend on an active input
// (stored as) and may reach an active output (used as); an address where it leads to memory
// that may have a shadow, and where something that counts is accessed through it, or the
// memory is ended. So stored as flows forward and used as flows backward, through loads,
// stores, copies of any length, and calls; what only moves is a move, whatever its type.
//
// A format at a place of an object is relevant where the place may be stored and used as
// it. An object is unsettled where two relevant formats overlap, or one does at two
// distances that are less than its size apart. Not so for whole words that are doubles at some
// times and addresses at others, where the derivative asks their shadows which they are wherever
// they are moved, and no integer stands there that has the bits of an exponent or is computed
// with; what would have to ask is in Verdict.Ask.
//
// # Why this over-approximates
//
// Facts only add. Where they do not settle what memory holds, small functions are looked at
// once more, for each of their calls. Offsets are joined to arithmetic progressions where
// there are too many, and their ends given up where they grow. What the caller's memory holds is taken to be
// what the program uses it as, and used as what the program stores there.
//
// # What breaks it
//
//   - bounds: an index that is negative, where it is not computed as such; an address that leaves
//     a declared array by steps of its elements, beside which an address, or a float of another
//     type, is declared; and a copy that leaves its object, or the array in which it begins;
//   - tbaa: new memory that is as large as a struct, or in which stores go from one to the next, to
//     whose members all the stores there say that they go that say so at all, declares that struct's
//     arrays (asked only where facts do not settle it);
//   - alignment: objects are aligned to what addresses in them are rounded to;
//   - cuts: an access, or a copy of a block, that begins or ends inside of a float or an address
//     and is as wide as that, where it is not known where both stand;
//   - functions without a body do with memory what package rules says, others nothing;
//   - words: a derivative below the least normal double, in a word whose shadow is asked;
//   - bits of floats that are computed with and lead to no float, as those that choose an entry of a table:
//     package activity judges these.
//
// A bound that is reached answers that it is not known (Verdict.Unknown).
package typeanalysis
