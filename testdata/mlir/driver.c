#include <math.h>
#include <stdint.h>
#include <stdio.h>
typedef struct { double *base, *data; int64_t offset, size, stride; } memref;
double f(double *, double *, int64_t, int64_t, int64_t);
double f_grad(double *, double *, double *, double *, int64_t, int64_t, int64_t, double);
double _mlir_ciface_f_jvp(memref *, memref *, double *);
int main(void) {
  double x[8] = {0.9, 1.3, 0.6, 1.1, 0.7, 1.2, 0.8, 1.4}, d[8] = {0};
  double v = f(x, x, 0, 8, 1);
  if (fabs(f_grad(x, d, x, d, 0, 8, 1, 1) - v) > 1e-12 * fabs(v)) return 1;
  for (int i = 0; i < 8; i++) {
    double dx[8] = {0}, y[8], t, h = 1e-5, up, down;
    for (int k = 0; k < 8; k++) y[k] = x[k];
    y[i] = x[i] + h, up = f(y, y, 0, 8, 1);
    y[i] = x[i] - h, down = f(y, y, 0, 8, 1);
    dx[i] = 1;
    memref a = {x, x, 0, 8, 1}, da = {dx, dx, 0, 8, 1};
    _mlir_ciface_f_jvp(&a, &da, &t);
    double want = (up - down) / (2 * h);
    if (!(fabs(d[i] - want) < 1e-7 * (1 + fabs(want))) || !(fabs(t - d[i]) < 1e-11 * (1 + fabs(t))))
      return printf("%d: gradient %.12g, tangent %.12g, differences %.12g\n", i, d[i], t, want), 1;
  }
  puts("ok");
  return 0;
}
