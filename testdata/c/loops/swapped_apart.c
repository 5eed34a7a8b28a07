// Buffers that change places between the steps of a simulation, coefficients behind another
// pointer: called with memory that is apart, that overlaps and that is the same, with a
// buffer of the function's own, with pointers that are read again, and with three that go round.
// llad: func f double
// llad: arg x dup double[80] range(0.5,1.5)
// llad: arg n const int 4
// llad: tags loop pointer heap
#include <stdlib.h>

static void __attribute__((noinline)) steps(double *u, double *v, const double *c, int n, int m) {
  for (int t = 0; t < m; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        v[i * n + j] = u[i * n + j] + c[0] * (1 + c[1] * u[i * n + j]) * (u[i * n + j - 1] + u[i * n + j + 1] + u[(i - 1) * n + j] + u[(i + 1) * n + j] - 4 * u[i * n + j]);
    double *w = u;
    u = v;
    v = w;
  }
}

static void __attribute__((noinline)) own(double *x, const double *c, int n, int m) {
  double *tmp = malloc(n * sizeof *tmp), *u = x, *v = tmp;
  for (int i = 0; i < n; i++)
    v[i] = x[n - 1 - i];
  for (int t = 0; t < m; t++) {
    for (int i = 1; i < n - 1; i++)
      v[i] = u[i] * u[i - 1] + c[i] * u[i + 1] * v[i];
    double *w = u;
    u = v;
    v = w;
  }
  for (int i = 0; i < n; i++)
    x[i] += 0.1 * u[i];
  free(tmp);
}

struct fields { double *now, *next; const double *k; };

static void __attribute__((noinline)) members(struct fields *f, int n, int m) {
  for (int t = 0; t < m; t++) {
    for (int i = 1; i < n; i++)
      f->next[i] = f->now[i] * f->now[i - 1] * f->k[0] + f->k[1];
    double *w = f->now;
    f->now = f->next;
    f->next = w;
  }
}

static void __attribute__((noinline)) round3(double *a, double *b, double *c, const double *k, int n, int m) {
  for (int t = 0; t < m; t++) {
    for (int i = 0; i < n; i++)
      c[i] = 2 * b[i] - a[i] * b[i] * k[i % 2];
    double *w = a;
    a = b, b = c, c = w;
  }
}

double f(const double *x, int n) {
  double a[80], s = 0;
  for (int i = 0; i < 80; i++)
    a[i] = x[i] * 0.25;
  steps(a, a + 16, a + 32, n, 3);
  steps(a + 5, a + 12, a + 40, n, 3);  // the buffers overlap
  steps(a + 20, a + 36, a + 41, n, 4); // c lies in one of them
  steps(a + 60, a + 60, a + 2, n, 2);  // one buffer
  own(a + 3, a + 50, 2 * n, 3);
  own(a + 30, a + 33, n, 3);
  struct fields g = {a + 10, a + 55, a + 70}, h = {a + 20, a + 22, a + 25};
  members(&g, n, 3);
  members(&h, n, 3);
  round3(a, a + 8, a + 16, a + 24, n, 4);
  round3(a + 40, a + 42, a + 47, a + 43, n, 4);
  for (int i = 0; i < 80; i++)
    s += a[i] * a[i] * (1 + 0.01 * i);
  return s + g.now[1] * h.next[2];
}
