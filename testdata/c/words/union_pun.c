// One store, two names.
// llad: func f double
// llad: arg x dup double[4] range(0.5,1.5)
// llad: tags union loop
#include <math.h>
union cell { double d; struct { double re, im; } c; double v[2]; };

double f(const double *x) {
  union cell u;
  u.c.re = x[0] * x[1];
  u.c.im = x[2];
  double s = u.v[1] * u.d;
  u.d = x[3] * s;
  return u.c.re * u.v[1] + sin(u.v[0]);
}
