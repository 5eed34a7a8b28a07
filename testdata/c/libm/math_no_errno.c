// Calls of libm become intrinsics when errno need not be set.
// llad: func f void
// llad: arg x dup double[8] {0.5,1.25,-0.75,0.375,1.5625,2.5,0.75,3.25}
// llad: arg y dup double[10] zero
// llad: arg k const int 3
// llad: cflags -fno-math-errno
// llad: tags math intrinsic
#include <math.h>

void f(const double *x, double *y, int k) {
  y[0] = sin(x[0]) * cos(x[1]) + tan(x[2]);
  y[1] = exp(x[0]) + exp2(x[1]) - log(x[3]) * log2(x[4]) + log10(x[5]);
  y[2] = pow(x[4], x[5]) * sqrt(x[6]);
  y[3] = asin(x[0]) + acos(x[3]) * atan(x[2]) + atan2(x[1], x[2]);
  y[4] = sinh(x[2]) + cosh(x[1]) * tanh(x[6]);
  y[5] = fabs(x[2]) + fma(x[0], x[1], x[2]) + floor(x[7]) * x[0];
  y[6] = fmin(x[0], x[1]) * fmax(x[2], x[3]) + copysign(x[5], x[2]);
  y[7] = ldexp(x[6], k) + hypot(x[0], x[1]) + cbrt(x[5]);
  y[8] = rint(x[7]) * trunc(x[5]) * x[1] + ceil(x[4]) * x[6] + round(x[7]) * x[3];
  y[9] = __builtin_powi(x[4], k) + fmod(x[7], x[4]);
}
