package llad

import (
	"github.com/llad-ad/llad/activity"
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

// Activity is the activity of a parameter; see package activity.
type Activity = activity.Kind

// The activities.
const (
	Const     = activity.Const
	Out       = activity.Out
	Dup       = activity.Dup
	DupNoNeed = activity.DupNoNeed
)

// Request asks for one derivative function.
type Request struct {
	Func  string // the function's symbol, or its demangled name; "" is the only one that a linker sees
	Mode  Mode
	Args  map[string]Activity // by parameter name or decimal position (from 0); absent ones get the default
	Width int                 // forward: number of tangents; 0 is 1
	Name  string              // of the generated function; "" is <f>_grad or <f>_jvp
}

// Result is a generated derivative function.
type Result struct {
	Func *ir.Function
	Sig  *activity.Signature // what its parameters are for
	Mode Mode
}

// Differentiate adds the derivative that req asks for to mod. Errors are
// *ir.Diagnostic, or several of them joined; mod is then not to be written.
func Differentiate(mod *ir.Module, req Request) (*Result, error) {
	return New(mod).Differentiate(req)
}

// LowerMarkers replaces every call of a marker (__enzyme_autodiff,
// __llad_reverse and the like) in mod by a call of the derivative that it asks
// for, and reports how many there were. Errors as for Differentiate.
func LowerMarkers(mod *ir.Module) (int, error) { return New(mod).LowerMarkers() }
