package pass

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNeighboursKeepOutput gives loops that add to neighbouring elements their second
// version, and compares what the program prints with what it printed before: of rows
// that are apart and of rows that overlap.
func TestNeighboursKeepOutput(t *testing.T) {
	for _, version := range []string{"14", "19", "22"} {
		t.Run(version, func(t *testing.T) {
			text := compile(t, version, "testdata/neighbours/sums.c", "-O1", "-ffp-contract=off", "-fno-inline")
			want := execute(t, version, text)
			m, defs := read(t, text)
			made := map[string]int{}
			for _, f := range defs {
				LoopSimplify(f)
				if Neighbours(f) {
					f.MarkChanged()
				}
				check(t, f, "Neighbours")
				made[f.Name] = strings.Count(f.String(), "label %llad.near")
			}
			out := m.Bytes()
			accepted(t, version, out)
			require.Equal(t, want, execute(t, version, out))
			for _, name := range []string{"three", "gaps", "members", "twice"} {
				require.Positive(t, made[name], name)
			}
			require.Zero(t, made["read"], "another access of the same row")
		})
	}
}
