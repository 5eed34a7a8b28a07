package analysis

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// Half of an array is written in each iteration, and an element read whose index is a remainder.
const coverageRemainder = `
define void @f(ptr %p, i64 %n) {
entry:
  %t = alloca [8 x double]
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %head ]
  %w = and i64 %i, 1
  %a = getelementptr double, ptr %t, i64 WRITE
  store <4 x double> zeroinitializer, ptr %a
  %k = INDEX
  %q = getelementptr double, ptr %t, i64 %k
  %r = load double, ptr %q
  store double %r, ptr %p
  %next = add nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %head
out:
  ret void
}
`

func TestCoverageOfRemainders(t *testing.T) {
	for _, c := range []struct {
		name, write, index string
		want               bool
	}{
		{"remainder", "0", "urem i64 %i, 4", true},
		{"remainder of more", "0", "urem i64 %i, 5", false},
		{"remainder of what is negative", "0", "srem i64 %i, 4", false},
		{"masked", "0", "and i64 %i, 3", true},
		{"masked by more", "0", "and i64 %i, 7", false},
		{"masked by all", "0", "and i64 %i, -1", false},
		{"written further on", "1", "urem i64 %i, 4", false},
		{"the same remainder", "%w", "add nsw i64 %w, 3", true},
		{"another remainder", "%w", "and i64 %n, 1", false},
		{"less than a remainder", "0", "sub nsw i64 3, %w", true},
		{"less than the remainder", "0", "sub nsw i64 0, %w", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := loaded(t, strings.NewReplacer("WRITE", c.write, "INDEX", c.index).Replace(coverageRemainder))
			dt := ir.Dominators(f)
			loops := Loops(f, dt)
			var load, store *ir.Instr
			for _, i := range f.Blocks[1].Instrs {
				if i.Op == ir.Load {
					load = i
				} else if i.Op == ir.Store && store == nil {
					store = i
				}
			}
			require.Equal(t, c.want, NewCoverage(f, dt, loops).Written(load, loops.Top[0], []*ir.Instr{store}))
		})
	}
}
