// Calls: recursion, mutual recursion, pointers to functions, several returns,
// calls in loops, variable-length arrays, callees with loops.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double square(double x) { return x * x; }
static double pick(double x, int k) { if (k == 0) return x; if (k == 1) return -x; for (int i = 0; i < k; i++) x = square(x) - 0.5; return x; }
static int even(unsigned n);
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static double fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static double vla(const double *x, int n) {
  double buf[n], s = 0;
  for (int i = 0; i < n; i++) buf[n - 1 - i] = x[i];
  for (int i = 0; i < n; i++) s = s * 0.5 + buf[i];
  return s;
}
static double local(int k) { double t[4] = {0, 1, 2, 3}; t[k & 3] += 10; return t[0] + 2 * t[1] + 3 * t[2] + 4 * t[3]; }
static void update(double *x, int n) { for (int i = 0; i < n; i++) { if (x[i] < 0) return; x[i] = sqrt(x[i]); } }
static double apply(double (*f)(double), double x) { return f(x) + f(x + 1); }
static void fail(int c) { if (c > 1000) { fprintf(stderr, "bad\n"); exit(3); } }
double outer(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += pick(x[i], i % 4) + local(i);
    s += vla(x, i + 1);
    fail(i);
  }
  update(x, n);
  s += apply(square, s) * 1e-3 + apply(sin, s);
  return s + fib(10) + even(7) + odd(9);
}
int main(void) {
  double x[6] = {0.5, 1, 0.25, 2, -1, 3};
  printf("%.17g\n", outer(x, 6));
  for (int i = 0; i < 6; i++) printf("%.17g ", x[i]);
  printf("\n");
  return 0;
}
