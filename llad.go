package llad

import (
	llir "github.com/llir/llvm/ir"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/llirconv"
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
	Args  map[string]Activity // by parameter name or decimal position (from 0); absent ones get the default; "return": Const is the result
	Width int                 // number of tangents or adjoints at once; 0 is 1
	Name  string              // of the generated function; "" is <f>_grad or <f>_jvp
}

// Result is a generated derivative function.
type Result struct {
	Func *ir.Function
	LLIR *llir.Func          // the same in the llir module that was differentiated, nil otherwise
	Sig  *activity.Signature // what its parameters are for
	Mode Mode

	leaving activity.Leaving
}

// Module is a module of package ir, or one that a program has built with
// llir/llvm.
type Module interface {
	*ir.Module | *llir.Module
}

// Differentiate adds the derivative that req asks for to mod. Errors are
// *ir.Diagnostic, or several of them joined; an *ir.Module is then not to be
// written, an *llir.Module is as it was. What llir cannot express (LLVM newer
// than 14) is an error.
func Differentiate[M Module](mod M, req Request) (*Result, error) {
	switch m := any(mod).(type) {
	case *ir.Module:
		d := New(m)
		r, err := d.Differentiate(req)
		d.dropIterations()
		return r, err
	case *llir.Module:
		return differentiateLLIR(m, req)
	}
	return nil, nil
}

func differentiateLLIR(dst *llir.Module, req Request) (*Result, error) {
	m, err := llirconv.From("<llir>", dst)
	if err != nil {
		return nil, err
	}
	r, err := New(m).Differentiate(req)
	if err != nil {
		return nil, err
	}
	r.LLIR, err = llirconv.Graft(dst, m, plainName(r.Func.Name))
	if err != nil {
		return nil, err
	}
	return r, nil
}

// LowerMarkers replaces every call of a marker (__enzyme_autodiff,
// __llad_reverse and the like) in mod by a call of the derivative that it asks
// for, and reports how many there were. Errors as for Differentiate.
func LowerMarkers(mod *ir.Module) (int, error) {
	d := New(mod)
	n, err := d.LowerMarkers()
	d.dropIterations()
	return n, err
}
