// A determinant by minors: rows and columns that are left are linked lists,
// changed and put back around every call.
// llad: func det double
// llad: arg a dup double[16] range(0.25,2)
// llad: tags recursion
static double minor(const double *a, int m, int n, int *r, int *c) {
  int row = r[m], sign = 1;
  if (n == 1)
    return a[row * m + c[m]];
  double d = 0;
  r[m] = r[row];
  int col = c[m], before = m;
  for (int j = 0; j < n; j++) {
    double e = a[row * m + col];
    c[before] = c[col];
    double sub = minor(a, m, n - 1, r, c);
    if (sign > 0)
      d = d + e * sub;
    else
      d = d - e * sub;
    sign = -sign;
    c[before] = col;
    before = col;
    col = c[col];
  }
  r[m] = row;
  return d;
}

double det(const double *a) {
  int r[5], c[5];
  for (int i = 0; i < 4; i++)
    r[i] = c[i] = i + 1;
  r[4] = c[4] = 0;
  return minor(a, 4, 4, r, c);
}
