// A product of matrices, all restrict, and the sum of its squares.
// llad: func f double
// llad: arg a dup double[20] range(-1,1)
// llad: arg b dup double[24] range(-1,1)
// llad: arg c dup double[30] zero
// llad: arg n const int 5
// llad: arg m const int 6
// llad: arg k const int 4
// llad: tags vector matrix nested loop

double f(const double *restrict a, const double *restrict b, double *restrict c, int n, int m, int k) {
  for (int i = 0; i < n * m; i++)
    c[i] = 0;
  for (int i = 0; i < n; i++)
    for (int l = 0; l < k; l++)
      for (int j = 0; j < m; j++)
        c[i * m + j] += a[i * k + l] * b[l * m + j];
  double s = 0;
  for (int i = 0; i < n * m; i++)
    s += c[i] * c[i];
  return s;
}
