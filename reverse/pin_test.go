package reverse_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
)

// Blocks of the program that end with a sweep leave memory that the next sweep finds: it meets few fresh pages, until the
// program has the thread release what it keeps.
func TestBlocksMeetNoFreshPages(t *testing.T) {
	tc, err := native.FindToolchain(19)
	require.NoError(t, err)
	m := moduleOf(t, "rows_apart.ll")
	_, err = llad.Differentiate(m, llad.Request{Func: "f", Mode: llad.Reverse})
	require.NoError(t, err)
	const main = `
#include <stdio.h>
#include <sys/resource.h>
double f_grad(const double *, double *, long, long, double);
extern long llad_tape_limit;
void llad_tape_release(void);
static double x[1000], d[1000];
static long faults(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  long before = u.ru_minflt;
  f_grad(x, d, 1000, 3000, 1);
  getrusage(RUSAGE_SELF, &u);
  return u.ru_minflt - before;
}
int main(void) {
  llad_tape_limit = LIMIT;
  for (int k = 0; k < 1000; k++) x[k] = 1 - 1e-3 * k;
  f_grad(x, d, 1000, 2, 1); // the first sweep has the C library allocate a little that stays
  long first = faults(), more = 0;
  for (int k = 0; k < 3; k++) more += faults();
  llad_tape_release();
  faults();
  llad_tape_release();
  printf("first=%ld\nmore=%ld\n", first, more);
  return 0;
}`
	ws := native.NewWorkspace(t.TempDir(), tc)
	const pages = 2 * 3000 * 8000 / 4096 // of the rows and their shadows
	run := func(limit string, sanitize bool) *native.Report {
		c := native.Config{Toolchain: tc, Level: "2", Sanitize: sanitize}
		got, err := ws.RunMain("pages", c, strings.ReplaceAll(main, "LIMIT", limit), m.Bytes())
		require.NoError(t, err)
		return got
	}
	got := run("-1", false)
	require.Greater(t, got.Float("first"), float64(pages)*0.9)
	require.Less(t, got.Float("more"), float64(pages)*0.1)
	got = run("1 << 20", false)
	require.Greater(t, got.Float("more"), float64(pages)*0.9)
	run("-1", true)
}
