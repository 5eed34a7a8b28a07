// Determinant by minors: recursion over a set of columns.
// llad: func f double
// llad: arg a dup double[25] range(-1,1)
// llad: arg n const int 5
// llad: tags recursion matrix

static double minor_of(const double *a, int n, int row, unsigned used) {
  if (row == n)
    return 1;
  double s = 0, sign = 1;
  for (int c = 0; c < n; c++) {
    if (used & 1u << c)
      continue;
    s += sign * a[row * n + c] * minor_of(a, n, row + 1, used | 1u << c);
    sign = -sign;
  }
  return s;
}

double f(const double *a, int n) { return minor_of(a, n, 0, 0); }
