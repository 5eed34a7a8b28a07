package interp_test

import (
	"fmt"

	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
)

const dotText = `
define double @dot(ptr %x, ptr %y, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr inbounds double, ptr %x, i64 %i
  %q = getelementptr inbounds double, ptr %y, i64 %i
  %a = load double, ptr %p, align 8
  %b = load double, ptr %q, align 8
  %m = fmul double %a, %b
  %t = fadd double %s, %m
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %t
}
`

// A function is called with arrays in the machine's memory; reading beyond
// their end is a fault.
func Example() {
	mod, err := ir.Read("dot.ll", []byte(dotText))
	if err != nil {
		panic(err)
	}
	m, err := interp.New(mod, interp.Options{MaxSteps: 1e6})
	if err != nil {
		panic(err)
	}
	x, _ := m.NewFloat64s([]float64{1, 2, 3})
	y, _ := m.NewFloat64s([]float64{4, 5, 6})
	v, err := m.Call("dot", interp.Pointer(x), interp.Pointer(y), interp.I64(3))
	fmt.Println(v, err)
	fmt.Println("loads:", m.Counts().Loads)
	_, err = m.Call("dot", interp.Pointer(x), interp.Pointer(y), interp.I64(4))
	fmt.Println(err)
	// Output:
	// double 32 <nil>
	// loads: 6
	// dot.ll:10: out-of-bounds: load of 8 bytes at byte 24 of array of the caller of 24 bytes
	//   in @dot, block %loop: %a = load double, ptr %p, align 8
}
