// Cells that hold a double or the address of another cell, and change: second derivatives by names.
// llad: func f double
// llad: arg x dup double[5] {0.7,1.3,0.4,1.9,0.55}
// llad: arg n const int 5
#include <stdlib.h>

struct cell {
  int leads;
  union {
    double v;
    struct cell *c;
  } u;
};

static double value(const struct cell *c) { return c->leads ? 0.5 * value(c->u.c) : c->u.v; }

__attribute__((noinline)) static void lead(struct cell *c, struct cell *to) {
  c->leads = 1;
  c->u.c = to;
}

__attribute__((noinline)) static void put(struct cell *c, double v) {
  c->leads = 0;
  c->u.v = v;
}

double f(const double *x, int n) {
  struct cell *c = calloc(n, sizeof *c);
  double s = 0;
  for (int r = 0; r < 4; r++)
    for (int i = 0; i < n; i++) {
      if (i && (i + r) % 3 == 1)
        lead(&c[i], &c[i - 1]);
      else
        put(&c[i], x[i] * x[i] * x[(i + r) % n]);
      s += value(&c[i]) * value(&c[(i + 1) % n]);
    }
  free(c);
  return s;
}
