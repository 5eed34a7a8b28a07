package activity_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// manySlots is a function whose pointers may each lead to any of n slots, one
// of which holds active data.
func manySlots(n, uses int) string {
	var b strings.Builder
	b.WriteString("define double @f(double %a, i1 %c) {\n")
	for k := range n {
		fmt.Fprintf(&b, "  %%s%d = alloca double\n", k)
	}
	last := "%s0"
	for k := 1; k < n; k++ {
		fmt.Fprintf(&b, "  %%p%d = select i1 %%c, ptr %%s%d, ptr %s\n", k, k, last)
		last = fmt.Sprintf("%%p%d", k)
	}
	fmt.Fprintf(&b, "  store double %%a, ptr %%s%d\n", n/2)
	for k := range uses {
		fmt.Fprintf(&b, "  %%v%d = load double, ptr %%p%d\n", k, 1+k%(n-1))
	}
	fmt.Fprintf(&b, "  %%r = load double, ptr %s\n  ret double %%r\n}\n", last)
	return b.String()
}

func load(t testing.TB, src, name string) (*ir.Module, *ir.Function) {
	m, err := ir.Read("test.ll", []byte(src))
	require.NoError(t, err)
	f := m.Func(name)
	require.NoError(t, f.Load())
	return m, f
}

// Objects that are treated as one keep what is active active.
func TestManyPointees(t *testing.T) {
	m, f := load(t, manySlots(300, 10), "f")
	info, diags := activity.NewEnv(m).Analyze(f, activity.Seed{Params: []activity.Kind{activity.Out, activity.Const}, Ret: true})
	require.Empty(t, diags)
	for _, i := range f.Entry().Instrs {
		switch i.Ident() {
		case "%r":
			require.True(t, info.Active(i))
		case "%s150", "%p299", "%p200":
			require.True(t, info.Shadow(i), i.Ident())
			require.False(t, info.MaybeConst(i), i.Ident())
		}
	}
}

func BenchmarkManyPointees(b *testing.B) {
	m, f := load(b, manySlots(3000, 60000), "f")
	seed := activity.Seed{Params: []activity.Kind{activity.Out, activity.Const}, Ret: true}
	for b.Loop() {
		activity.NewEnv(m).Analyze(f, seed)
	}
}

// Functions that call each other, and one that calls anything, so that their
// results depend on the order in which they are studied.
const circle = `
@a = external global i32
@b = external global double
@c = external global [6 x double]

define double @even(double %x) {
entry:
  %big = fcmp ogt double %x, 1.0
  br i1 %big, label %next, label %last
next:
  %r = call double @odd(double %x)
  ret double %r
last:
  %l = call double @leaf(double %x, ptr null)
  ret double %l
}

define double @odd(double %x) {
  %h = fmul double %x, 0.5
  %r = call double @even(double %h)
  ret double %r
}

define double @leaf(double %x, ptr %fn) {
  store i32 0, ptr @a
  %s = call i32 %fn(double %x)
  %v = load double, ptr @b
  %w = load double, ptr @c
  %r = fadd double %v, %w
  ret double %r
}
`

// Summaries of recursive functions come to an end.
func TestCirclesEnd(t *testing.T) {
	m, f := load(t, circle, "odd")
	info, _ := activity.NewEnv(m).Analyze(f, activity.Seed{Params: []activity.Kind{activity.Out}, Ret: true})
	require.NotNil(t, info)
	require.True(t, info.Active(f.Params[0]))
}
