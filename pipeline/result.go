package pipeline

import (
	llir "github.com/llir/llvm/ir"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// Mode is the direction of differentiation.
type Mode uint8

// The modes.
const (
	Reverse Mode = iota // gradients: <f>_grad
	Forward             // tangents: <f>_jvp
)

// String is the mode's name as the flag of the command has it.
func (m Mode) String() string {
	if m == Forward {
		return "forward"
	}
	return "reverse"
}

// noun is what a derivative of the mode is called.
func noun(m Mode) string {
	if m == Forward {
		return "tangent"
	}
	return "gradient"
}

// Request asks for one derivative function.
type Request struct {
	Func  string // the function's symbol, or its demangled name; "" is the only one that a linker sees
	Mode  Mode
	Args  map[string]signature.Kind // by parameter name or decimal position (from 0); absent ones get the default; "return": Const is the result
	Width int                       // number of tangents or adjoints at once; 0 is 1
	Name  string                    // of the generated function; "" is <f>_grad or <f>_jvp
}

// Result is a generated derivative function.
type Result struct {
	Func *ir.Function
	LLIR *llir.Func           // the same in the llir module that was differentiated, nil otherwise
	Sig  *signature.Signature // what its parameters are for
	Mode Mode

	leaving activity.Leaving
}
