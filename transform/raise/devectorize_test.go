package raise

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
)

// wide reports whether a loop of f computes with vectors.
func wide(f *ir.Function) bool {
	li := analysis.Loops(f, ir.Dominators(f))
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if li.Of(b) != nil && i.Typ.Kind == ir.VectorKind {
				return true
			}
		}
	}
	return false
}

// Programs whose loops the compiler vectorised and unrolled print the same when
// their scalar loops do everything, and no vectors are left in them.
func TestDevectorize(t *testing.T) {
	for _, cfg := range []string{"14 -O2", "19 -O2", "19 -O3 -mavx2 -mfma", "22 -O3", "19 -O3 -mavx2 -ffast-math", "19 -O3 -march=znver3", "19 -O2 -g", "14 -O3 -march=znver3"} {
		t.Run(strings.ReplaceAll(cfg, " ", ""), func(t *testing.T) {
			t.Parallel()
			version, flags, _ := strings.Cut(cfg, " ")
			text := irtest.Compile(t, version, "testdata/loops/kernels.c", append(strings.Fields(flags), "-ffp-contract=off")...)
			m, defs := irtest.Read(t, text)
			vectors := strings.Fields("axpy scale stencil layer triangle rank_update backwards from_five strided clipped checked pointers counts largest turns handed unsigned_rows")
			switch cfg {
			case "14 -O3 -march=znver3":
				vectors = strings.Fields("axpy scale stencil layer from_five strided clipped checked pointers counts largest turns handed")
			case "14 -O2":
				vectors = strings.Fields("axpy scale stencil layer triangle from_five strided clipped pointers counts turns handed unsigned_rows")
			}
			before := 0
			for _, f := range defs {
				if wide(f) {
					before++
				}
				canon.StripDebug(f)
				Devectorize(f)
				irtest.Check(t, f, "Devectorize")
				for _, name := range vectors {
					assert.False(t, f.Name == name && wide(f), "%s\n%s", name, f)
				}
				f.MarkChanged()
				if f.Name == "neighbours" && cfg == "19 -O2" {
					assert.Equal(t, 1, strings.Count(f.String(), " fsub double 1.0"), "%s", f)
				}
			}
			assert.GreaterOrEqual(t, before, 8)
			out := m.Bytes()
			irtest.Accepted(t, version, out)
			require.Equal(t, irtest.Execute(t, version, text), irtest.Execute(t, version, out))
		})
	}
}

// devectorized builds a program by a compiler and flags, as in "19 -O2", has see look at each function, as
// text, after Devectorize, and holds what the program prints against what it printed before.
func devectorized(t *testing.T, cfg, path string, see func(version, name, text string)) {
	t.Helper()
	version, flags, _ := strings.Cut(cfg, " ")
	text := irtest.Compile(t, version, path, append(strings.Fields(flags), "-ffp-contract=off")...)
	m, defs := irtest.Read(t, text)
	for _, f := range defs {
		canon.StripDebug(f)
		Devectorize(f)
		irtest.Check(t, f, "Devectorize")
		f.MarkChanged()
		see(version, f.Name, f.String())
	}
	out := m.Bytes()
	irtest.Accepted(t, version, out)
	require.Equal(t, irtest.Execute(t, version, text), irtest.Execute(t, version, out))
}

// Loops of constant numbers of iterations print the same when single iterations do
// everything, bit for bit; single names those of which single iterations are left.
func TestConstantLoops(t *testing.T) {
	for cfg, single := range map[string]string{
		"14 -O2":               "scale inner odd rows recurrence",
		"19 -O2":               "scale inner odd rows recurrence",
		"22 -O2":               "scale inner odd rows recurrence",
		"22 -O3":               "scale inner odd recurrence",
		"19 -O3 -march=znver3": "recurrence",
		"22 -O3 -mavx2 -mfma":  "recurrence",
	} {
		t.Run(strings.ReplaceAll(cfg, " ", ""), func(t *testing.T) {
			t.Parallel()
			devectorized(t, cfg, "testdata/loops/constant.c", func(version, name, text string) {
				if slices.Contains(strings.Fields(single), name) {
					assert.Equal(t, 1, strings.Count(text, "  store "), "%s", text)
				}
				if name == "shrink" && version == "14" { // two vectors of two
					assert.Equal(t, 2, strings.Count(text, "  store "), "%s", text)
				}
			})
		})
	}
}

// Loops around others print the same, bit for bit, when single iterations do everything; in those that
// single names, one copy of the inner loop is left then.
func TestInnerLoops(t *testing.T) {
	for cfg, single := range map[string]string{
		"14 -O3 -march=znver3":            "rows handed",
		"19 -O3 -march=znver3":            "product rows handed",
		"22 -O3 -march=znver4":            "product rows handed",
		"19 -O2 -funroll-loops -mavx512f": "product rows handed",
	} {
		t.Run(strings.ReplaceAll(cfg, " ", ""), func(t *testing.T) {
			t.Parallel()
			devectorized(t, cfg, "testdata/loops/nests.c", func(_, name, text string) {
				assert.NotContains(t, text, "llad.loop")
				n := strings.Count(text, " fmul ")
				assert.False(t, slices.Contains(strings.Fields(single), name) && n != 1, "%s", text)
				if name == "uneven" {
					assert.Greater(t, n, 1, "%s", text)
				}
			})
		})
	}
}

// Loops whose iterations do something on a condition print the same, bit for bit, when single iterations do
// everything; one store is left in those that single names.
func TestGuards(t *testing.T) {
	for cfg, single := range map[string]string{
		"14 -O2 -fno-vectorize":               "paths charged either",
		"19 -O2 -fno-vectorize":               "paths charged either",
		"22 -O2 -fno-vectorize":               "",
		"22 -O3 -march=znver4 -fno-vectorize": "",
		"19 -O2":                              "",
		"19 -O3 -march=znver3":                "",
	} {
		t.Run(strings.ReplaceAll(cfg, " ", ""), func(t *testing.T) {
			t.Parallel()
			devectorized(t, cfg, "testdata/loops/guards.c", func(version, name, text string) {
				if slices.Contains(strings.Fields(single), name) {
					assert.Equal(t, 1, strings.Count(text, "  store "), "%s", text)
				}
			})
		})
	}
}
