// Compares f_jvp with central differences of f along every coordinate, and its
// result with f's bit for bit. Prints what differs; ends with 1 then.
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 6 };

double f(double *x, int n);
double f_jvp(double *x, double *d_x, int n, double *d_ret);

static const double point[N] = {0.7, 1.3, 0.4, 1.9, 0.55, 1.1};

static double moved(int k, double h) {
  double x[N];
  memcpy(x, point, sizeof x);
  x[k] += h;
  return f(x, N);
}

int main(void) {
  const double h = 1.0 / (1 << 20);
  int bad = 0;
  for (int k = 0; k < N; k++) {
    double x[N], d[N] = {0}, got = 0;
    memcpy(x, point, sizeof x);
    d[k] = 1;
    double y = f_jvp(x, d, N, &got), want = (moved(k, h) - moved(k, -h)) / (2 * h);
    if (y != moved(k, 0) || !(fabs(got - want) <= 1e-6 * fmax(1, fabs(want)))) {
      printf("x[%d]: f = %.17g (%.17g), derivative %.12g, differences say %.12g\n", k, y, moved(k, 0), got, want);
      bad = 1;
    }
  }
  return bad;
}
