// Package typerecovery has the passes that recover the types of words: floats, addresses and
// integers that optimisers move as words, as parts of words or as vectors, and operations on
// floats that are written as bit operations.
//
//	pass               what it leaves behind
//	LowerCalls         no vector reductions and horizontal operations, but the instructions that they stand for
//	RealignWords       no stack slot whose words begin in the middle of a word
//	RecombineWords     no word loaded in parts and combined by shifts
//	RecombineWordParts no word whose parts are merged one by one (Rust)
//	RecombineFirstByte no struct whose first byte is moved in a register and the rest in memory
//	SplitWords         no load or store of a struct of integers or a short vector of pointers
//	MovedPairs         no vector of doubles that is only moved where a lane is an address (Rust)
//	ByteVectors        no vector of bytes that is only moved (Rust)
//	StoredHalves       no store of a word built from a float and a constant
//	AddressSlots       no stack slot accessed as a pointer and as an integer
//	AddressPhis        no phi of integers that are addresses
//	AddressFloats      no float loaded as an address
//	MovedFloats        no pointer loaded where a double is stored that is only moved
//	SharedWords        no word of a union moved as a double or a pointer
//	OneChar            no single character moved where a copy of characters has length 1
//	LaneCasts          no bitcast of a vector built lane by lane
//	PairLanes          no double that is a pair of floats
//	FloatBits          no selects by masks; no sign, exponent or rounding by the bits of floats
//	SplitVariantPhis   no phi of the words of several variants of an enum where the variant is known
//	Exchanges          no compare-and-exchange of float bits whose old value is used
//	CarriedWords       shadows of words whose bytes are moved in parts (Rust)
//
// The package asks no alias analysis of its own and knows nothing of loops.
package typerecovery
