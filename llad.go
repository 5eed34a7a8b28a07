package llad

import (
	"io"

	llir "github.com/llir/llvm/ir"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/declare"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/llirconv"
	"github.com/llad-ad/llad/markers"
	"github.com/llad-ad/llad/pipeline"
	"github.com/llad-ad/llad/report"
)

// Mode is the direction of differentiation.
type Mode = pipeline.Mode

// The modes.
const (
	Reverse = pipeline.Reverse // gradients: <f>_grad
	Forward = pipeline.Forward // tangents: <f>_jvp
)

// Activity is the activity of a parameter; see package activity.
type Activity = signature.Kind

// The activities.
const (
	Const     = signature.Const
	Out       = signature.Out
	Dup       = signature.Dup
	DupNoNeed = signature.DupNoNeed
)

// Request asks for one derivative function.
type Request = pipeline.Request

// Result is a generated derivative function.
type Result = pipeline.Result

// Caching says how gradients get at the values of the primal that they need:
// which loops keep them, and which are run again from snapshots of their state.
type Caching = pipeline.Caching

// WriteOptions says what is written of a module.
type WriteOptions = pipeline.WriteOptions

// Transport says how derivatives move through memory of which it is not known what it holds.
type Transport = pipeline.Transport

// The ways.
const (
	TransportAuto    = pipeline.TransportAuto    // settled, by names where that is refused
	TransportSettled = pipeline.TransportSettled // settled, or refused
	TransportNames   = pipeline.TransportNames   // by names
)

// ParseTransport reads the name of a way, as the command's -transport takes it.
func ParseTransport(name string) (Transport, error) { return pipeline.ParseTransport(name) }

// Module is a module of package ir, or one that a program has built with
// llir/llvm.
type Module interface {
	*ir.Module | *llir.Module
}

// Differentiator makes derivatives of the functions of one module and
// remembers them, so that a derivative asked for twice is made once.
type Differentiator struct {
	*pipeline.Differentiator // the module, what is chosen for it, and what derivatives it has
	calls                    *markers.Lowering
}

// New prepares the differentiation of functions of m.
func New(m *ir.Module) *Differentiator {
	d := pipeline.New(m)
	return &Differentiator{d, markers.Attach(d)}
}

// LowerMarkers replaces every marker call in the module by a call of the
// derivative it asks for and reports how many there were. Functions without
// marker calls stay byte for byte. Errors are *ir.Diagnostic, joined when
// several calls cannot be lowered.
func (d *Differentiator) LowerMarkers() (int, error) { return d.calls.LowerAll() }

// Stated is what a user says about functions and variables beside the module: which have no
// derivatives, and the rules of functions without a body.
type Stated = markers.Stated

// State has what is said count as registrations in the source do. It comes before derivatives are
// made, whose error it is where it is not understood.
func (d *Differentiator) State(s Stated) { d.calls.State(s) }

// Explain is the function Explain with the choices of the differentiator. A
// derivative that it has made before is not explained.
func (d *Differentiator) Explain(req Request) (*Explanation, error) {
	return report.Explain(d.Differentiator, req)
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
		d.calls.DropIterations()
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
	m.AttachDebug()
	r.LLIR, err = llirconv.Graft(dst, m, diag.PlainName(r.Func.Name))
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
	d.calls.DropIterations()
	return n, err
}

// FindFunc gives the defined function of that name: its symbol, or for C++ and
// Rust its demangled name, with or without parameter types. Several functions
// of that demangled name (overloads, instances) are an error that lists them.
func FindFunc(m *ir.Module, name string) (*ir.Function, error) { return pipeline.FindFunc(m, name) }

// DefaultFunc gives the module's only defined function that a linker sees;
// none or several are an error that lists the candidates.
func DefaultFunc(m *ir.Module) (*ir.Function, error) { return pipeline.DefaultFunc(m) }

// Demangled is the name of f as its author wrote it, or its symbol.
func Demangled(f *ir.Function) string { return diag.Demangled(f) }

// ParamNames gives the name of each parameter of f: the name in the IR, else
// the one in its debug information, else "".
func ParamNames(f *ir.Function) []string { return diag.ParamNames(f) }

// Kinds gives the activity of every parameter of f: what args says by name or
// position, the default for the rest.
func Kinds(f *ir.Function, args map[string]Activity) ([]Activity, error) {
	return pipeline.Kinds(f, args)
}

// SplitNames splits a list at its commas, those inside brackets excepted:
// "f(int, T<a,b>),g" has two members.
func SplitNames(s string) []string { return pipeline.SplitNames(s) }

// ParseBytes reads a number of bytes as -mem takes it: 4096, 64k, 64MiB, 1.5G;
// the letters are powers of 1024.
func ParseBytes(text string) (int64, error) { return pipeline.ParseBytes(text) }

// Header writes a C and C++ header that declares the generated functions. guard
// names it, e.g. "f_grad.h". A pointer whose accesses do not tell one element
// type is declared `void *`. The error is a parameter type that C cannot
// express.
func Header(guard string, results []*Result) ([]byte, error) {
	return declare.Header(guard, declared(results))
}

// RustEditions are those for which RustDecls writes; the first is usual.
var RustEditions = declare.RustEditions

// RustDecls writes the extern declarations of the generated functions for
// an edition of Rust. A pointer whose accesses do not tell one element type is declared
// `*mut core::ffi::c_void`. The error is a type that Rust's C interface does
// not have.
func RustDecls(results []*Result, edition int) ([]byte, error) {
	return declare.Rust(declared(results), edition)
}

func declared(results []*Result) []declare.Function {
	list := make([]declare.Function, len(results))
	for k, r := range results {
		list[k] = declare.Function{Func: r.Func, Sig: r.Sig, Kind: "gradient"}
		if r.Mode == Forward {
			list[k].Kind = "tangent"
		}
	}
	return list
}

// Demo differentiates an embedded C example, runs it in the interpreter and
// writes how the gradient compares with the tangents and with finite
// differences. Where clang is on the PATH it also builds and runs the native
// program. The error is a mismatch, or what the compiler said.
func Demo(w io.Writer) error { return report.Demo(w) }
