/* Loops over floats: vectorised at -O2 and above, with remainders and reductions. */
#include <math.h>
#include <stddef.h>

double dot(const double *a, const double *b, size_t n) {
  double s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

void axpy(float a, const float *restrict x, float *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

void matmul(int n, double a[n][n], double b[n][n], double c[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

double newton(double x) {
  double y = x;
  int i = 0;
  do {
    double next = 0.5 * (y + x / y);
    if (fabs(next - y) < 1e-15)
      break;
    y = next;
  } while (++i < 50);
  return y;
}

float mixed(float x, double y, long double z) {
  return (float)(sinf(x) * exp(y) + (double)z * fmax(x, y));
}

int collatz(unsigned n) {
  int steps = 0;
again:
  if (n == 1)
    return steps;
  n = n & 1 ? 3 * n + 1 : n / 2;
  steps++;
  goto again;
}

double horner(const double *c, int n, double x) {
  double r = 0;
  while (n-- > 0)
    r = fma(r, x, c[n]);
  return r;
}
