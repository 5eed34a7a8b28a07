// Linear least squares: half the squared norm of Ax - b, A dense with n rows.
#ifndef real
#define real double
#endif

real lsq(int n, int m, const double *a, const double *b, const real *x) {
  real sum = 0;
  for (int i = 0; i < n; i++) {
    real r = -b[i];
    for (int j = 0; j < m; j++)
      r += a[(long)i * m + j] * x[j];
    sum += r * r;
  }
  return 0.5 * sum;
}
