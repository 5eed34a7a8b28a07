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
	"github.com/llad-ad/llad/rules"
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
double root(double *a, T n) {
  for (T i = 0; i < n; i++) {
    for (T j = 0; j < i; j++) {
      for (T k = 0; k < j; k++) a[i * n + j] -= a[i * n + k] * a[j * n + k];
      a[i * n + j] /= a[j * n + j];
    }
    for (T k = 0; k < i; k++) a[i * n + i] -= a[i * n + k] * a[i * n + k];
    a[i * n + i] = sqrt(a[i * n + i]);
  }
  return a[n * n - 1];
}
double solve(double *a, double *y, T n) {
  for (T i = 0; i < n; i++) {
    for (T j = 0; j < i; j++) {
      double w = a[i * n + j];
      for (T k = 0; k < j; k++) w -= a[i * n + k] * a[k * n + j];
      a[i * n + j] = w / a[j * n + j];
    }
    for (T j = i; j < n; j++) {
      double w = a[i * n + j];
      for (T k = 0; k < i; k++) w -= a[i * n + k] * a[k * n + j];
      a[i * n + j] = w;
    }
  }
  for (T i = 0; i < n; i++) {
    double w = y[i];
    for (T j = 0; j < i; j++) w -= a[i * n + j] * y[j];
    y[i] = w;
  }
  return y[n - 1];
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
					if kind == "unsigned" && name == "lu" { // of two versions the one whose indices do not wrap; cholesky stores behind them
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

// An elimination that adds up each element, in a function of its own.
const inlinedElimination = `
#define N 400
static __attribute__((noinline)) void lu(double (*a)[N]) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < i; j++) {
      double w = a[i][j];
      for (int k = 0; k < j; k++) w -= a[i][k] * a[k][j];
      a[i][j] = w / a[j][j];
    }
    for (int j = i; j < N; j++) {
      double w = a[i][j];
      for (int k = 0; k < i; k++) w -= a[i][k] * a[k][j];
      a[i][j] = w;
    }
  }
}
double f(double *a) {
  lu((double (*)[N])a);
  return a[N * N - 1];
}
`

// Nor do those of functions that are inlined and whose loops the compiler unrolled: what
// it assumes of what is left over goes with them.
func TestInlinedEliminationKeepsNothingInside(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows.c")
	require.NoError(t, os.WriteFile(file, []byte(inlinedElimination), 0o644))
	for _, version := range []int{19, 22} {
		tc, err := native.FindToolchain(version)
		require.NoError(t, err)
		text, err := exec.Command(tc.Clang, "-O2", "-S", "-emit-llvm", file, "-o", "-").Output()
		require.NoError(t, err)
		m, err := ir.Read("rows.ll", text)
		require.NoError(t, err)
		e, err := Explain(m, Request{Func: "f", Mode: Reverse})
		require.NoError(t, err)
		inner := 0
		for _, l := range e.Functions[0].Loops {
			if l.Depth == 3 {
				inner++
				assert.Zero(t, l.Kept, "%d", version)
			}
		}
		assert.NotZero(t, inner)
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
			machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
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

// So it is where compilers change how indices are computed: rows begin at numbers cut to 32 bits and extended again,
// diagonals of n columns are columns of n + 1.
func TestDiagonalsKeepRowsOnly(t *testing.T) {
	const n = 40
	for _, version := range []int{19, 22} {
		for _, name := range []string{"root", "solve"} {
			m := gradientOf(t, version, "-O1", eliminations, name, "-DT=int")
			machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
			require.NoError(t, err)
			a := make([]float64, n*n)
			for i := range n {
				a[i*n+i] = n
			}
			arrays := [][]float64{a}
			if name == "solve" {
				arrays = append(arrays, make([]float64, n))
			}
			args := shadowed(t, machine, arrays...)
			before := machine.Counts().HeapLive
			_, err = machine.Call(name+"_grad", append(args, interp.I32(n), interp.F64(1))...)
			require.NoError(t, err)
			require.Less(t, machine.Counts().HeapPeak-before, uint64(8*n*n*n/3/2), "%s %d", name, version)
		}
	}
}

// A product row by row, in place: each row is read many times, then overwritten.
const productInPlace = `
double rows(double *a, double *b, int n) {
  double w[64];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++) s += b[i * n + k] * a[k * n + j];
      w[j] = s;
    }
    for (int j = 0; j < n; j++) b[i * n + j] = w[j];
  }
  return b[0];
}
`

// It keeps copies of the rows, not what each product read, though nothing else in the
// module allocates memory.
func TestProductInPlaceKeepsCopies(t *testing.T) {
	const n = 48
	for _, version := range []int{14, 22} {
		m := gradientOf(t, version, "-O1", productInPlace, "rows")
		machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
		require.NoError(t, err)
		a := make([]float64, n*n)
		for i := range a {
			a[i] = 1 / float64(1+i%17)
		}
		args := shadowed(t, machine, a, a)
		before := machine.Counts().HeapLive
		_, err = machine.Call("rows_grad", append(args, interp.I32(n), interp.F64(1))...)
		require.NoError(t, err)
		require.Less(t, machine.Counts().HeapPeak-before, uint64(8*8*n*n), "%d", version)
	}
}

// Arrays one behind the other in one block, as many as take a length each, of a network's layers
// whose activations are written again by every layer.
const placed = `
double layers(double *w, double *x, const long *size, int n) {
  for (int l = 0; l < 4; l++) {
    double *p = w, *q = x;
    p += size[0], p += size[1], p += size[2], p += size[3], p += size[4], p += size[5];
    p += size[6], p += size[7], p += size[8], p += size[9], p += size[10];
    q += size[0], q += size[1], q += size[2], q += size[3], q += size[4], q += size[5];
    q += size[6], q += size[7], q += size[8], q += size[9], q += size[10];
    double *y = q + size[11];
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int j = 0; j < n; j++) s += p[i * n + j] * q[j];
      y[i] = s;
    }
    for (int i = 0; i < n; i++) q[i] = y[i] * y[i];
    for (int i = 0; i < n; i++) p[i] = y[i] + q[i];
  }
  return x[0];
}
`

// The products read copies again wherever in the block their arrays begin.
func TestPlacedArraysKeepCopies(t *testing.T) {
	const n = 48
	for _, version := range []int{14, 22} {
		m := gradientOf(t, version, "-O1", placed, "layers")
		machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
		require.NoError(t, err)
		sizes := make([]int64, 12)
		sizes[11] = n
		length, err := machine.NewInt64s(sizes)
		require.NoError(t, err)
		args := shadowed(t, machine, make([]float64, n*n), make([]float64, 2*n))
		before := machine.Counts().HeapLive
		_, err = machine.Call("layers_grad", append(args, interp.Pointer(length), interp.Pointer(length), interp.I32(n), interp.F64(1))...)
		require.NoError(t, err)
		require.Less(t, machine.Counts().HeapPeak-before, uint64(8*8*n*n), "%d", version)
	}
}

// gradientOf is a module with the gradient of one of a program's functions.
func gradientOf(t *testing.T, version int, level, program, name string, flags ...string) *ir.Module {
	file := filepath.Join(t.TempDir(), "program.c")
	require.NoError(t, os.WriteFile(file, []byte(program), 0o644))
	tc, err := native.FindToolchain(version)
	require.NoError(t, err)
	args := append([]string{level, "-fno-math-errno", "-S", "-emit-llvm", file, "-o", "-"}, flags...)
	text, err := exec.Command(tc.Clang, args...).Output()
	require.NoError(t, err)
	m, err := ir.Read("program.ll", text)
	require.NoError(t, err)
	_, err = Differentiate(m, Request{Func: name, Mode: Reverse})
	require.NoError(t, err)
	return m
}

// shadowed gives the addresses of arrays, each followed by that of a shadow.
func shadowed(t *testing.T, machine *interp.Machine, arrays ...[]float64) []interp.Value {
	var args []interp.Value
	for _, a := range arrays {
		for _, v := range [][]float64{a, make([]float64, len(a))} {
			p, err := machine.NewFloat64s(v)
			require.NoError(t, err)
			args = append(args, interp.Pointer(p))
		}
	}
	return args
}

// Vectors that are read many times and then overwritten, but not as far as loops go: under
// a condition, in one triangle, in the other, up to where a loop breaks off.
const partlyRead = `
double some(double *a, double *b, int n, int m) {
  for (int t = 0; t < 3; t++) {
    double y[64];
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int j = 0; j < n; j++) if (j < m) s += a[j] * b[i * n + j];
      y[i] = s;
    }
    for (int j = 0; j < m; j++) a[j] = y[j] * 0.5;
  }
  return a[0];
}
double upper(double *a, double *b, int n, int m) {
  for (int t = 0; t < 3; t++) {
    double y[64];
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int k = 0; k < m; k++) for (int j = k; j < m; j++) s += a[j] * b[i * n + k];
      y[i] = s;
    }
    for (int j = 0; j < m; j++) a[j] = y[j] * 0.01;
  }
  return a[0];
}
double lower(double *a, double *b, int n, int m) {
  for (int t = 0; t < 3; t++) {
    double y[64];
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int k = 0; k <= m; k++) for (int j = 0; j < k; j++) s += a[j] * b[i * n + k];
      y[i] = s;
    }
    for (int j = 0; j < m; j++) a[j] = y[j] * 0.01;
  }
  return a[0];
}
double until(double *a, double *b, int n, int m) {
  for (int t = 0; t < 3; t++) {
    double y[64];
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int j = 0; j < n; j++) {
        if (b[j] < 0) break;
        s += a[j] * b[i * n + j];
      }
      y[i] = s;
    }
    for (int j = 0; j < m; j++) a[j] = y[j] * 0.01;
  }
  return a[0];
}
`

// Copies end where reads do.
func TestCopiesOfWhatIsRead(t *testing.T) {
	const n, m = 40, 20
	for _, version := range []int{14, 22} {
		for _, level := range []string{"-O0", "-O1"} {
			for _, name := range []string{"some", "upper", "lower", "until"} {
				module := gradientOf(t, version, level, partlyRead, name)
				machine, err := interp.New(module, interp.Options{Evaluators: rules.Evaluator})
				require.NoError(t, err)
				b := make([]float64, n*n)
				for i := range b {
					b[i] = 1 / float64(1+i%17)
				}
				b[m] = -1
				args := shadowed(t, machine, b[:m], b)
				_, err = machine.Call(name+"_grad", append(args, interp.I32(n), interp.I32(m), interp.F64(1))...)
				require.NoError(t, err, "%s %d %s", name, version, level)
			}
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
			inner, keep := 0, 0 // what they read, or what a product's stores overwrite, which are around the innermost loop
			for _, l := range e.Functions[0].Loops {
				if l.Depth == depth {
					inner++
				}
				if l.Depth == depth && l.Kept > 0 || l.Saved > 0 {
					keep++
				}
			}
			assert.Equal(t, []int{2, 1}, []int{inner, keep}, "%s %d", name, version)
		}
	}
}
