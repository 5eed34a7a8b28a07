// Loops whose first and last iterations alone wrap around or meet walls, for every small number of points, and a constant one:
// remainders, masks, choices, clamped indices and branches, with indices of several types.
// llad: func f double
// llad: arg x dup double[24] {0.5,1.2,-0.4,0.9,0.3,-0.8,1.1,0.7,-0.2,0.6,1.3,-0.9,0.1,0.8,-0.5,0.4,1.0,-0.7,0.2,0.9,-0.3,0.5,-1.1,0.6}
// llad: arg n const int 21
#include <math.h>
#include <stddef.h>
#include <string.h>

static void remainders(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[(i + 1) % n] - x[(i - 2 + 2 * n) % n]) * x[(i - 1 + n) % n] - x[i];
}

static void sizes(const double *x, double *y, size_t n) {
  for (size_t i = 0; i < n; i++)
    y[i] = sin(x[(i + 3) % n]) + x[(i + n - 1) % n] * x[i];
}

static void choices(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) {
    int l = i == 0 ? n - 1 : i - 1, r = i == n - 1 ? 0 : i + 1;
    y[i] = x[l] * x[r] - 0.5 * x[i] * x[i];
  }
}

static void clamped(const double *x, double *y, long n) {
  for (long i = 0; i < n; i++) {
    long l = i - 2 < 0 ? 0 : i - 2, r = i + 2 > n - 1 ? n - 1 : i + 2;
    y[i] = x[l] + x[r] * x[i];
  }
}

static void walls(const double *x, double *y, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    if (i == 0)
      y[i] = 0.5 * x[i];
    else if (i == n - 1)
      y[i] = x[i] * x[i - 1];
    else
      y[i] = x[i - 1] * x[i + 1] + x[i];
  }
}

static void inside(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) {
    double l = i > 1 ? x[i - 2] : 0.25, r = i < n - 3 ? x[i + 3] : -0.5;
    y[i] = cos(l) + r * x[i];
    if (i > 0 && i < n - 1)
      y[i] += 0.1 * x[i - 1] * x[i + 1];
  }
}

static double constant(const double *x) {
  double u[32], v[32], s = 0;
  for (int i = 0; i < 32; i++)
    u[i] = x[i % 24] + 0.01 * i;
  for (int t = 0; t < 2; t++) {
    for (int i = 0; i < 32; i++)
      v[i] = u[i] + 0.1 * (u[(i + 31) % 32] - 2 * u[i] + u[(i + 1) & 31]) * u[(i + 30) & 31];
    memcpy(u, v, sizeof u);
  }
  for (int i = 0; i < 32; i++)
    s += u[i] * u[(i + 5) % 32];
  return s;
}

static double rows(const double *x, int n) {
  double v[24], s = 0;
  int m = n / 3;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < m; j++) {
      int up = (i + 1) % 3, down = (i + 2) % 3, left = (j + m - 1) % m, right = (j + 1) % m;
      v[i * m + j] = x[i * m + j] + 0.2 * (x[up * m + j] * x[i * m + left] - x[down * m + j] * x[i * m + right]);
    }
  for (int i = 0; i < 3 * m; i++)
    s += v[i] * v[i];
  return s;
}

static double weighted(const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += y[i] * (1 + 0.1 * i);
  return s;
}

double f(double *x, int n) {
  double y[24], s = constant(x);
  for (int k = 1; k <= n; k++) {
    remainders(x, y, k);
    s += weighted(y, k);
    sizes(x, y, k);
    s += weighted(y, k);
    choices(x, y, k);
    s += weighted(y, k);
    clamped(x, y, k);
    s += weighted(y, k);
    walls(x, y, k);
    s += weighted(y, k);
    inside(x, y, k);
    s += weighted(y, k) + rows(x, k);
  }
  return s;
}
