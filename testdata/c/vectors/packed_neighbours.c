// Neighbours of which the compiler packs two or four into a vector, in each iteration anew:
// what is computed with all lanes alike, what lanes are chosen from, and vectors that
// overlap and others that do not.
// llad: func f double
// llad: arg x dup double[40] range(0.5,1.5)
// llad: arg y dup double[120] zero
// llad: arg m const long 30
// llad: tags loop stencil
#include <math.h>

static void fluxes(const double *u, const double *s, double *flux, long n) {
  for (long i = 0; i < n; i++) {
    double a = u[i] + 0.5 * s[i], b = u[i + 1] - 0.5 * s[i + 1];
    double most = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
    flux[i] = 0.25 * (a * a + b * b) - 0.5 * most * (b - a);
  }
}

static void chosen(const double *u, double *out, int n, double least) {
  for (int i = 0; i < n; i++) {
    double a = u[i] > least ? u[i] * u[i] : 0.3 * u[i];
    double b = u[i + 1] > least ? u[i + 1] * u[i + 1] : 0.7 * u[i + 1];
    out[i] = sqrt(a) / b - a * (u[i] - 1) * b * (u[i + 1] - 1);
  }
}

static void pairs(const double *p, const double *u, double *out, int n) {
  for (int i = n; i-- > 0;) {
    double a = p[2 * i] * u[i], b = p[2 * i + 1] * u[i + 1];
    out[i] += a * a * b - b / (1 + a * a);
  }
}

double f(const double *x, double *y, long m) {
  fluxes(x, x + 4, y, m);
  chosen(y, y + 40, (int)m - 1, 0.8);
  pairs(x, y + 40, y + 80, (int)m / 2);
  double s = 0;
  for (long i = 0; i < m; i++)
    s += y[i] * y[40 + i] + y[80 + i] * y[80 + i];
  return s;
}
