// What is read from arrays that are written in place, element by element or row by
// row: solutions of triangular systems, recurrences, eliminations, tables, forwards and
// backwards; and what looks like it but is overwritten later.
// llad: func left_behind double
// llad: arg x dup double[36] range(0.25,1)
// llad: arg y dup double[36] zero
// llad: arg n const long 6
// llad: tags loop
#include <math.h>

enum { N = 6 };

static void forwards(long n, double (*l)[N], double *b) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++)
      b[i] -= 0.3 * l[i][j] * b[j];
    b[i] /= 1 + l[i][i];
  }
}

static void backwards(long n, double (*l)[N], double *b) {
  for (long i = n - 1; i >= 0; i--) {
    for (long j = i + 1; j < n; j++)
      b[i] -= 0.2 * l[j][i] * b[j];
    b[i] = b[i] * b[i] + 0.5 * l[i][i];
  }
}

static void eliminate(double (*a)[N]) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[k][j];
      a[i][j] /= 1.5 + a[j][j];
    }
    for (int j = i; j < N; j++)
      for (int k = 0; k < i; k++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}

static void factor(long n, double a[n][n]) {
  for (long i = 0; i < n; i++) {
    for (long j = 0; j < i; j++) {
      for (long k = 0; k < j; k++)
        a[i][j] -= 0.1 * a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
    for (long k = 0; k < i; k++)
      a[i][i] -= 0.1 * a[i][k] * a[i][k];
    a[i][i] = sqrt(4 + a[i][i]);
  }
}

static double series(long n, double *u) {
  for (long i = 1; i < n; i++)
    u[i] = sin(u[i - 1]) * u[i - 1] + 0.5 * u[i];
  for (long i = n - 2; i != -1; i--)
    u[i] += u[i + 1] * u[i + 1] * 0.25;
  return u[n - 1];
}

static void table(double (*t)[N]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      t[i][j] = 0.4 * t[i][j] * t[i - 1][j - 1] + exp(-t[i - 1][j] * t[i][j - 1]);
}

// Rows that are longer than their distance: the next ones write there again.
static void longer(long n, double *a) {
  for (long i = 0; i < n; i++)
    for (long j = 1; j < n; j++)
      a[i * 3 + j] = 0.5 * sin(a[i * 3 + j - 1]) * a[i * 3 + j] + 0.1;
}

// Several times: what was left behind comes again.
static void sweeps(long n, double *a) {
  for (int t = 0; t < 3; t++)
    for (long i = 1; i < n - 1; i++)
      a[i] = 0.5 * a[i] + 0.25 * a[i - 1] * a[i + 1];
}

// The column is in front of the row.
static void ahead(double (*a)[N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++)
      a[j][i] = a[i][j] * a[j][i] + 0.2 * a[j][j] * a[j][j];
}

// The end comes before the loop's own.
static void ended(long n, double *a) {
  for (long i = 0; i < n; i++) {
    for (long j = 0; j < n; j++) {
      if (a[j] > 40)
        break;
      a[i] += 0.125 * a[j] * a[j];
    }
  }
}

double left_behind(const double *x, double *y, long n) {
  double a[N][N], b[36], c[N][N], d[36];
  for (int i = 0; i < 36; i++) {
    a[i / N][i % N] = x[i];
    b[i] = x[35 - i] + 0.1 * i;
    c[i / N][i % N] = 0.5 * x[i] * x[i];
    d[i] = x[i % 7] + x[i];
  }
  forwards(n, a, b);
  backwards(n, a, b);
  eliminate(a);
  factor(n, (void *)d);
  table(c);
  longer(n, d);
  sweeps(n, b + 6);
  ahead(c);
  ended(n, b);
  double s = series(n, b + 12) + series(n, d + 6);
  for (int i = 0; i < 36; i++)
    y[i] = a[i / N][i % N] * b[i] + c[i / N][i % N] * d[i];
  return s;
}
