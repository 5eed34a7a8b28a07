// Package edit has helpers with which passes change a function: edges and blocks,
// instructions that are replaced or inserted, vectors lane by lane, and small questions
// about instructions that several packages of passes ask.
//
//	blocks.go      edges, jumps, new blocks on edges, unreachable blocks
//	instrs.go      instructions that are taken out or replaced
//	insert.go      instructions that are put into their blocks all at once
//	calls.go       calls that are left out or put under a condition
//	lanes.go       vectors lane by lane
//	arith.go       integer arithmetic
//	constbytes.go  constants as bytes
//	memory.go      memory intrinsics, constant offsets
//	metadata.go    attachments that stay when an instruction is copied
//	loopmeta.go    what compilers say of loops
//	strides.go     addresses as sums of products
//	alias.go       alias analysis that knows the mathematical library
//
// It has no pass, and changes nothing on its own account.
package edit
