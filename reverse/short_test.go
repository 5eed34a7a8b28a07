package reverse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/ir"
)

// A loop of two iterations that keeps many values has records; one of more iterations an array for each value.
func TestShortLoopsHaveRecords(t *testing.T) {
	steps := func(times int) int {
		var body strings.Builder
		for k := range 10 {
			last := "%s"
			if k > 0 {
				last = fmt.Sprintf("%%e%d", k-1)
			}
			fmt.Fprintf(&body, "  %%m%d = fmul double %s, %%v\n  %%e%d = call double @llvm.sin.f64(double %%m%d)\n", k, last, k, k)
		}
		m, err := ir.Read("short.ll", []byte(fmt.Sprintf(`define double @f(ptr noalias %%x, i64 %%n) {
entry:
  br label %%outer
outer:
  %%o = phi i64 [ 0, %%entry ], [ %%o.next, %%outer.end ]
  %%s.o = phi double [ 0.5, %%entry ], [ %%e9, %%outer.end ]
  br label %%inner
inner:
  %%i = phi i64 [ 0, %%outer ], [ %%i.next, %%inner ]
  %%s = phi double [ %%s.o, %%outer ], [ %%e9, %%inner ]
  %%p = getelementptr inbounds double, ptr %%x, i64 %%i
  %%v = load double, ptr %%p
%s  %%i.next = add nuw nsw i64 %%i, 1
  %%last = icmp eq i64 %%i.next, %d
  br i1 %%last, label %%outer.end, label %%inner
outer.end:
  %%o.next = add nuw nsw i64 %%o, 1
  %%done = icmp eq i64 %%o.next, %%n
  br i1 %%done, label %%exit, label %%outer
exit:
  ret double %%e9
}
declare double @llvm.sin.f64(double)
`, &body, times)))
		require.NoError(t, err)
		_, err = llad.Differentiate(m, llad.Request{Func: "f", Mode: llad.Reverse})
		require.NoError(t, err)
		g := m.Func("f_grad")
		require.NotNil(t, g)
		members := 0
		for _, b := range g.Blocks {
			for _, i := range b.Instrs {
				if i.Op == ir.GetElementPtr && i.Elem.Kind == ir.StructKind {
					members++
				}
			}
		}
		return members
	}
	require.Greater(t, steps(2), 10)
	require.Less(t, steps(3), 5) // those of the loop around
}
