// Nests whose outer iterations run together, and whose inner ones meet nowhere or do.
#include <stdio.h>

#define N __attribute__((noinline))

// The elements of a row, and those that all rows have in common.
N void apart(double *restrict a, double *restrict y, const double *restrict b, const double *restrict c,
             const double *restrict x, int n, int m) {
  for (int i = 0; i < n; i++) {
    int j = 0;
    do {
      a[i * m + j] += c[i] * x[j];
      y[j] += c[i] * b[i * m + j];
    } while (++j < m);
  }
}

// Both halves of a row.
N void halves(double *restrict a, const double *restrict c, const double *restrict x, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 16; j++) {
      a[i * 41 + j] += c[i] * x[j];
      a[i * 41 + 16 + j] -= c[i] * x[j];
    }
}

// Members of structs in turn.
N void members(double *restrict a, const double *restrict c, const double *restrict x, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 20; j++) {
      a[i * 61 + 3 * j] += c[i] * x[j];
      a[i * 61 + 3 * j + 1] -= c[i] * x[j];
    }
}

// Two parts of a row that have an element in common: found when it runs, or seen.
N void meets(double *restrict a, const double *restrict c, const double *restrict x, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 16; j++) {
      a[i * 41 + j] += c[i] * x[j];
      a[i * 41 + 15 + j] -= c[i] * x[j];
    }
}

// Each element of one before.
N void recurrence(double *restrict a, const double *restrict c, const double *restrict x, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 3; j < 40; j++)
      a[i * 41 + j] += c[i] * x[j] * a[i * 41 + j - 3];
}

// A row, and then an element of it, or of another row.
N void pivot(double *restrict a, const double *restrict c, const double *restrict x, int n, int m, int k) {
  double *own = a + k;
  for (int i = 0; i < n; i++) {
    int j = 0;
    do {
      a[i * m + j] += c[i] * x[j];
    } while (++j < m);
    own[i * m] = 0.5 * own[i * m] - c[i];
  }
}

static double a[4096], b[4096], c[64], x[64], y[64];

static void show(void) {
  double s = 0;
  for (int i = 0; i < 4096; i++)
    s += a[i] * (i % 13 - 5);
  for (int i = 0; i < 64; i++)
    s += y[i] * (i % 7 - 2);
  printf("%.17g\n", s);
}

int main(void) {
  for (int i = 0; i < 4096; i++)
    a[i] = 1.0 / (1 + i % 31), b[i] = 1.0 / (2 + i % 29);
  for (int i = 0; i < 64; i++)
    c[i] = 0.25 * (i % 5) - 0.3, x[i] = 0.125 * (i % 9) - 0.4;
  apart(a, y, b, c, x, 50, 41), show();
  halves(a, c, x, 51), show();
  members(a, c, x, 51), show();
  meets(a, c, x, 51), show();
  recurrence(a, c, x, 51), show();
  pivot(a, c, x, 50, 41, 7), show();
  pivot(a, c, x, 50, 41, 45), show();
}
