// LU with pivoting, then both substitutions.
// llad: func f double
// llad: arg a dup double[16] {2,-1,0.5,0.25,4,1,-0.75,0.5,-1.5,2.5,3,1.25,0.5,-0.25,1.75,-3} inout
// llad: arg b dup double[4] {1,-0.5,2,0.75} inout
// llad: tags loop matrix inplace branch
#include <math.h>

double f(double *a, double *b) {
  enum { N = 4 };
  for (int k = 0; k < N; k++) {
    int p = k;
    for (int i = k + 1; i < N; i++)
      if (fabs(a[i * N + k]) > fabs(a[p * N + k]))
        p = i;
    if (p != k) {
      for (int j = 0; j < N; j++) {
        double t = a[k * N + j];
        a[k * N + j] = a[p * N + j];
        a[p * N + j] = t;
      }
      double t = b[k];
      b[k] = b[p];
      b[p] = t;
    }
    for (int i = k + 1; i < N; i++) {
      double m = a[i * N + k] /= a[k * N + k];
      for (int j = k + 1; j < N; j++)
        a[i * N + j] -= m * a[k * N + j];
      b[i] -= m * b[k];
    }
  }
  for (int i = N - 1; i >= 0; i--) {
    for (int j = i + 1; j < N; j++)
      b[i] -= a[i * N + j] * b[j];
    b[i] /= a[i * N + i];
  }
  return b[0] + b[1] * b[2] - b[3];
}
