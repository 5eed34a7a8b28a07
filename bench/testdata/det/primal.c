// The determinant of an n×n matrix by minors, along the first of the rows that
// remain. Rows and columns that remain form lists: r[i] follows i, r[n] is the
// first.
#ifndef real
#define real double
#endif

static real minors(const real *a, int n, int m, int *r, int *c) {
  int row = r[n], before = n, column = c[n], sign = 1;
  if (m == 1)
    return a[row * n + column];
  real det = 0;
  r[n] = r[row];
  for (int j = 0; j < m; j++) {
    c[before] = c[column];
    real part = a[row * n + column] * minors(a, n, m - 1, r, c);
    if (sign > 0)
      det += part;
    else
      det -= part;
    c[before] = column;
    before = column;
    column = c[column];
    sign = -sign;
  }
  r[n] = row;
  return det;
}

real det(int n, const real *a) {
  int r[n + 1], c[n + 1];
  for (int i = 0; i < n; i++)
    r[i] = c[i] = i + 1;
  r[n] = c[n] = 0;
  return minors(a, n, n, r, c);
}
