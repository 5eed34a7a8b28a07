package llad

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// Eliminations row by row, in one block of numbers.
const eliminations = `
double sqrt(double);
double lu(double *a, T n) {
  for (T k = 0; k < n; k++)
    for (T i = k + 1; i < n; i++) {
      a[i * n + k] /= a[k * n + k];
      for (T j = k + 1; j < n; j++) a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  return a[n * n - 1];
}
double cholesky(double *a, T n) {
  for (T j = 0; j < n; j++) {
    double s = a[j * n + j];
    for (T k = 0; k < j; k++) s -= a[j * n + k] * a[j * n + k];
    s = a[j * n + j] = sqrt(s);
    for (T i = j + 1; i < n; i++) {
      double t = a[i * n + j];
      for (T k = 0; k < j; k++) t -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = t / s;
    }
  }
  return a[n * n - 1];
}
`

// The innermost loops of eliminations keep nothing: what they read stays in rows above and
// in columns to the left.
func TestEliminationsKeepNothingInside(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows.c")
	require.NoError(t, os.WriteFile(file, []byte(eliminations), 0o644))
	for _, version := range []int{14, 19, 22} {
		tc, err := native.FindToolchain(version)
		require.NoError(t, err)
		for _, kind := range []string{"int", "long", "unsigned long"} {
			for _, level := range []string{"-O1", "-O2"} {
				if version < 19 && level == "-O2" {
					continue // counts such loops in pieces, with arithmetic that might wrap
				}
				text, err := exec.Command(tc.Clang, level, "-fno-math-errno", "-DT="+kind, "-S", "-emit-llvm", file, "-o", "-").Output()
				require.NoError(t, err)
				for _, name := range []string{"lu", "cholesky"} {
					m, err := ir.Read("rows.ll", text)
					require.NoError(t, err)
					e, err := Explain(m, Request{Func: name, Mode: Reverse})
					require.NoError(t, err)
					inner := 0
					for _, l := range e.Functions[0].Loops {
						if l.Depth == 3 {
							inner++
							assert.Zero(t, l.Kept, "%v", fmt.Sprint(name, version, kind, level, l))
						}
					}
					assert.NotZero(t, inner)
				}
			}
		}
	}
}
