// Bessel functions of libm, in double precision.
// llad: func f void
// llad: arg x dup double[6] {0.625,1.25,2.75,3.375,1.5,2.4375}
// llad: arg y dup double[6] zero
// llad: tags math
#define _GNU_SOURCE
#include <math.h>

void f(const double *x, double *y) {
  y[0] = j0(x[0]);
  y[1] = j1(x[1]);
  y[2] = jn(3, x[2]);
  y[3] = y0(x[3]);
  y[4] = y1(x[4]);
  y[5] = yn(2, x[5]);
}
