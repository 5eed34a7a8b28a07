package llad

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// A vector loop that leaves out elements by masks, in every step of an integrator.
const maskedSteps = `
void step(const double *x, const double *p, double *o, int n) {
  for (int i = 0; i < n; i++) {
    double l = i > 0 ? x[i - 1] : 0, r = i + 1 < n ? x[i + 1] : 0;
    o[i] = p[i] * (l - 2 * x[i] + r) + x[i] * (1 - x[i]);
  }
}
double steps(double *x, double *y, const double *p, int n, int m) {
  for (int t = 0; t < m; t++) {
    step(x, p, y, n);
    for (int i = 0; i < n; i++) x[i] += 0.01 * y[i];
  }
  return x[0];
}
`

// Masks on the tape are bytes: LLVM 14 reads single elements of a vector of bits in memory
// as if each had an address of its own.
func TestMasksAreKeptAsBytes(t *testing.T) {
	tc, err := native.FindToolchain(14)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "steps.c")
	require.NoError(t, os.WriteFile(file, []byte(maskedSteps), 0o644))
	text, err := exec.Command(tc.Clang, "-O3", "-march=znver3", "-S", "-emit-llvm", file, "-o", "-").Output()
	require.NoError(t, err)
	m, err := ir.Read("steps.ll", text)
	require.NoError(t, err)
	_, err = Differentiate(m, Request{Func: "steps", Mode: Reverse})
	require.NoError(t, err)
	masks := 0
	for _, b := range m.Func("steps_grad").Blocks {
		for _, i := range b.Instrs {
			bits := func(t *ir.Type) bool { return t.IsVector() && t.Elem == ir.I1 }
			require.False(t, i.Op == ir.Load && bits(i.Typ))
			require.False(t, i.Op == ir.Store && bits(i.Arg(0).Type()))
			if i.Op == ir.Trunc && bits(i.Typ) {
				masks++
			}
		}
	}
	require.NotZero(t, masks, "no mask is kept")
}
