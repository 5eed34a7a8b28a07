// A scratch array that grows and is kept from call to call in a variable of the file, which several functions use.
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *work;
static size_t room;

static double *scratch(size_t n) {
  if (room < n) {
    double *p = realloc(work, n * sizeof *p);
    if (!p) return NULL;
    work = p;
    room = n;
  }
  memset(work, 0, n * sizeof *work);
  return work;
}

static void smooth(int n) {
  for (int i = 1; i < n; i++) work[i] += 0.5 * work[i - 1] * work[i];
}

double f(const double *x, size_t n) {
  double *a = scratch(n), s = 0;
  if (!a) return 0;
  for (size_t i = 0; i < n; i++) a[i] = sin(x[i]);
  smooth(n);
  for (size_t i = 0; i < n; i++) s += work[i] * (i + 1);
  a = scratch(2 * n);
  for (size_t i = 0; i < 2 * n; i++) a[i] = x[i % n] * s;
  smooth(2 * n);
  return s + work[2 * n - 1] * work[n];
}
