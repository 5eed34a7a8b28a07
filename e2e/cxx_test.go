package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// cxxPrograms are the programs of testdata/cxx that LLAD_PROGRAMS lets through,
// in order of their names.
func cxxPrograms(t *testing.T) []*native.Program {
	t.Helper()
	paths, err := filepath.Glob("../testdata/cxx/*.cpp")
	require.NoError(t, err)
	only, err := regexp.Compile(os.Getenv("LLAD_PROGRAMS"))
	require.NoError(t, err)
	var list []*native.Program
	for _, path := range paths {
		p, err := native.ReadProgram(path)
		require.NoError(t, err)
		if only.MatchString(p.Name) {
			list = append(list, p)
		}
	}
	return list
}

// C++ programs: all of them from -O0 and from -O2, under the sanitizers, and
// each from one more compiler or level, in turn.
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
	for k, p := range cxxPrograms(t) {
		configs := []native.Config{
			{Toolchain: tc, Level: "0", Sanitize: true},
			{Toolchain: tc, Level: "2", Sanitize: true},
			others[k%len(others)],
		}
		for _, c := range configs {
			t.Run(fmt.Sprint(p.Name, "/", c.Name()), func(t *testing.T) {
				t.Parallel()
				text, err := workspace.IR(c.Toolchain, p, c.Level)
				require.NoError(t, err)
				checkDerivatives(t, p, c, text)
			})
		}
	}
}

// The differences of the C++ programs are sharp enough to judge by.
func TestCxxProgramsHaveSharpDifferences(t *testing.T) {
	sharpDifferences(t, cxxPrograms(t))
}

// Memory that a static container of containers kept from a call that was not
// differentiated has no shadow: both derivatives end the program and say so.
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
	for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
		_, err := llad.Differentiate(m, llad.Request{Func: "f", Mode: mode})
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
