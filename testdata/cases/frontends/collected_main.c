#include <math.h>
#include <stdio.h>
void GC_init(void);
void GC_gcollect(void);
double f(const double *, int);
double f_grad(const double *, double *, int, double);
double f_jvp(const double *, const double *, int, double *);
enum { N = 20000 };
static double x[N], d[N], dx[N];
int main(void) {
  GC_init();
  for (int i = 0; i < N; i++) {
    x[i] = 1 + i % 7 * 0.125;
    dx[i] = i % 3 - 0.5;
  }
  double sum = 0, want = 0, v = 0; /* f = sum 36 x0 xi^3 + 6 xi */
  for (int i = 0; i < N; i++) {
    want += dx[i] * (108 * x[0] * x[i] * x[i] + 6) + 36 * dx[0] * x[i] * x[i] * x[i];
    v += 36 * x[0] * x[i] * x[i] * x[i] + 6 * x[i];
  }
#ifdef GRAD
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < N; i++) d[i] = 0;
    if (!(fabs(f_grad(x, d, N, 1.0) / v - 1) < 1e-10)) return 1;
  }
  for (int i = 0; i < N; i++) sum += d[i] * dx[i];
#else
  v = f_jvp(x, dx, N, &sum);
  (void)v;
#endif
  if (!(fabs(sum / want - 1) < 1e-10)) return printf("%.17g for %.17g\n", sum, want), 1;
  puts("ok");
  return 0;
}
