// Sums that stay in memory while they grow: compilers store them in every iteration, and
// unroll those loops by two.
// llad: func f double
// llad: arg a dup double[49] range(-0.5,0.5)
// llad: arg x dup double[7] range(0.2,1)
// llad: arg n const int 7
// llad: tags nested loop
static void __attribute__((noinline)) sweep(const double *a, double *x, int n) {
  for (int i = 1; i < n; i++)
    for (int k = 0; k < i; k++)
      x[i] -= a[i * n + k] * x[k] * x[k];
}

static void __attribute__((noinline)) eliminate(double *a, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
      a[i * n + j] /= 2 + a[j * n + j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
  }
}

double f(double *a, double *x, int n) {
  sweep(a, x, n);
  eliminate(a, n);
  double s = 0;
  for (int i = 0; i < n * n; i++)
    s += a[i] * a[i];
  for (int i = 0; i < n; i++)
    s += x[i] * (i + 1);
  return s;
}
