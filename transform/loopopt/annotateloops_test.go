package loopopt

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
)

// longSum is a function with a loop that adds up an element that went through n products.
func longSum(n int) string {
	var b strings.Builder
	b.WriteString(`define double @f(ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v0 = load double, ptr %p, align 8
`)
	for k := range n {
		fmt.Fprintf(&b, "  %%v%d = fmul double %%v%d, %d.5\n", k+1, k, k)
	}
	fmt.Fprintf(&b, `  %%sum = fadd reassoc double %%s, %%v%d
  %%next = add nuw nsw i64 %%i, 1
  %%end = icmp eq i64 %%next, %%n
  br i1 %%end, label %%exit, label %%loop
exit:
  ret double %%sum
}
`, n)
	return b.String()
}

// Compilers are told of long bodies, and of none else, that one iteration is enough.
func TestAnnotateParallelLoops(t *testing.T) {
	for n, long := range map[int]bool{longBody - 1: false, longBody: true} {
		m, defs := irtest.Read(t, []byte(longSum(n)))
		f := defs[0]
		f.MarkChanged()
		require.Equal(t, long, AnnotateParallelLoops(f))
		irtest.Check(t, f, "AnnotateParallelLoops")
		require.False(t, AnnotateParallelLoops(f), "twice")
		text := string(m.Bytes())
		require.Equal(t, long, strings.Contains(text, "label %exit, label %loop, !llvm.loop !"), text)
		require.Equal(t, long, strings.Contains(text, "llvm.loop.interleave.count"), text)
		irtest.Accepted(t, "19", []byte(text))
	}
}
