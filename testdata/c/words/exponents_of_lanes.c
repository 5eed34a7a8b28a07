// Exponents raised in the bits of an array's doubles, which optimised code loads, adds to and stores as vectors of integers.
// llad: func f double
// llad: arg x dup double[8] range(0.5,2)
// llad: arg n const size_t 8
// llad: tags nowiden
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static double raised(double v, int by) {
  uint64_t bits;
  memcpy(&bits, &v, sizeof bits);
  bits += (uint64_t)by << 52;
  memcpy(&v, &bits, sizeof v);
  return v;
}

__attribute__((noinline)) static double product(const double *p, const double *q, size_t n) {
  double s = 0;
  for (size_t i = 0; i < n; i++)
    s += p[i] * q[i];
  return s;
}

double f(const double *x, size_t n) {
  double *y = calloc(n, sizeof *y);
  for (int k = 0; k < 8; k++)
    y[k] = raised(x[k], 2);
  double s = product(y, x, n);
  free(y);
  return s;
}
