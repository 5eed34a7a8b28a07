// A reallocation of constant size, larger than what was there: only the
// beginning is moved.
// llad: func f double
// llad: arg x out double 1.5
// llad: arg k const int 3
// llad: tags realloc heap
#include <stdlib.h>
struct s { double a; int n; double b[10]; };
double f(double x, int k) {
  double *p = malloc(3 * sizeof *p);
  p[0] = x;
  p[2] = x * x;
  struct s *q = realloc(p, sizeof *q);
  q->b[9] = q->a * x;
  double r = q->b[9] + q->b[0] * q->a;
  q->n = k;
  r *= q->n;
  free(q);
  return r;
}
