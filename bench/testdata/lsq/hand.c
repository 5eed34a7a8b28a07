// The adjoint of lsq: A'(Ax - b), row by row.
void lsq_hand(int n, int m, const double *restrict a, const double *restrict b, const double *restrict x,
              double *restrict d_x) {
  for (int i = 0; i < n; i++) {
    const double *restrict row = a + (long)i * m;
    double r = -b[i];
    for (int j = 0; j < m; j++)
      r += row[j] * x[j];
    for (int j = 0; j < m; j++)
      d_x[j] += r * row[j];
  }
}
