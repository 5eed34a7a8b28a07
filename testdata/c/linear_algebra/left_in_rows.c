// Eliminations in place of matrices that are one block of numbers: rows are addressed by
// products with their length, which int, unsigned and size_t leave to the compiler; every row below is
// written again while the factors of those above, and those to the left in the same row, stay.
// And what looks like it, but whose rows overlap or whose columns are written later.
// llad: func left_in_rows double
// llad: arg x dup double[25] range(0.25,1)
// llad: arg y dup double[25] zero
// llad: arg n const int 5
// llad: arg m const int 3
// llad: tags loop
#include <math.h>
#include <stddef.h>

static double lu_int(int n, double *a) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i * n + k] /= 3 + a[k * n + k];
      for (int j = k + 1; j < n; j++) a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  double s = 1;
  for (int i = 0; i < n; i++) s *= 1 + a[i * n + i];
  return s;
}

static void cholesky(size_t n, double *a) {
  for (size_t j = 0; j < n; j++) {
    double d = 2 + a[j * n + j];
    for (size_t k = 0; k < j; k++) d -= 0.1 * a[j * n + k] * a[j * n + k];
    d = a[j * n + j] = sqrt(d * d + 0.1);
    for (size_t i = j + 1; i < n; i++) {
      double t = a[i * n + j];
      for (size_t k = 0; k < j; k++) t -= 0.1 * a[i * n + k] * a[j * n + k];
      a[i * n + j] = t / d;
    }
  }
}

static void columns_unsigned(unsigned n, double *a) {
  for (unsigned j = 1; j < n; j++)
    for (unsigned i = 0; i < n; i++)
      for (unsigned k = 0; k < j; k++) a[i * n + j] += 0.2 * a[i * n + k] * a[k * n + j - 1];
}

// Downwards, with indices that wrap at the end; the rows above are still to come.
static void downwards(size_t n, double *a) {
  for (size_t i = n - 1; i < n; i--)
    for (size_t k = i + 1; k < n; k++)
      for (size_t j = 0; j < n; j++) a[i * n + j] -= 0.1 * a[i * n + k] * a[k * n + j];
}

// A row that goes backwards, by a distance that is negative modulo 2^64.
static void negative(size_t n, size_t step, double *a) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) a[n * n - 1 + i * step - j] += 0.1 * a[j] * a[n * n - 1 + i * step];
}

// Rows of m numbers in which n are used: the end of one is the start of the next.
static void overlapping(int n, int m, double *a) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++) a[i * m + j] -= 0.2 * a[i * m + k] * a[k * m + j];
}

// The last column of the row above is column -1 of a row.
static void wrapped(int n, double *a) {
  for (int k = 0; k < n; k++)
    for (int i = 1; i < n; i++)
      for (int j = 0; j < n; j++) a[i * n + j] += 0.1 * a[i * n + j - 1] * a[i * n + k];
}

// Columns to the right are read, and written later.
static void rightwards(long n, double *a) {
  for (long k = 0; k + 1 < n; k++)
    for (long i = 0; i < n; i++)
      for (long j = 0; j <= k; j++) a[i * n + j] -= 0.1 * a[i * n + k + 1] * a[j * n + k];
}

double left_in_rows(double *x, double *y, int n, int m) {
  for (int i = 0; i < n * n; i++) y[i] = x[i];
  double s = lu_int(n, y);
  cholesky(n, y);
  columns_unsigned(n, y);
  downwards(n, y);
  negative(n, (size_t)-n, y);
  overlapping(n, m, y);
  wrapped(n, y);
  rightwards(n, y);
  for (int i = 0; i < n * n; i++) s += y[i] * y[i] * (1 + 0.1 * i);
  return s;
}
