// Minima, maxima, absolute values, remainders and fma, in double precision.
// llad: func f void
// llad: arg x dup double[8] {0.5,1.25,-2.75,0.375,2.625,2.5,0.75,-3.25}
// llad: arg y dup double[8] zero
// llad: tags math
#include <math.h>

void f(const double *x, double *y) {
  y[0] = fmax(x[0], x[1]) * x[2];
  y[1] = fmin(x[2], x[3]) * x[4];
  y[2] = fabs(x[2]) + fabs(x[4]) * x[0];
  y[3] = fdim(x[4], x[5]) * 3 + fdim(x[6], x[5]) + x[0];
  y[4] = copysign(x[6], x[7]) * x[0];
  y[5] = fmod(x[5], x[6]);
  y[6] = remainder(x[4], x[1]);
  y[7] = fma(x[0], x[1], x[2]) * fma(-x[3], x[4], x[5]);
}
