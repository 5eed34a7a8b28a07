// Sums that are built up in a matrix, of elements in other columns or rows of it, whose
// first rows compilers treat apart.
// llad: func f double
// llad: arg a dup double[144] range(0.5,1)
// llad: arg s dup double[12] zero
// llad: tags nested loop
#include <math.h>

static void __attribute__((noinline)) decompose(int n, double a[n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= 0.1 * a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
    for (int k = 0; k < i; k++)
      a[i][i] -= 0.01 * a[i][k] * a[i][k];
    a[i][i] = sqrt(1 + a[i][i] * a[i][i]);
  }
}

static void __attribute__((noinline)) below(int n, double a[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      for (int k = i + 1; k < n; k++)
        a[i][j] += 0.1 * a[k][i] * a[k][j];
      a[i][j] *= 0.5;
    }
}

static void __attribute__((noinline)) sums(int n, double a[n][n], double *s) {
  for (int i = 0; i < n; i++) {
    s[i] = 1;
    for (int k = 0; k < n; k++)
      s[i] += a[i][k] * a[k][i];
    for (int k = 0; k < i; k++)
      s[i] *= 1 - 0.1 * s[k];
  }
}

static void __attribute__((noinline)) overlapping(int n, double *a) {
  for (int i = 1; i < n; i++)
    for (int k = 0; k <= i; k++)
      a[i] -= 0.1 * a[k] * a[i - k];
}

double f(double *a, double *s) {
  decompose(12, (double(*)[12])a);
  below(12, (double(*)[12])a);
  sums(12, (double(*)[12])a, s);
  overlapping(12, s);
  double r = 0;
  for (int i = 0; i < 144; i++)
    r += a[i] * a[i];
  for (int i = 0; i < 12; i++)
    r += s[i] * (i + 1);
  return r;
}
