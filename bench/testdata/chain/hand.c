// The adjoint of chain: the products from the left are kept.
#include <stdlib.h>
#include <string.h>

void chain_hand(int m, int n, const double *restrict x, double *restrict d_x) {
  size_t nn = (size_t)n * n;
  double *left = malloc(m * nn * sizeof *left), *d_product = malloc(nn * sizeof *left), *d_left = malloc(nn * sizeof *left);
  memcpy(left, x, nn * sizeof *left);
  for (int t = 1; t < m; t++) {
    const double *restrict a = left + (t - 1) * nn, *restrict b = x + t * nn;
    double *restrict c = left + t * nn;
    for (int i = 0; i < n; i++) {
      memset(c + i * n, 0, n * sizeof *c);
      for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
          c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
  }
  for (size_t i = 0; i < nn; i++)
    d_product[i] = 2 * left[(m - 1) * nn + i];
  for (int t = m - 1; t >= 1; t--) {
    const double *restrict a = left + (t - 1) * nn, *restrict b = x + t * nn;
    double *restrict d_b = d_x + t * nn;
    for (int i = 0; i < n; i++)
      for (int k = 0; k < n; k++) {
        double aik = a[i * n + k], sum = 0;
        for (int j = 0; j < n; j++) {
          sum += d_product[i * n + j] * b[k * n + j];
          d_b[k * n + j] += aik * d_product[i * n + j];
        }
        d_left[i * n + k] = sum;
      }
    double *swap = d_product;
    d_product = d_left;
    d_left = swap;
  }
  for (size_t i = 0; i < nn; i++)
    d_x[i] += d_product[i];
  free(left);
  free(d_product);
  free(d_left);
}
