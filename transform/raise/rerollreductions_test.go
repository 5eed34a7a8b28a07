package raise

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
)

// TestRerollReductionsKeepsOutput makes loops of sums that compilers wrote out, and compares what the
// program prints with what it printed before, where arrays overlap too.
func TestRerollReductionsKeepsOutput(t *testing.T) {
	for _, version := range []string{"14", "19", "22", "19 -fno-slp-vectorize", "22 -march=x86-64-v3"} {
		t.Run(version, func(t *testing.T) {
			version, flag, _ := strings.Cut(version, " ")
			flags := []string{"-O3", "-ffp-contract=off", "-fno-vectorize"}
			if flag != "" {
				flags = append(flags, flag)
			}
			text := irtest.Compile(t, version, "testdata/rerolled/sums.c", flags...)
			made := irtest.KeepsOutput(t, version, text, "RerollReductions", "\nsum.end", func(f *ir.Function) bool {
				canon.CSE(f)
				rolled := RerollReductions(f)
				if f.MarkChanged(); f.Name == "products" && flag == "-fno-slp-vectorize" {
					require.Contains(t, f.String(), ", 13\n", "the first term is one like the others")
				}
				return rolled
			})
			for _, name := range []string{"row", "window", "apart", "pairs"} {
				require.Positive(t, made[name], name)
			}
			require.Zero(t, made["upwards"], "squares are no steps")
			require.Zero(t, made["overwritten"], "what is read changes while it is added up")
		})
	}
}
