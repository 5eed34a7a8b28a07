package canon

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

// A vector's memory is null when it is empty: what then reads its first element
// is never done. The comparisons need not be the same.
func TestPruneNullPaths(t *testing.T) {
	text := func(cond string) string {
		return `define double @f(i32 %n, ptr %x) {
entry:
  %negative = icmp slt i32 %n, 0
  br i1 %negative, label %throw, label %go
throw:
  unreachable
go:
  %empty = icmp eq i32 %n, 0
  br i1 %empty, label %have, label %alloc
alloc:
  br label %have
have:
  %p = phi ptr [ null, %go ], [ %x, %alloc ]
  %c = icmp ` + cond + `
  br i1 %c, label %first, label %more
first:
  %a = load double, ptr %p
  ret double %a
more:
  ret double 1.0
}
`
	}
	for cond, gone := range map[string]bool{"eq i32 %n, 0": true, "slt i32 %n, 1": true, "sgt i32 %n, 0": false, "slt i32 %n, 2": false} {
		f := irtest.Loaded(t, text(cond))
		require.Equal(t, gone, PruneNullPaths(f), cond)
		require.NoError(t, ir.Verify(f))
		require.Equal(t, gone, irtest.Count(f, ir.Load) == 0, cond)
	}
}
