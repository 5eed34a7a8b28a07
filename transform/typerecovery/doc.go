// Package typerecovery has the passes that make of words what they are: floats, addresses
// and plain integers that optimisers move as words, in parts of words or as vectors, and
// bit tricks that stand for operations on floats.
//
//	pass               what it leaves behind
//	LowerCalls         no vector reductions and no horizontal operations, but what they are short for
//	RealignWords       no local whose bytes are words of a struct from the middle of a word on
//	RecombineWords     no word that is read in parts and put together by shifts
//	RecombineWordParts no word that goes its ways in parts (Rust)
//	RecombineFirstByte no struct whose first byte goes through a register and the rest through a local
//	SplitWords         no load or store of a struct of integers or a short vector of pointers
//	MovedPairs         no vector of doubles that is only moved where a lane becomes an address (Rust)
//	ByteVectors        no vector of bytes that is read only to be stored again (Rust)
//	StoredHalves       no store of a word that is put together of a float and a constant
//	AddressSlots       no local that holds an address as an integer too, where that is aligned
//	AddressPhis        phis of integers that are addresses become phis of addresses
//	AddressFloats      no float that was loaded as an address
//	MovedFloats        no address loaded from where a double is stored that is only moved
//	SharedWords        no word moved as a double or an address of which nothing says which it is
//	OneChar            no single character moved where a copy of characters has length 1
//	LaneCasts          no cast of a vector that is put together lane by lane
//	PairLanes          no double that is a pair of floats
//	FloatBits          no choice by masks; no sign, exponent or rounding by the bits of floats, as far as it is known
//	SplitVariantPhis   no word of an enum in registers that is of several variants where one is known
//	Exchanges          no compare-and-exchange of the bits of a float whose found value is used
//	CarriedWords       no word of Rust's whose bytes are moved in parts without its shadow
//
// The package asks no alias analysis of its own and knows nothing of loops.
package typerecovery
