package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// Floats of 32 bits in words that may be addresses or numbers: a derivative is right, or refused.
func TestRustSinglesInWords(t *testing.T) {
	for _, r := range rustcs(t) {
		version := native.ClangFor(r.LLVM)
		if version == 0 {
			t.Skip("no clang reads the IR of rustc " + r.Release)
		}
		c := native.Config{Toolchain: toolchain(t, version), Rust: r}
		for _, name := range []string{"single_records", "single_results"} {
			p, err := native.ReadProgram("testdata/" + name + ".rs")
			require.NoError(t, err)
			p.Rust = r
			for _, level := range []string{"1", "2", "s"} {
				for _, mode := range []llad.Mode{llad.Forward, llad.Reverse} {
					t.Run(name+"/rustc"+r.Release+"/opt"+level+"/"+mode.String(), func(t *testing.T) {
						t.Parallel()
						text, err := workspace.RustIR(r, p, level)
						require.NoError(t, err)
						out, err := differentiate(t, p, text, mode)
						if err != nil {
							var d *ir.Diagnostic
							require.ErrorAs(t, err, &d)
							require.Contains(t, []string{"L0201", "L0202", "L0203", "L0505"}, d.Code, "%v", err)
							return
						}
						c := c
						c.Level, c.JVP, c.Grad = level, mode == llad.Forward, mode == llad.Reverse
						got, err := workspace.Run(p, c, out)
						require.NoError(t, err)
						ref, err := workspace.Reference(p)
						require.NoError(t, err)
						require.Empty(t, native.Check(p, c, ref, got))
					})
				}
			}
		}
	}
}
