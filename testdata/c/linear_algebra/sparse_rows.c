// A sparse matrix by rows: compilers unroll the loop over a row by two, and do the odd
// element first, whose sum starts from a constant.
// llad: func f double
// llad: arg a dup double[14] range(-1,1)
// llad: arg x dup double[7] range(-1,1)
// llad: arg y dup double[6] zero
// llad: arg rows const int 6
// llad: tags nested loop
static const int starts[] = {0, 1, 3, 3, 6, 10, 14};
static const int columns[] = {2, 0, 6, 1, 3, 5, 0, 2, 4, 6, 1, 2, 3, 6};

static void __attribute__((noinline)) product(const int *s, const int *c, const double *a, const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = s[i]; k < s[i + 1]; k++)
      sum += a[k] * x[c[k]];
    y[i] = sum;
  }
}

static double __attribute__((noinline)) powers(const int *s, const int *c, const double *a, const double *x, int n) {
  double all = 1;
  for (int i = 0; i < n; i++) {
    double p = 2, q = 1;
    for (int k = s[i]; k < s[i + 1]; k++) {
      p = p * x[c[k]] + a[k];
      q = 1 - q * a[k];
    }
    all += p * q;
  }
  return all;
}

double f(const double *a, const double *x, double *y, int rows) {
  product(starts, columns, a, x, y, rows);
  double s = powers(starts, columns, a, x, rows);
  for (int i = 0; i < rows; i++)
    s += y[i] * y[i];
  return s;
}
