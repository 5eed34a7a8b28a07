// Kernels for BenchmarkSteps.
#include <math.h>
double dot(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += i * 0.5 * (i + 1.0);
  return s;
}
double matmul(int n) {
  static double a[32][32], b[32][32], c[32][32];
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 32; j++) {
      a[i][j] = i + j;
      b[i][j] = i - j;
    }
  for (int k = 0; k < n; k++)
    for (int i = 0; i < 32; i++)
      for (int j = 0; j < 32; j++) {
        double s = 0;
        for (int l = 0; l < 32; l++) s += a[i][l] * b[l][j];
        c[i][j] = s;
      }
  return c[3][4];
}
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
double calls(int n) { return fib(n); }
double libm(int n) {
  double s = 0.3;
  for (int i = 0; i < n; i++) s = sin(s) + exp(-s);
  return s;
}
