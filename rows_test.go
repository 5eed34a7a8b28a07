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
	"github.com/llad-ad/llad/interp"
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
		for _, kind := range []string{"int", "long", "unsigned long", "unsigned"} {
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
					inner, keep := 0, 0
					for _, l := range e.Functions[0].Loops {
						if l.Depth == 3 {
							inner++
							if l.Kept > 0 {
								keep++
							}
						}
					}
					assert.NotZero(t, inner)
					if kind == "unsigned" { // of two versions the one whose indices do not wrap
						inner /= 2
					} else {
						inner = 0
					}
					assert.Equal(t, inner, keep, fmt.Sprint(name, version, kind, level))
				}
			}
		}
	}
}

// When the program runs, it is the version whose indices do not wrap that does.
func TestUnsignedRowsKeepRowsOnly(t *testing.T) {
	const n = 40
	file := filepath.Join(t.TempDir(), "rows.c")
	require.NoError(t, os.WriteFile(file, []byte(eliminations), 0o644))
	for _, version := range []int{14, 22} {
		tc, err := native.FindToolchain(version)
		require.NoError(t, err)
		text, err := exec.Command(tc.Clang, "-O1", "-fno-math-errno", "-DT=unsigned", "-S", "-emit-llvm", file, "-o", "-").Output()
		require.NoError(t, err)
		for _, name := range []string{"lu", "cholesky"} {
			m, err := ir.Read("rows.ll", text)
			require.NoError(t, err)
			_, err = Differentiate(m, Request{Func: name, Mode: Reverse})
			require.NoError(t, err)
			machine, err := interp.New(m, interp.Options{})
			require.NoError(t, err)
			a := make([]float64, n*n)
			for i := range n {
				for j := range n {
					a[i*n+j] = 1 / float64(1+i+j)
				}
				a[i*n+i] += n
			}
			pa, err := machine.NewFloat64s(a)
			require.NoError(t, err)
			pd, err := machine.NewFloat64s(make([]float64, n*n))
			require.NoError(t, err)
			before := machine.Counts().HeapLive
			_, err = machine.Call(name+"_grad", interp.Pointer(pa), interp.Pointer(pd), interp.I32(n), interp.F64(1))
			require.NoError(t, err)
			require.Less(t, machine.Counts().HeapPeak-before, uint64(8*n*n*n/3/2), "%s %d", name, version)
		}
	}
}

// Loops whose counts and extents compilers write as the larger of two numbers: the sum
// over a product's n * n elements, the rows that a filter of no width fills with zeros.
const extremes = `
double product(double *a, double *b, double *c, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
  double s = 0;
  for (int i = 0; i < n * n; i++) s += c[i] * c[i];
  return s;
}
double filter(double *a, double *b, double *c, int n, int m) {
  for (int i = 0; i + m <= n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i + j] * b[j];
    c[i] = s;
  }
  double s = 0;
  for (int i = 0; i + m <= n; i++) s += c[i] * c[i];
  return s;
}
`

// Of the two versions the one whose pointers lead to memory that is apart keeps nothing in
// its innermost loop.
func TestExtremesAreLookedAt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "extremes.c")
	require.NoError(t, os.WriteFile(file, []byte(extremes), 0o644))
	for _, version := range []int{14, 19, 22} {
		tc, err := native.FindToolchain(version)
		require.NoError(t, err)
		text, err := exec.Command(tc.Clang, "-O3", "-S", "-emit-llvm", file, "-o", "-").Output()
		require.NoError(t, err)
		for name, depth := range map[string]int{"product": 3, "filter": 2} {
			m, err := ir.Read("extremes.ll", text)
			require.NoError(t, err)
			e, err := Explain(m, Request{Func: name, Mode: Reverse})
			require.NoError(t, err)
			inner, keep := 0, 0
			for _, l := range e.Functions[0].Loops {
				if l.Depth == depth {
					inner++
					if l.Kept > 0 {
						keep++
					}
				}
			}
			assert.Equal(t, []int{2, 1}, []int{inner, keep}, "%s %d", name, version)
		}
	}
}
