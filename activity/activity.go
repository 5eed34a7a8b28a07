package activity

import (
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// PieceClass is what a range of bytes holds.
type PieceClass uint8

// The classes of bytes.
const (
	Unknown PieceClass = iota // undecided: a diagnostic where it matters
	Integer
	FloatData
	Pointer
	Mixed // floats at some times, something else at others: a diagnostic where it matters
	Word  // of a block: 64 bits each of which tells at run time whether it is a double, see words.go
	Bytes // of a block: floats that stand who knows where, and integers, see packed.go
)

// Piece is a run of bytes of one class. The pieces of an access cover it; in a
// block operation (memcpy, memset) they cover one period and repeat.
type Piece struct {
	Offset, Size int64
	Class        PieceClass
	Type         *ir.Type // FloatData: the scalar type
	rank         rank     // how sure; zero in what the package gives out
}

// CallInfo is how a call takes part in differentiation.
type CallInfo struct {
	Active    bool           // false: the primal call alone is right
	Known     *rules.Known   // a library function, or nil
	Callee    *ir.Function   // a function with a body or a given derivative, or nil (then an indirect call)
	Seed      signature.Seed // the callee's seed, for calls of functions with a body and indirect calls
	MayEscape bool
	Writes    bool // the callee stores floats in memory with a shadow that others see
	Lost      bool // it may throw behind such a store, and what it stored may be read where the exception is caught
	// Shadowed lists, for a callee with a given derivative, the arguments that
	// point to memory with a shadow only as far as is known here: a given
	// derivative does not compare the two, so the call must not come to pass
	// with a shadow that is the memory itself.
	Shadowed []int
}
