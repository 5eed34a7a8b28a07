// The sum of squares of the product of m matrices, n×n each, from the left.
#ifndef real
#define real double
#endif

static void multiply(int n, const real *a, const real *b, real *c) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      c[i * n + j] = 0;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
  }
}

real chain(int m, int n, const real *x) {
  real product[n * n], next[n * n];
  for (int i = 0; i < n * n; i++)
    product[i] = x[i];
  for (int t = 1; t < m; t++) {
    multiply(n, product, x + t * n * n, next);
    for (int i = 0; i < n * n; i++)
      product[i] = next[i];
  }
  real sum = 0;
  for (int i = 0; i < n * n; i++)
    sum += product[i] * product[i];
  return sum;
}
