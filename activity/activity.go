package activity

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

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
}

// Info is what is known about one function under one Seed.
type Info struct {
	F    *ir.Function
	Seed Seed
}

// PieceClass is what a range of bytes holds.
type PieceClass uint8

// The classes of bytes.
const (
	Unknown PieceClass = iota // undecided: a diagnostic where it matters
	Integer
	FloatData
	Pointer
)

// Piece is a run of bytes of one class. The pieces of an access cover it; in a
// block operation (memcpy, memset) they cover one period and repeat.
type Piece struct {
	Offset, Size int64
	Class        PieceClass
	Type         *ir.Type // FloatData: the scalar type
}

// CallInfo is how a call takes part in differentiation.
type CallInfo struct {
	Active    bool         // false: the primal call alone is right
	Known     *rules.Known // a library function, or nil
	Callee    *ir.Function // a function with a body, or nil (then an indirect call)
	Seed      Seed         // the callee's seed, for calls of functions with a body and indirect calls
	MayEscape bool
}

// Env is shared by the analyses of one module: summaries of callees, activity
// of globals.
type Env struct{ M *ir.Module }

// NewEnv prepares the analysis of functions of m.
func NewEnv(m *ir.Module) *Env { return &Env{M: m} }

// Analyze studies f (loaded; normalised by ir/pass) under seed. What cannot be
// decided and matters comes back as diagnostics; the Info is then not usable.
func (e *Env) Analyze(f *ir.Function, seed Seed) (*Info, []*ir.Diagnostic) {
	return &Info{F: f, Seed: seed}, nil
}

// Active reports whether the value carries floating-point data that may depend
// on an active input and may influence an active output.
func (a *Info) Active(v ir.Value) bool { return false }

// Shadow reports whether the value is (or contains) a pointer to memory that
// has a shadow.
func (a *Info) Shadow(v ir.Value) bool { return false }

// MaybeConst reports whether a value with Shadow may at run time point to
// memory without one. Its shadow then equals the primal pointer, and code that
// would write through the shadow must compare the two first.
func (a *Info) MaybeConst(v ir.Value) bool { return false }

// FloatLanes gives, for an integer value that carries floats (a double copied
// as i64, two floats in an i64), the scalar float types from the low bits up;
// nil for any other value.
func (a *Info) FloatLanes(v ir.Value) []*ir.Type { return nil }

// Pieces gives what the bytes hold that a load, store, memcpy, memmove, memset
// moves.
func (a *Info) Pieces(i *ir.Instr) []Piece { return nil }

// Call gives how a call takes part.
func (a *Info) Call(i *ir.Instr) *CallInfo { return nil }

// ShadowGlobals lists the variables that need a shadow, in order of first use.
func (a *Info) ShadowGlobals() []*ir.Global { return nil }

// Reason tells in a line or a few why v is active or has a shadow.
func (a *Info) Reason(v ir.Value) []string { return nil }
