package activity_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/signature"
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
	info, diags := activity.NewEnv(m).Analyze(f, signature.Seed{Params: []signature.Kind{signature.Out, signature.Const}, Ret: true})
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
	seed := signature.Seed{Params: []signature.Kind{signature.Out, signature.Const}, Ret: true}
	for b.Loop() {
		activity.NewEnv(m).Analyze(f, seed)
	}
}

// manyFlows is a call of a function that takes floats from each of n places to each, where
// every place is one of a list of as many cells that lead to the next.
func manyFlows(n int) string {
	var b strings.Builder
	b.WriteString("define internal void @mix(")
	for k := range n {
		fmt.Fprintf(&b, "%sptr %%p%d", strings.Repeat(", ", min(k, 1)), k)
	}
	b.WriteString(") {\n")
	for k := range n {
		fmt.Fprintf(&b, "  %%v%d = load double, ptr %%p%d\n", k, k)
	}
	for k := range n {
		fmt.Fprintf(&b, "  %%s%d = fadd double %%v%d, %s\n", k, k, []string{fmt.Sprintf("%%s%d", k-1), "0.0"}[1-min(k, 1)])
	}
	for k := range n {
		fmt.Fprintf(&b, "  store double %%s%d, ptr %%p%d\n", n-1, k)
	}
	b.WriteString("  ret void\n}\ndefine double @f(double %a) {\n")
	for k := range n {
		fmt.Fprintf(&b, "  %%c%d = alloca {double, ptr}\n", k)
	}
	for k := range n {
		fmt.Fprintf(&b, "  %%n%d = getelementptr {double, ptr}, ptr %%c%d, i32 0, i32 1\n  store ptr %%c%d, ptr %%n%d\n", k, k, (k+1)%n, k)
	}
	b.WriteString("  store double %a, ptr %c0\n  call void @mix(")
	for k := range n {
		fmt.Fprintf(&b, "%sptr %%c%d", strings.Repeat(", ", min(k, 1)), k)
	}
	b.WriteString(")\n  %r = load double, ptr %c1\n  ret double %r\n}\n")
	return b.String()
}

// What a callee reaches from a place is found once, not for each float that goes from there.
func TestManyFlows(t *testing.T) {
	m, f := load(t, manyFlows(12), "f")
	info, diags := activity.NewEnv(m).Analyze(f, signature.Seed{Params: []signature.Kind{signature.Out}, Ret: true})
	require.Empty(t, diags)
	for _, i := range f.Entry().Instrs {
		if i.Ident() == "%r" {
			require.True(t, info.Active(i))
		}
	}
}

func BenchmarkManyFlows(b *testing.B) {
	m, f := load(b, manyFlows(100), "f")
	seed := signature.Seed{Params: []signature.Kind{signature.Out}, Ret: true}
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
	info, _ := activity.NewEnv(m).Analyze(f, signature.Seed{Params: []signature.Kind{signature.Out}, Ret: true})
	require.NotNil(t, info)
	require.True(t, info.Active(f.Params[0]))
}
