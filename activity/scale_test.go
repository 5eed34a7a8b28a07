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
