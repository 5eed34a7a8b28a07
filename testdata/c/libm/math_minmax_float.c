// Minima, maxima, absolute values, remainders and fma, in single precision.
// llad: func f void
// llad: arg x dup float[8] {0.5,1.25,-2.75,0.375,2.625,2.5,0.75,-3.25}
// llad: arg y dup float[8] zero
// llad: tags math float
// llad: difftol 2e-5
// llad: dottol 1e-5
#include <math.h>

void f(const float *x, float *y) {
  y[0] = fmaxf(x[0], x[1]) * x[2];
  y[1] = fminf(x[2], x[3]) * x[4];
  y[2] = fabsf(x[2]) + fabsf(x[4]) * x[0];
  y[3] = fdimf(x[4], x[5]) * 3 + fdimf(x[6], x[5]) + x[0];
  y[4] = copysignf(x[6], x[7]) * x[0];
  y[5] = fmodf(x[5], x[6]);
  y[6] = remainderf(x[4], x[1]);
  y[7] = fmaf(x[0], x[1], x[2]) * fmaf(-x[3], x[4], x[5]);
}
