package llad_test

import (
	"errors"
	"fmt"
	"log"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// cube is x*x*x, as a compiler prints it.
const cube = `
define double @cube(double %x) {
  %s = fmul double %x, %x
  %c = fmul double %s, %x
  ret double %c
}
`

// The gradient of a function stands beside it in the module: what clang compiles, or the interpreter runs.
func ExampleDifferentiate() {
	m, err := ir.Read("cube.ll", []byte(cube))
	if err != nil {
		log.Fatal(err)
	}
	r, err := llad.Differentiate(m, llad.Request{Func: "cube", Mode: llad.Reverse})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Func.Name)
	for _, p := range r.Sig.Params {
		fmt.Println(p.Type, p.Name)
	}

	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
	if err != nil {
		log.Fatal(err)
	}
	d, err := machine.NewFloat64s([]float64{0}) // gradients are added to what is there
	if err != nil {
		log.Fatal(err)
	}
	if _, err := machine.Call("cube_grad", interp.F64(2), interp.Pointer(d), interp.F64(1)); err != nil {
		log.Fatal(err)
	}
	g, err := machine.ReadFloat64s(d, 1)
	fmt.Println(g, err)
	// Output:
	// cube_grad
	// double x
	// ptr d_x
	// double seed
	// [12] <nil>
}

// A compiler that makes its modules with llir/llvm gets the derivative in the same module, as a function
// of llir's that it may call.
func ExampleDifferentiate_llir() {
	m := llir.NewModule()
	x := llir.NewParam("x", types.Double)
	square := m.NewFunc("square", types.Double, x)
	body := square.NewBlock("entry")
	body.NewRet(body.NewFMul(x, x))

	r, err := llad.Differentiate(m, llad.Request{Func: "square", Mode: llad.Reverse})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.LLIR.Name(), r.LLIR.Sig)

	y := llir.NewParam("y", types.Double)
	slope := m.NewFunc("slope", types.Double, y)
	entry := slope.NewBlock("entry")
	d := entry.NewAlloca(types.Double)
	entry.NewStore(constant.NewFloat(types.Double, 0), d) // gradients are added to what is there
	entry.NewCall(r.LLIR, y, d, constant.NewFloat(types.Double, 1))
	entry.NewRet(entry.NewLoad(types.Double, d))

	built, err := ir.Read("built.ll", []byte(m.String()))
	if err != nil {
		log.Fatal(err)
	}
	machine, err := interp.New(built, interp.Options{})
	if err != nil {
		log.Fatal(err)
	}
	at3, err := machine.Call("slope", interp.F64(3))
	fmt.Println(at3.F64(), err)
	// Output:
	// square_grad double (double, double*, double)
	// 6 <nil>
}

// Calls of markers are replaced by calls of the derivatives that they ask for.
func ExampleLowerMarkers() {
	m, err := ir.Read("main.ll", []byte(cube+`
declare double @__enzyme_autodiff(ptr, double)

define double @slope(double %x) {
  %d = call double @__enzyme_autodiff(ptr @cube, double %x)
  ret double %d
}
`))
	if err != nil {
		log.Fatal(err)
	}
	n, err := llad.LowerMarkers(m)
	if err != nil {
		log.Fatal(err)
	}
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
	if err != nil {
		log.Fatal(err)
	}
	slope, err := machine.Call("slope", interp.F64(2))
	fmt.Println(n, slope.F64(), err)
	// Output: 1 12 <nil>
}

// Derivatives of derivatives: the tangent of the gradient is the second derivative.
func ExampleDifferentiator() {
	m, err := ir.Read("cube.ll", []byte(cube))
	if err != nil {
		log.Fatal(err)
	}
	if _, err := llad.Differentiate(m, llad.Request{Func: "cube", Mode: llad.Reverse}); err != nil {
		log.Fatal(err)
	}
	d := llad.New(m)
	_, err = d.Differentiate(llad.Request{Func: "cube_grad", Mode: llad.Forward, Name: "cube_second",
		Args: map[string]llad.Activity{"seed": llad.Const, "return": llad.Const}})
	if err != nil {
		log.Fatal(err)
	}
	for _, n := range d.Notes {
		fmt.Println(n.Note())
	}
	text, err := d.Write(llad.WriteOptions{})
	fmt.Println(len(text) > 0, err, m.Func("cube_second") != nil)
	// Output: true <nil> true
}

// What cannot be differentiated is refused with a position, a code, causes and a way out.
func ExampleDifferentiate_refused() {
	m, err := ir.Read("f.ll", []byte(`
declare double @unknown(double)

define double @f(double %x) {
  %y = call double @unknown(double %x)
  ret double %y
}
`))
	if err != nil {
		log.Fatal(err)
	}
	_, err = llad.Differentiate(m, llad.Request{Func: "f", Mode: llad.Reverse})
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		fmt.Println(d.File, d.Line, d.Code)
	}
	// Output: f.ll 5 L0104
}

// A function is checked without a compiler: forward against reverse mode, both against differences.
func ExampleCheck() {
	m, err := ir.Read("cube.ll", []byte(cube))
	if err != nil {
		log.Fatal(err)
	}
	report, err := llad.Check(m, llad.CheckOptions{Func: "cube"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Inputs, report.Outputs, report.OK())
	// Output: 1 1 true
}
