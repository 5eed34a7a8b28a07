package signature

import "github.com/llad-ad/llad/ir"

// GivenSeed is the seed of functions of type t whose derivative the program
// gives.
func GivenSeed(t *ir.Type) Seed {
	seed := Seed{Params: make([]Kind, len(t.Fields)), Ret: t.Ret.HasFloat(), RetShadow: t.Ret.HasPtr(), Mixed: true}
	for k, p := range t.Fields {
		seed.Params[k] = DefaultKind(p)
	}
	return seed
}

// Kind is the activity of a parameter.
type Kind uint8

// The activities of parameters.
const (
	Const     Kind = iota // carries no derivative
	Out                   // a float by value whose gradient is returned (reverse) or whose tangent is given (forward)
	Dup                   // a pointer (or pointer-carrying value) with a shadow
	DupNoNeed             // as Dup; the primal result behind it need not be delivered
)

// Seed is what the analysis of a function starts from.
type Seed struct {
	Params    []Kind
	Ret       bool // the derivative of the result (float parts) is asked for
	RetShadow bool // the shadow of the result (pointer parts) is asked for
	// Mixed says that pointers which come in through Dup parameters, or are
	// found in their memory, may lead to memory without a shadow; their shadow
	// then equals the primal pointer. The analysis sets it in the seeds of calls.
	Mixed bool
}

// Any reports whether anything is active under the seed.
func (s Seed) Any() bool {
	for _, k := range s.Params {
		if k != Const {
			return true
		}
	}
	return false
}
