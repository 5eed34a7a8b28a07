package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/internal/tier"
	"github.com/llad-ad/llad/ir"
)

// cxxPrograms are the programs of testdata/cxx that LLAD_PROGRAMS lets through,
// in order of their names.
func cxxPrograms(t *testing.T) []*native.Program {
	t.Helper()
	list, err := readPrograms("cxx", ".cpp")
	require.NoError(t, err)
	return list
}

// C++ programs: all of them from -O0 and from -O2, under the sanitizers, and
// each from one more compiler or level, which its name chooses: a new program
// changes nothing for the others.
func TestCxx(t *testing.T) {
	var others []native.Config
	for _, version := range native.Versions {
		for _, level := range levels[version] {
			if version != 19 || level == "1" || level == "3" {
				others = append(others, native.Config{Toolchain: toolchain(t, version), Level: level})
			}
		}
	}
	tc := toolchain(t, 19)
	for _, p := range cxxPrograms(t) {
		configs := []native.Config{
			{Toolchain: tc, Level: "0", Sanitize: true},
			{Toolchain: tc, Level: "2", Sanitize: true},
			others[tier.Pick(p.Name, len(others))],
		}
		for k, c := range configs {
			if chosen("derivatives of C++", p.Name, k, len(configs)) {
				t.Run(fmt.Sprint(p.Name, "/", c.Name()), func(t *testing.T) { checkBuild(t, p, c) })
			}
		}
	}
}

// Unions whose words are numbers or addresses, in arrays that are sorted, by the tag or by
// value; without optimisation, in which their types alone tell of numbers, and with it, which
// moves them as either or in parts.
func TestSortedUnions(t *testing.T) {
	sorted := func(program, level string, versions ...int) {
		p := readProgram(t, "special", program+".cpp")
		for _, version := range versions {
			c := native.Config{Toolchain: toolchain(t, version), Level: level, Sanitize: true}
			if tier.Take("sorted unions", program+c.Name(), specialShare) {
				t.Run(program+"/"+c.Name(), func(t *testing.T) { checkBuild(t, p, c) })
			}
		}
	}
	sorted("sorted_unions", "0", native.Versions...)
	sorted("sorted_unions", "1", 19, 22)
	sorted("sorted_unions", "2", 14, 19)
	sorted("sorted_values", "0", native.Versions...)
	sorted("sorted_values", "1", 19)
	sorted("sorted_values", "2", 14, 22)
}

// The differences of the C++ programs are sharp enough to judge by.
func TestCxxProgramsHaveSharpDifferences(t *testing.T) {
	sharpDifferences(t, "differences of C++", cxxPrograms(t))
}

// Memory that a static container of containers kept from a call that was not
// differentiated has no shadow: both settled derivatives end the program and say so.
func TestKeptMemoryWithoutShadow(t *testing.T) {
	const source = `#include <vector>
// llad: func f double
// llad: arg x dup double[4] {0.5,1.5,2.5,3.5}
extern "C" double f(double *x) {
  static std::vector<std::vector<double>> rows;
  rows.resize(2);
  for (auto &r : rows) r.resize(4);
  double s = 0;
  for (int k = 0; k < 4; k++) rows[k % 2][k] = x[k] * x[k];
  for (int k = 0; k < 4; k++) s += rows[k % 2][k] * x[3 - k];
  return s;
}
`
	path := filepath.Join(t.TempDir(), "kept.cpp")
	require.NoError(t, os.WriteFile(path, []byte(source), 0o644))
	p, err := native.ReadProgram(path)
	require.NoError(t, err)
	tc := toolchain(t, 19)
	c := native.Config{Toolchain: tc, Level: "2", Cxx: true}
	text, err := workspace.IR(tc, p, c.Level)
	require.NoError(t, err)
	m, err := ir.Read("kept.ll", text)
	require.NoError(t, err)
	d := llad.New(m)
	d.Transport = llad.TransportSettled
	for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
		_, err := d.Differentiate(llad.Request{Func: "f", Mode: mode})
		require.NoError(t, err)
	}
	for _, derivative := range []string{"f_grad(x, d, 1)", "f_jvp(x, d, &r)"} {
		for _, before := range []string{"0", "f(x)"} {
			main := `#include <stdio.h>
double f(double *), f_grad(double *, double *, double), f_jvp(double *, double *, double *);
int main(void) {
  double x[4] = {1, 2, 3, 4}, d[4] = {0}, r = ` + before + `;
  r = ` + derivative + `;
  printf("r=%a\n", r);
  return 0;
}
`
			got, err := workspace.RunMain("kept", c, main, m.Bytes())
			if before == "0" {
				require.NoError(t, err)
				require.Equal(t, 50.0, got.Float("r"))
				continue
			}
			var failed *native.RunError
			require.ErrorAs(t, err, &failed)
			require.Contains(t, failed.Output, "rows' holds memory from before this call of a derivative")
		}
	}
}

// attempt is C++ that calls a gradient and tells whether it threw.
const attempt = `
extern "C" int attempt(double (*g)(double *, double *, int, int, double), double *x, double *d, int n, int limit) {
  try {
    g(x, d, n, limit, 1);
  } catch (const std::out_of_range &) {
    return 1;
  }
  return 0;
}
`

// An exception that leaves a gradient, in C++ code, frees what the gradient holds: its
// tape, memory whose end was put off, and shadows.
func TestExceptionLeavesGradient(t *testing.T) {
	const source = `#include <cmath>
#include <stdexcept>
#include <vector>
// llad: func f double
// llad: arg x dup double[64] range(0.5,1.5)
// llad: arg n const int 64
// llad: arg limit const int 64
static double rate(const std::vector<double> &v, int k, int limit) {
  std::vector<double> w(v.begin(), v.begin() + k);
  if (k >= limit)
    throw std::out_of_range("rate");
  double s = 1;
  for (double y : w)
    s += std::sin(s * y);
  return s;
}
extern "C" double f(double *x, int n, int limit) {
  std::vector<double> v;
  double s = 0;
  for (int k = 0; k < n; k++) {
    v.push_back(x[k] * x[k]);
    s = s * 0.5 + rate(v, k, limit) * x[k];
  }
  return s;
}
` + attempt
	path := filepath.Join(t.TempDir(), "leaves.cpp")
	require.NoError(t, os.WriteFile(path, []byte(source), 0o644))
	p, err := native.ReadProgram(path)
	require.NoError(t, err)
	tc := toolchain(t, 19)
	for _, level := range []string{"0", "2"} {
		c := native.Config{Toolchain: tc, Level: level, Cxx: true}
		text, err := workspace.IR(tc, p, c.Level)
		require.NoError(t, err)
		m, err := ir.Read("leaves.ll", text)
		require.NoError(t, err)
		_, err = llad.Differentiate(m, request(t, p, llad.Reverse))
		require.NoError(t, err)
		got, err := workspace.RunMain("leaves-"+level, c, `
#include <malloc.h>
#include <stdio.h>
double f_grad(double *, double *, int, int, double);
int attempt(double (*)(double *, double *, int, int, double), double *, double *, int, int);
int main(void) {
  double x[64], d[64] = {0}, e[64] = {0};
  for (int k = 0; k < 64; k++)
    x[k] = 1 + 0.01 * k;
  int thrown = 0;
  size_t before = 0;
  for (int k = 0; k < 200; k++) {
    if (k == 100)
      before = mallinfo2().uordblks;
    thrown += attempt(f_grad, x, d, 64, 40);
  }
  printf("thrown=%d\nheld=%ld\n", thrown, (long)(mallinfo2().uordblks - before));
  f_grad(x, e, 64, 64, 1);
  printf("right=%d\n", e[63] > 0 && d[3] == 0);
  return 0;
}
`, m.Bytes())
		require.NoError(t, err)
		require.Equal(t, map[string]string{"thrown": "200", "held": "0", "right": "1"}, got.Values, "-O%s", level)
	}
}
