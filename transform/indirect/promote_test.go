package indirect_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/indirect"
)

// shapes calls the member function of objects in a loop; %s are further functions and tables.
const shapes = `
declare i32 @__gxx_personality_v0(...)
@circle = constant [1 x ptr] [ptr @circle.area]
@square = internal constant { i64, ptr } { i64 0, ptr @square.area }
define double @circle.area(ptr %o, double %s) {
  %at = getelementptr i8, ptr %o, i64 8
  %r = load double, ptr %at
  %a = fmul double %r, %s
  ret double %a
}
MORE
define double @f(ptr %o, ptr %x, i64 %n) personality ptr @__gxx_personality_v0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %on ]
  %sum = phi double [ 0.0, %entry ], [ %add, %on ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %table = load ptr, ptr %o
  %fn = load ptr, ptr %table
  CALL
on:
  %add = fadd double %sum, %a
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %last = call double %fn(ptr %o, double %add)
  ret double %last
bad:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %pad
}
`

const (
	square = `define double @square.area(ptr %o, double %s) {
  %at = getelementptr i8, ptr %o, i64 8
  %r = load double, ptr %at
  ret double %r
}`
	integers = `define double @square.area(ptr %o, double %s) {
  %at = getelementptr i8, ptr %o, i64 8
  %r = load i64, ptr %at
  %a = uitofp i64 %r to double
  ret double %a
}`
	overlapping = `define double @square.area(ptr %o, double %s) {
  %at = getelementptr i8, ptr %o, i64 12
  %r = load float, ptr %at
  %a = fpext float %r to double
  ret double %a
}`
	elements = `define double @square.area(ptr %o, double %s) {
  %k = fptosi double %s to i64
  %at = getelementptr i32, ptr %o, i64 %k
  %r = load i32, ptr %at
  %a = sitofp i32 %r to double
  ret double %a
}`
	calls = `declare double @other(double)
define double @square.area(ptr %o, double %s) {
  %a = call double @other(double %s)
  ret double %a
}`
	unknown = `declare double @square.area(ptr, double)`
	plain   = "%a = call double %fn(ptr %o, double %v)\n  br label %on"
	invoked = "%a = invoke double %fn(ptr %o, double %v) to label %on unwind label %bad"
)

func promoted(t *testing.T, more, call string) (int, *ir.Function) {
	text := strings.NewReplacer("MORE", more, "CALL", call).Replace(shapes)
	m, err := ir.Read("shapes.ll", []byte(text))
	require.NoError(t, err)
	f := m.Func("f")
	require.NoError(t, f.Load())
	did := indirect.Promote(f, indirect.NewCandidates(m))
	require.NoError(t, ir.Verify(f), f.String())
	direct := strings.Count(f.String(), "call double @circle.area(") + strings.Count(f.String(), "call double @square.area(")
	require.Equal(t, did, direct > 0)
	return direct, f
}

// Calls in loops are compared with both functions; that behind the loop is not.
func TestPromote(t *testing.T) {
	for _, call := range []string{plain, invoked} {
		n, f := promoted(t, square, call)
		require.Equal(t, 2, n, f.String())
		require.Equal(t, 2, strings.Count(f.String(), "icmp eq ptr"))
	}
}

// Objects that hold other things at the same place, functions that call others, and those without a
// body are left as they are.
func TestPromoteLeavesOthersAlone(t *testing.T) {
	for _, more := range []string{integers, overlapping, elements, calls, unknown} {
		n, f := promoted(t, more, plain)
		require.Zero(t, n, f.String())
	}
}
