// Eliminations, a triangular solve and products in blocks of numbers with unsigned indices,
// which may wrap for all that is known.
// llad: func f double
// llad: arg a dup double[36] range(-0.25,0.25) inout
// llad: arg n const unsigned 6
// llad: tags loop nested
#include <math.h>

static void lu(double *a, unsigned n) {
  for (unsigned k = 0; k < n; k++)
    for (unsigned i = k + 1; i < n; i++) {
      a[i * n + k] /= a[k * n + k];
      for (unsigned j = k + 1; j < n; j++) a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
}

static void cholesky(double *a, unsigned n) {
  for (unsigned j = 0; j < n; j++) {
    double s = a[j * n + j];
    for (unsigned k = 0; k < j; k++) s -= a[j * n + k] * a[j * n + k];
    s = a[j * n + j] = sqrt(fabs(s) + 4);
    for (unsigned i = j + 1; i < n; i++) {
      double t = a[i * n + j];
      for (unsigned k = 0; k < j; k++) t -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = t / s;
    }
  }
}

static void solve(double *a, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; k < i; k++)
      for (unsigned j = i; j < n; j++) a[i * n + j] -= 0.5 * a[i * n + k] * a[k * n + j];
}

static void smooth(double *a, unsigned n) {
  for (unsigned i = 1; i < n; i++)
    for (unsigned j = 1; j < n - 1; j++) a[i * n + j] += 0.25 * a[(i - 1) * n + j + 1] * a[i * n + j - 1] * a[i * n + j];
}

double f(double *a, unsigned n) {
  for (unsigned i = 0; i < n; i++) a[i * n + i] += 3;
  lu(a, n);
  solve(a, n);
  smooth(a, n);
  cholesky(a, n);
  double s = 0;
  for (unsigned i = 0; i < n * n; i++) s += a[i] * a[i] * (1 + i % 3);
  return s;
}
