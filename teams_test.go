package llad_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// A parallel region in which every thread scales an element.
const scaledInParallel = `
%struct.ident_t = type { i32, i32, i32, i32, ptr }
@where = private unnamed_addr constant [23 x i8] c";unknown;unknown;0;0;;\00", align 1
@location = private unnamed_addr constant %struct.ident_t { i32 0, i32 2, i32 0, i32 22, ptr @where }, align 8

define double @scaled(ptr %x) {
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr @location, i32 1, ptr @region, ptr %x)
  %r = load double, ptr %x, align 8
  ret double %r
}

define internal void @region(ptr noalias %thread, ptr noalias %bound, ptr %x) {
  %k = load i32, ptr %thread, align 4
  %at = getelementptr inbounds double, ptr %x, i32 %k
  %v = load double, ptr %at, align 8
  %s = fmul double %v, 3.0
  store double %s, ptr %at, align 8
  ret void
}

declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
`

// A module that holds a derivative with parallel regions already is read again, and takes another.
func TestTeamsInAModuleReadAgain(t *testing.T) {
	text := []byte(scaledInParallel)
	for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
		m, err := ir.Read("f.ll", text)
		require.NoError(t, err)
		_, err = llad.Differentiate(m, llad.Request{Func: "scaled", Mode: mode})
		require.NoError(t, err)
		text = m.Bytes()
	}
	require.Contains(t, string(text), "@scaled_grad(")
	require.Contains(t, string(text), "@scaled_jvp(")
}

// A product of matrices in parallel: every thread reads all of one of them. Both are freed at the end.
const productInParallel = `
#include <stdlib.h>
double f(const double *x, int n) {
  double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b), *c = malloc(n * n * sizeof *c), s = 0;
  for (int i = 0; i < n * n; i++) a[i] = x[i % n], b[i] = x[i / n];
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) c[i * n + j] = 0;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) c[i * n + j] += a[i * n + k] * b[k * n + j];
  }
  for (int i = 0; i < n * n; i++) s += c[i] * c[i];
  free(a);
  free(b);
  free(c);
  return s;
}
`

// The reverse sweep of a region reads again what its function frees only later, and adjoints of what
// all threads read are added up by each thread before they meet.
func TestRegionsReadAgainWhatIsFreedLater(t *testing.T) {
	file := filepath.Join(t.TempDir(), "product.c")
	require.NoError(t, os.WriteFile(file, []byte(productInParallel), 0o644))
	for _, version := range []int{19, 22} {
		tc, err := native.FindToolchain(version)
		require.NoError(t, err)
		text, err := exec.Command(tc.Clang, "-O2", "-Xclang", "-fopenmp", "-S", "-emit-llvm", file, "-o", "-").Output()
		require.NoError(t, err)
		m, err := ir.Read("product.ll", text)
		require.NoError(t, err)
		e, err := llad.Explain(m, llad.Request{Func: "f", Mode: llad.Reverse})
		require.NoError(t, err)
		inner := 0
		for _, f := range e.Functions {
			for _, l := range f.Loops {
				if l.Depth == 3 {
					inner++
					assert.Zero(t, l.Kept, "%d", version)
				}
			}
		}
		assert.NotZero(t, inner)
	}
}
