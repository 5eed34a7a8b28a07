// What the sign of an element was costs a byte, to compute it again a nest of loops.
// llad: func f double
// llad: arg a dup double[49] range(-1,1)
// llad: arg k dup double[9] range(-1,1)
// llad: arg out dup double[49] zero
// llad: arg n const int 7
// llad: arg m const int 3
// llad: tags nested loop branch

double f(const double *a, const double *k, double *out, int n, int m) {
  for (int i = 0; i + m <= n; i++)
    for (int j = 0; j + m <= n; j++) {
      double s = 0;
      for (int p = 0; p < m; p++)
        for (int q = 0; q < m; q++)
          s += a[(i + p) * n + j + q] * k[p * m + q];
      out[i * n + j] = s > 0 ? s * s : 0.1 * s;
    }
  double s = 0;
  for (int i = 0; i < n * n; i++)
    s += out[i] * out[i];
  return s;
}
