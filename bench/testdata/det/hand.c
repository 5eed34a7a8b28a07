// The adjoint of det: a minor enters linearly, so its adjoint is known before it
// is expanded, and value and adjoint come from one recursion.
static double minors(const double *restrict a, double *restrict d_a, int n, int m, int *r, int *c, double seed) {
  int row = r[n], before = n, column = c[n], sign = 1;
  if (m == 1) {
    d_a[row * n + column] += seed;
    return a[row * n + column];
  }
  double det = 0;
  r[n] = r[row];
  for (int j = 0; j < m; j++) {
    c[before] = c[column];
    double x = a[row * n + column] * sign;
    double part = minors(a, d_a, n, m - 1, r, c, seed * x);
    det += x * part;
    d_a[row * n + column] += seed * sign * part;
    c[before] = column;
    before = column;
    column = c[column];
    sign = -sign;
  }
  r[n] = row;
  return det;
}

void det_hand(int n, const double *a, double *d_a) {
  int r[n + 1], c[n + 1];
  for (int i = 0; i < n; i++)
    r[i] = c[i] = i + 1;
  r[n] = c[n] = 0;
  minors(a, d_a, n, n, r, c, 1);
}
