// Rows are chosen by an index from memory where a mask says so: compilers gather the addresses of rows under a mask, and
// what they lead to under the same one.
// llad: func f double
// llad: arg x dup double[96] range(0.5,1.5)
// llad: arg n const int 24
// llad: cflags -ffast-math
// llad: tags loop vectors pointer
#include <stdlib.h>

struct table {
  double *row[4];
  const int *which;
  const unsigned char *on;
};

static double __attribute__((noinline)) chosen(const struct table *t, const double *w, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (t->on[i])
      s += t->row[t->which[i]][i] * w[i];
  return s;
}

static double __attribute__((noinline)) largest(double *const *row, const int *which, const double *w, int n) {
  double most = 0;
  for (int i = 0; i < n; i++)
    if (which[i] != 2) {
      double v = row[which[i]][i] * w[i];
      most = v > most ? v : most;
    }
  return most;
}

double f(const double *x, int n) {
  struct table t;
  double *rows = malloc(4 * n * sizeof *rows);
  int *which = malloc(n * sizeof *which);
  unsigned char *on = malloc(n);
  for (int i = 0; i < 4 * n; i++)
    rows[i] = x[i] * x[i];
  for (int i = 0; i < 4; i++)
    t.row[i] = rows + i * n;
  for (int i = 0; i < n; i++) {
    which[i] = i * i % 4;
    on[i] = i % 3 != 1;
  }
  t.which = which;
  t.on = on;
  double s = chosen(&t, x, n) + largest(t.row, which, x + n, n);
  rows[3] = s;
  s += chosen(&t, x + 2 * n, n);
  free(rows);
  free(which);
  free(on);
  return s;
}
