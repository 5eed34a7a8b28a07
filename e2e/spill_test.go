package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// Large snapshots go into the file and come back while the program computes; where
// that cannot be begun, or fails, they do all the same. The gradient is the same.
func TestSnapshotsAhead(t *testing.T) {
	const source = `#include <stdlib.h>
#include <string.h>
// llad: func f double
// llad: arg x dup double[40000] range(0.5,1.5)
// llad: arg n const int 40000
// llad: arg steps const int 40
double f(const double *x, int n, int steps) {
  double *u = malloc(n * sizeof *u), s = 0;
  memcpy(u, x, n * sizeof *u);
  for (int t = 0; t < steps; t++)
    for (int k = 0; k < n; k++)
      u[k] += 0.01 * u[k] * u[(k + 1) % n];
  for (int k = 0; k < n; k++)
    s += u[k] * x[n - 1 - k];
  free(u);
  return s;
}
`
	// The system's calls are made through functions that count them and, where FAILS says
	// so, do not begin every third transfer and let every fourth one fail.
	const driver = `#define _GNU_SOURCE
#include <aio.h>
#include <dlfcn.h>
#include <stdio.h>
double f_grad(const double *, double *, int, int, double);
static int begun[2], ended;
static int begin(const char *name, int k, struct aiocb *b) {
  if (FAILS && ++begun[k] % 3 == 0)
    return -1;
  begun[k] += !FAILS;
  return ((int (*)(struct aiocb *))dlsym(RTLD_NEXT, name))(b);
}
int aio_write(struct aiocb *b) { return begin("aio_write", 0, b); }
int aio_read(struct aiocb *b) { return begin("aio_read", 1, b); }
ssize_t aio_return(struct aiocb *b) {
  ssize_t n = ((ssize_t(*)(struct aiocb *))dlsym(RTLD_NEXT, "aio_return"))(b);
  return FAILS && ++ended % 4 == 0 ? -1 : n;
}
static double x[40000], d[40000];
int main(void) {
  for (int k = 0; k < 40000; k++)
    x[k] = 0.5 + (k * 37 % 101) / 101.0;
  double r = f_grad(x, d, 40000, 40, 1), h = 0;
  for (int k = 0; k < 40000; k++)
    h = 0.999 * h + d[k];
  printf("ret=%.17g\nhash=%.17g\nwrites=%d\nreads=%d\n", r, h, begun[0], begun[1]);
  return 0;
}
`
	path := filepath.Join(t.TempDir(), "ahead.c")
	require.NoError(t, os.WriteFile(path, []byte(source), 0o644))
	p, err := native.ReadProgram(path)
	require.NoError(t, err)
	c := native.Config{Toolchain: toolchain(t, 19), Level: "1", Sanitize: true}
	text, err := workspace.IR(c.Toolchain, p, c.Level)
	require.NoError(t, err)
	run := func(strategy string, mem int64, fails bool, dir string) map[string]string {
		t.Helper()
		m, err := ir.Read("ahead.ll", text)
		require.NoError(t, err)
		d := llad.New(m)
		if d.Cache.Mem = mem; mem > 0 {
			d.Cache.Spill = dir
		}
		if strategy != "" {
			require.NoError(t, d.Cache.Add(strategy))
		}
		_, err = d.Differentiate(request(t, p, llad.Reverse))
		require.NoError(t, err)
		define := "#define FAILS 0\n"
		if fails {
			define = "#define FAILS 1\n"
		}
		got, err := workspace.RunMain("ahead", c, define+driver, m.Bytes())
		require.NoError(t, err)
		return got.Values
	}
	want, dir := run("keep", 0, false, ""), t.TempDir()
	require.Equal(t, want["hash"], run("binomial:9", 1<<20, false, dir)["hash"])
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
	for _, s := range []struct {
		strategy string
		mem      int64
		reads    int // at least
	}{{"binomial:9", 1300 << 10, 1}, {"binomial:5", 400 << 10, 0}, {"ctz", 1400 << 10, 1}, {"", 4 << 20, 1}} {
		for _, fails := range []bool{false, true} {
			got := run(s.strategy, s.mem, fails, os.TempDir())
			require.Equal(t, want["ret"], got["ret"], s.strategy)
			require.Equal(t, want["hash"], got["hash"], s.strategy)
			writes, err := strconv.Atoi(got["writes"])
			require.NoError(t, err)
			require.Positive(t, writes, s.strategy)
			reads, err := strconv.Atoi(got["reads"])
			require.NoError(t, err)
			require.GreaterOrEqual(t, reads, s.reads, s.strategy)
		}
	}
}
