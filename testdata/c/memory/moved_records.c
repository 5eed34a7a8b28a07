// Records with several numbers and addresses move within a block whose words are each known:
// what stands in the way of one is another of their members, in the order of memory.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.5)
#include <stdlib.h>
#include <string.h>

struct row {
  char tag;
  double a;
  const double *p;
  double c;
  const double *q;
  char end;
};

static void put(struct row *r, double a, double c, const double *p, const double *q) {
  r->tag = 1, r->end = 2;
  r->a = a, r->c = c;
  r->p = p, r->q = q;
}

double f(const double *x) {
  struct row *v = malloc(4 * sizeof *v);
  double own[2] = {x[1] * x[5], x[6]};
  put(v, x[0], x[2], x + 1, own);
  put(v + 1, x[3], x[5], x + 4, x + 2);
  put(v + 2, x[0] * x[1], x[2] * x[3], own + 1, x);
  put(v + 3, x[3] * x[4], x[5] * x[0], x + 7, x + 5);
  memmove(v, v + 1, 3 * sizeof *v);
  v[3].a *= x[6];
  memmove(v + 2, v + 1, 2 * sizeof *v);
  v[0].tag = 3;
  memmove(v + 1, v, 2 * sizeof *v);
  memmove(&v[0].a, &v[0].c, 2 * sizeof(double));
  double s = *v[0].p * v[0].a;
  for (int k = 1; k < 4; k++) s += v[k].a * k + v[k].c * *v[k].p + *v[k].q * v[k].tag * x[7];
  free(v);
  return s;
}
