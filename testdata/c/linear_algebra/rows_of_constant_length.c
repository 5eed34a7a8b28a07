// Eliminations in arrays whose rows have a constant length, by loops to a number that is known when the
// program runs: within the rows, and beyond them, where an element of one row is one of the next.
// llad: func eliminations double
// llad: arg x dup double[36] range(0.25,1)
// llad: arg n const int 5
// llad: tags loop
#include <math.h>

enum { LENGTH = 7, SHORT = 4 };

static void lu(int n, double (*a)[LENGTH]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[k][j];
      a[i][j] /= a[j][j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}

static void cholesky(int n, double (*a)[LENGTH]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
    for (int k = 0; k < i; k++)
      a[i][i] -= a[i][k] * a[i][k];
    a[i][i] = sqrt(a[i][i]);
  }
}

// Columns n and more than SHORT reach into the next row.
__attribute__((no_sanitize("bounds"))) static void beyond(int n, double (*a)[SHORT]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < i; k++)
        a[i][j] -= 0.1 * a[i][k] * a[k][j];
}

double eliminations(const double *x, int n) {
  double a[LENGTH][LENGTH], b[LENGTH][LENGTH], c[8][SHORT];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i][j] = x[6 * i + j] + (i == j ? 4 : 0);
      b[i][j] = 0.5 * (x[6 * i + j] + x[6 * j + i]) + (i == j ? 4 : 0);
    }
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < SHORT; j++)
      c[i][j] = x[(4 * i + j) % 36] * x[(3 * i + 2 * j) % 36];
  lu(n, a);
  cholesky(n, b);
  beyond(n, c);
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s += sin(a[i][j]) + (j <= i ? b[i][j] * b[i][j] * (1 + i) : 0);
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < SHORT; j++)
      s += c[i][j] * c[i][j] * (i + 2 * j);
  return s;
}
