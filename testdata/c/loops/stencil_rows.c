// Neighbours in rows that are found through tables of pointers: rows of their own, and
// rows that lie in others or are the same, where what a step writes another one reads.
// llad: func f double
// llad: arg x dup double[60] range(0.5,1.5)
// llad: arg n const long 26
// llad: tags loop stencil memory
#include <stdlib.h>

static void steps(double **u, double **w, long rows, long n, int count) {
  for (int t = 0; t < count; t++) {
    for (long i = 1; i < rows - 1; i++)
      for (long j = 1; j < n - 1; j++) {
        double l = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j];
        w[i][j] = u[i][j] + 0.2 * l + 0.1 * u[i][j] * (1 - u[i][j]);
      }
    double **old = u;
    u = w;
    w = old;
  }
}

static double sum(double **u, long rows, long n) {
  double s = 0;
  for (long i = 0; i < rows; i++)
    for (long j = 0; j < n; j++)
      s += u[i][j] * (0.5 + i - 0.25 * j);
  return s;
}

double f(const double *x, long n) {
  double *u[4], *w[4], s = 0;
  double *a = malloc(8 * n * sizeof *a);
  for (int kind = 0; kind < 3; kind++) {
    for (long k = 0; k < 8 * n; k++)
      a[k] = x[k % 60] * 0.25;
    for (int i = 0; i < 4; i++) {
      u[i] = a + i * n;
      w[i] = kind == 0 ? a + (i + 4) * n : kind == 1 ? a + i * n + 3 : a + (3 - i) * n;
    }
    steps(u, w, 4, n, 3);
    s += sum(u, 4, n) + 0.5 * sum(w, 4, n);
  }
  free(a);
  return s;
}
