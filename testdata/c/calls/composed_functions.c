// Functions made of functions: n times g, then h, held in a struct.
// llad: func f double
// llad: arg x out double 0.5
// llad: arg n const int 5
// llad: tags indirect higher-order struct
#include <math.h>

struct fn { double (*call)(const struct fn *, double); const struct fn *inner; double k; int n; };

static double scaled_sin(const struct fn *self, double x) { return sin(self->k * x); }

static double shift(const struct fn *self, double x) { return x * x + self->k; }

static double repeat(const struct fn *self, double x) {
  for (int i = 0; i < self->n; i++)
    x = self->inner->call(self->inner, x) * self->k;
  return x;
}

double f(double x, int n) {
  struct fn g = {scaled_sin, 0, 1.25 * x, 0}, h = {shift, 0, 0.5, 0};
  struct fn r = {repeat, &g, 1.5, n}, q = {repeat, &h, 0.75, 2};
  return q.call(&q, r.call(&r, x));
}
