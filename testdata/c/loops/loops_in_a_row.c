// Loops over the same arrays one after the other: some may be joined, some read what a loop before them stores later, run the
// other way or over fewer elements, or use what it ends with.
// llad: func f double
// llad: arg x dup double[8] {0.5,1.2,-0.4,0.9,0.3,-0.8,1.1,0.7}
// llad: arg n const int 8
// llad: arg steps const int 3
#include <math.h>
#include <stdlib.h>

static double dot(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

static double joined(double *x, double *r, double *z, double *p, int n) {
  for (int i = 0; i < n; i++)
    r[i] = sin(x[i]) - 0.1 * p[i];
  for (int i = 0; i < n; i++)
    z[i] = r[i] * (1 + x[i] * x[i]);
  double s = dot(r, z, n);
  for (int i = 0; i < n; i++)
    p[i] = z[i] + s * p[i];
  for (int i = 0; i < n; i++)
    x[i] += 0.01 * p[i];
  return s;
}

static double apart(double *x, double *r, double *w, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    r[i] = x[i] * x[i] + r[i];
  for (int i = 0; i < n - 1; i++)
    r[i] += 0.5 * r[i + 1];
  for (int i = n - 1; i >= 0; i--)
    s += r[i] * cos(s);
  for (int i = 0; i < n; i++)
    w[i] = 0.5 * r[i];
  for (int i = 0; i < n / 2; i++)
    s += w[2 * i] * w[i];
  for (int i = 0; i < n; i++)
    r[n - 1 - i] = 0.3 * x[i];
  for (int i = 0; i < n; i++)
    s += r[i] * x[i];
  return s;
}

double f(double *x, int n, int steps) {
  double *r = calloc(n, sizeof(double)), *z = malloc(n * sizeof(double)), *p = calloc(n, sizeof(double));
  double *w = malloc(n * sizeof(double));
  double sum = 0;
  for (int t = 0; t < steps; t++) {
    sum += 0.1 * joined(x, r, z, p, n);
    sum += apart(x, r, w, n);
  }
  sum += dot(x, z, n);
  free(r), free(z), free(p), free(w);
  return sum;
}
