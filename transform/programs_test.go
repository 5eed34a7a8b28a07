package transform

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// TestProgramsKeepTheirOutput passes every function of whole programs through
// the pipeline and compares what they print with what they printed before.
func TestProgramsKeepTheirOutput(t *testing.T) {
	programs, err := filepath.Glob("testdata/c/*.c*")
	require.NoError(t, err)
	require.NotEmpty(t, programs)
	for _, src := range programs {
		for _, cfg := range []struct{ version, level string }{{"19", "-O0"}, {"19", "-O2"}, {"14", "-O0"}, {"22", "-O3"}} {
			t.Run(filepath.Base(src)+cfg.level+"/"+cfg.version, func(t *testing.T) {
				flags := []string{cfg.level, "-ffp-contract=off"}
				text := irtest.Compile(t, cfg.version, src, flags...)
				want := irtest.Execute(t, cfg.version, text)
				for _, inlining := range []bool{false, true} {
					m, defs := irtest.Read(t, text)
					for _, f := range defs {
						irtest.Check(t, f, "reading")
						if inlining {
							canon.InlineAll(f, 5000, func(*ir.Instr, *ir.Function) bool { return true })
							irtest.Check(t, f, "InlineAll")
						}
						for _, name := range Normalization {
							Lookup(name).Run(f)
							irtest.Check(t, f, name)
						}
						normal(t, f)
						f.MarkChanged()
					}
					out := m.Bytes()
					irtest.Accepted(t, cfg.version, out)
					require.Equal(t, want, irtest.Execute(t, cfg.version, out))
					for _, f := range defs {
						CleanUp(f)
						irtest.Check(t, f, "CleanUp")
					}
					out = m.Bytes()
					irtest.Accepted(t, cfg.version, out)
					require.Equal(t, want, irtest.Execute(t, cfg.version, out))
				}
			})
		}
	}
}

// normal checks the form that Normalize promises.
func normal(t *testing.T, f *ir.Function) {
	dt := ir.Dominators(f)
	require.Empty(t, ir.Irreducible(f, dt), f.Name)
	rets := 0
	for _, b := range f.Blocks {
		if b.Term().Op == ir.Ret {
			rets++
		}
		require.True(t, dt.Reachable(b))
	}
	require.LessOrEqual(t, rets, 1)
	preds := f.Preds()
	for _, l := range analysis.Loops(f, dt).All {
		require.NotNil(t, l.Preheader(), "%s", f)
		require.NotNil(t, l.Latch(), "%s", f)
		for _, e := range l.ExitBlocks() {
			for _, p := range preds[e.ID] {
				require.True(t, l.Contains(p) || edit.IsEHPad(e), "%s\n%s", e.Name, f)
			}
		}
	}
}
