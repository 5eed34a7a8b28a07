// Loops whose iterations the derivatives run several at once: products of matrices
// whose rows are apart, overlap or leave something over, sums into elements that all
// iterations change, with indices of both widths, upwards and downwards.
// llad: func jammed double
// llad: arg x dup double[24] range(-1,1)
// llad: arg n const int 9
// llad: tags loop
#include <stddef.h>

static void product(int n, int m, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      c[i * m + j] *= 0.5;
    for (int k = 0; k < m; k++)
      for (int j = 0; j < m; j++)
        c[i * m + j] += a[i * m + k] * b[k * m + j];
  }
}

// Rows of c begin before the last one ends: iterations are not apart.
static void overlapping(size_t n, size_t m, const double *restrict a, const double *restrict b, double *restrict c) {
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < m; k++)
      for (size_t j = 0; j < m; j++)
        c[i * 3 + j] += 0.125 * a[i * m + k] * b[k * m + j] * c[i * 3 + j + 1];
}

// All iterations change the same elements, each of them in its turn.
static void gathered(long n, long m, const double *restrict a, double *restrict b, double *restrict c) {
  for (long i = n - 1; i >= 0; i--)
    for (long j = 0; j < m; j++) {
      c[j] = c[j] * 0.75 + a[i * m + j] * b[j];
      b[j] += 0.0625 * a[i * m + j];
    }
}

// What one iteration writes the next one reads, a row on.
static void swept(int n, int m, double *a) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] += 0.25 * a[(i - 1) * m + j] * a[i * m + j];
}

double jammed(const double *x, int n) {
  double a[130], b[100], c[180], sum = 0;
  for (int i = 0; i < 180; i++) {
    c[i] = x[i % 24] - 0.01 * i;
    if (i < 130)
      a[i] = x[i % 23] * (i % 5 - 2);
    if (i < 100)
      b[i] = x[i % 19 + 5] * 0.25;
  }
  product(n, n, a, b, c);
  product(n + 3, 10, a + 7, b, c + 60);
  overlapping(n, n, a, b, c);
  gathered(n + 3, 10, a, b, c + 30);
  product(n, n, a, c, c + 40); // the second factor is overwritten
  swept(n + 3, 10, a);
  for (int i = 0; i < 130; i++)
    sum += a[i] * (c[i] + c[i + 50]);
  return sum;
}
