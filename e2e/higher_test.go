package e2e

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// program finds one of the programs by name, whatever LLAD_PROGRAMS says.
func program(t *testing.T, name string) *native.Program {
	t.Helper()
	return readProgram(t, "c", name+".c")
}

// twice differentiates f, then its derivative.
func twice(t *testing.T, text []byte, first, second llad.Mode) []byte {
	t.Helper()
	m, err := ir.Read("f.ll", text)
	require.NoError(t, err)
	_, err = llad.Differentiate(m, llad.Request{Func: "f", Mode: first, Name: "f1"})
	require.NoError(t, err)
	_, err = llad.Differentiate(m, llad.Request{Func: "f1", Mode: second, Name: "f2"})
	require.NoError(t, err)
	return m.Bytes()
}

// Document 4: higher derivatives by differentiating again. The three ways to
// combine the modes give the same second derivative.
func TestSecondDerivatives(t *testing.T) {
	tc := toolchain(t, 19)
	for _, test := range []struct {
		program   string
		at, d, d2 float64
	}{
		{"seed3_quadratic", 5, 11, 2},
		{"seed4_babysqrt_start", 2, 1 / (2 * math.Sqrt2), -1 / (8 * math.Sqrt2)},
	} {
		for _, level := range []string{"0", "2"} {
			p, c := program(t, test.program), native.Config{Toolchain: tc, Level: level}
			text, err := workspace.IR(tc, p, level)
			require.NoError(t, err)
			for name, mode := range map[string]struct {
				first, second llad.Mode
				main          string
			}{
				"forward over reverse": {llad.Reverse, llad.Forward, `
double f2(double x, double tx, double *d, double *td, double seed, double tseed, double *tret);
int main(void) {
  double d = 0, td = 0, tret = 0;
  f2(X, 1, &d, &td, 1, 0, &tret);
  printf("d=%a\ntret=%a\nd2=%a\n", d, tret, td);
  return 0;
}`},
				"reverse over forward": {llad.Forward, llad.Reverse, `
double f2(double x, double *dx, double t, double *dt, double *tret, double *dtret, double seed);
int main(void) {
  double dx = 0, dt = 0, tret = 0, dtret = 1;
  f2(X, &dx, 1, &dt, &tret, &dtret, 0);
  printf("d=%a\ntret=%a\nd2=%a\n", dt, tret, dx);
  return 0;
}`},
				"reverse over reverse": {llad.Reverse, llad.Reverse, `
double f2(double x, double *dx, double *d, double *dd, double seed, double *dseed, double seed2);
int main(void) {
  double dx = 0, d = 0, dd = 1, dseed = 0;
  f2(X, &dx, &d, &dd, 1, &dseed, 0);
  printf("d=%a\ntret=%a\nd2=%a\n", d, dseed, dx);
  return 0;
}`},
			} {
				t.Run(fmt.Sprintf("%s/%s/%s", p.Name, c.Name(), name), func(t *testing.T) {
					out := twice(t, text, mode.first, mode.second)
					main := fmt.Sprintf("#include <stdio.h>\n#define X %x\n%s\n", test.at, mode.main)
					file := fmt.Sprintf("%s.%v.%v", p.Name, mode.first, mode.second)
					got, err := workspace.RunMain(file, c, main, out)
					require.NoError(t, err)
					require.InEpsilon(t, test.d, got.Float("d"), 1e-14)
					require.InEpsilon(t, test.d, got.Float("tret"), 1e-14)
					require.InEpsilon(t, test.d2, got.Float("d2"), 1e-13)
				})
			}
		}
	}
}

// A Hessian times a vector by forward over reverse, on a loop with a maximum,
// exp and log: that of log-sum-exp is diag(p) - p p^T.
func TestHessianVector(t *testing.T) {
	tc := toolchain(t, 19)
	const n = 6
	x := [n]float64{0.5, -1, 1.25, 0.25, -0.5, 1}
	v := [n]float64{1, -0.5, 0.25, 2, -1.5, 0.75}
	var p [n]float64
	var sum, pv float64
	for i := range x {
		p[i] = math.Exp(x[i])
		sum += p[i]
	}
	for i := range x {
		p[i] /= sum
		pv += p[i] * v[i]
	}
	main := fmt.Sprintf(`#include <stdio.h>
double f2(double *x, double *tx, double *d, double *td, int n, double seed, double tseed, double *tret);
int main(void) {
  double x[] = {%s}, v[] = {%s}, d[%d] = {0}, td[%d] = {0}, tret = 0;
  f2(x, v, d, td, %d, 1, 0, &tret);
  for (int i = 0; i < %d; i++)
    printf("g%%d=%%a\nh%%d=%%a\n", i, d[i], i, td[i]);
  return 0;
}
`, cList(x[:]), cList(v[:]), n, n, n, n)
	for _, level := range []string{"0", "2"} {
		c := native.Config{Toolchain: tc, Level: level}
		t.Run(c.Name(), func(t *testing.T) {
			text, err := workspace.IR(tc, program(t, "logsumexp"), level)
			require.NoError(t, err)
			got, err := workspace.RunMain("hessian", c, main, twice(t, text, llad.Reverse, llad.Forward))
			require.NoError(t, err)
			for i := range x {
				require.InDelta(t, p[i], got.Float(fmt.Sprint("g", i)), 1e-14)
				require.InDelta(t, p[i]*(v[i]-pv), got.Float(fmt.Sprint("h", i)), 1e-13)
			}
		})
	}
}

func cList(v []float64) string {
	s := ""
	for i, f := range v {
		if i > 0 {
			s += ", "
		}
		s += fmt.Sprintf("%x", f)
	}
	return s
}

// Document 3: several tangents in one call (vector mode) give what as many
// calls give, here for all inputs at once.
func TestVectorMode(t *testing.T) {
	tc := toolchain(t, 19)
	src := filepath.Join(t.TempDir(), "f.c")
	require.NoError(t, os.WriteFile(src, []byte(`// llad: func f double
// llad: arg x dup double[3] {0.5,1.25,2}
// llad: arg a out double 0.75
#include <math.h>
double f(double *x, double a) {
  double s = 0;
  for (int i = 0; i < 3; i++) {
    x[i] = sin(x[i]) * a + s;
    s += x[i] * x[i];
  }
  return s > 1 ? s * a : -s;
}
`), 0o644))
	p, err := native.ReadProgram(src)
	require.NoError(t, err)
	main := `#include <stdio.h>
double one(double *x, double *tx, double a, double ta, double *tret);
double all(double *x, double *t0, double *t1, double *t2, double *t3, double a,
           double a0, double a1, double a2, double a3, double *tret);
int main(void) {
  double x[] = {0.5, 1.25, 2}, t[4][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}}, tret[4] = {0};
  printf("all.ret=%a\n", all(x, t[0], t[1], t[2], t[3], 0.75, 0, 0, 0, 1, tret));
  for (int k = 0; k < 4; k++) {
    double y[] = {0.5, 1.25, 2}, ty[3] = {k == 0, k == 1, k == 2}, r = 0;
    printf("one.ret=%a\n", one(y, ty, 0.75, k == 3, &r));
    printf("one.%d=%a\nall.%d=%a\n", k, r, k, tret[k]);
    for (int i = 0; i < 3; i++)
      printf("one.%d.%d=%a\nall.%d.%d=%a\n", k, i, ty[i], k, i, t[k][i]);
  }
  return 0;
}
`
	for _, level := range []string{"0", "2"} {
		c := native.Config{Toolchain: tc, Level: level}
		t.Run(c.Name(), func(t *testing.T) {
			text, err := workspace.IR(tc, p, level)
			require.NoError(t, err)
			m, err := ir.Read("f.ll", text)
			require.NoError(t, err)
			for _, req := range []llad.Request{{Func: "f", Mode: llad.Forward, Name: "one"}, {Func: "f", Mode: llad.Forward, Width: 4, Name: "all"}} {
				_, err = llad.Differentiate(m, req)
				require.NoError(t, err)
			}
			got, err := workspace.RunMain("vector", c, main, m.Bytes())
			require.NoError(t, err)
			names := got.Names("one.")
			require.Len(t, names, 4+4+12)
			for _, name := range names {
				require.InDelta(t, got.Float("one."+name), got.Float("all."+name), 1e-14, name)
			}
			require.NotZero(t, got.Float("all.0"))
			require.NotZero(t, got.Float("all.3.0"))
		})
	}
}

// Every source document has programs with its figures, and none expects
// nothing.
func TestSourceDocumentsAreCovered(t *testing.T) {
	figures := map[string]int{}
	paths, err := native.Programs("..", "c/published_examples", ".c")
	require.NoError(t, err)
	for _, path := range paths {
		p, err := native.ReadProgram(path)
		require.NoError(t, err)
		doc := p.Name[:len("seed1")]
		require.True(t, p.HasTag(doc), path)
		figures[doc] += len(p.Expects)
	}
	for _, doc := range []string{"seed1", "seed2", "seed3", "seed4"} {
		require.GreaterOrEqual(t, figures[doc], 4, doc)
	}
}
