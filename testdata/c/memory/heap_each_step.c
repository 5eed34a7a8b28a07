// Vectors that every step of a loop makes and frees: of one size and of several,
// zeroed and not, handed on to the next step, chosen among.
// llad: func f double
// llad: arg x dup double[7] range(0.25,1)
// llad: arg n const long 7
// llad: arg p out double 0.25
// llad: arg count const long 9
// llad: tags heap loop
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double steps(const double *x0, long n, double p, long steps) {
  double *x = malloc(n * sizeof *x), s = 0;
  memcpy(x, x0, n * sizeof *x);
  for (long t = 0; t < steps; t++) {
    double *k = malloc(n * sizeof *k), *y = malloc((n + t % 3) * sizeof *y), *z = calloc(n + t, sizeof *z);
    for (long i = 0; i < n; i++)
      k[i] = p * (x[(i + n - 1) % n] - 2 * x[i]) + x[i] * x[i];
    for (long i = 0; i < n; i += 2) z[i] = sin(k[i]);
    for (long i = 0; i < n; i++) y[i] = x[i] + 0.01 * k[i] * k[i] + 0.1 * z[i] * k[i];
    s += z[n + t - 1] * k[0] + z[1] * x[0];
    free(k); free(z); free(x);
    x = y;
  }
  for (long i = 0; i < n; i++) s += x[i] * x[i];
  free(x);
  return s;
}
// One of two blocks; one that only some iterations make; one that the next iteration ends.
static double chosen(const double *x0, long n, long steps) {
  double s = 0, *last = 0;
  for (long t = 0; t < steps; t++) {
    double *a = malloc(n * 8), *b = 0;
    for (long i = 0; i < n; i++) a[i] = x0[i] * (t + 1);
    if (t % 2) {
      b = malloc(2 * n * 8);
      for (long i = 0; i < 2 * n; i++) b[i] = a[i / 2] * a[i / 2];
    }
    double *c = b ? b : a;
    for (long i = 0; i < n; i++) s += c[i] * a[i];
    if (last) {
      for (long i = 0; i < n; i++) s += last[i] * c[i] * 0.1;
      free(last);
    }
    if (b) {
      last = b;
      free(a);
    } else
      last = a;
  }
  if (last) s += last[0] * last[0];
  free(last);
  return s;
}

double f(const double *x, long n, double p, long count) { return steps(x, n, p, count) + chosen(x, n, count); }
