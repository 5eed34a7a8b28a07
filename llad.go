package llad

import (
	"fmt"

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
	Func  string // the function's symbol
	Mode  Mode
	Args  map[string]Activity // by parameter name or decimal position; absent ones get the default
	Width int                 // forward: number of tangents; 0 is 1
	Name  string              // of the generated function; "" is <f>_grad or <f>_jvp
}

// Result is a generated derivative function.
type Result struct {
	Func *ir.Function
}

// Differentiate adds the derivative that req asks for to mod. Errors are
// *ir.Diagnostic, or several of them joined; mod is then not to be written.
func Differentiate(mod *ir.Module, req Request) (*Result, error) {
	return nil, fmt.Errorf("not yet")
}
