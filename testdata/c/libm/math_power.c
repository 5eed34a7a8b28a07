// Powers, roots and hypot, in double precision.
// llad: func f void
// llad: arg x dup double[8] {0.5,1.25,1.75,0.375,2.625,2.5,0.75,-3.25}
// llad: arg k const int 3
// llad: arg y dup double[9] zero
// llad: tags math
#include <math.h>

void f(const double *x, int k, double *y) {
  y[0] = pow(x[0], x[1]);
  y[1] = pow(x[2], 3.0);
  y[2] = pow(2.0, x[3]);
  y[3] = sqrt(x[4]);
  y[4] = cbrt(x[5]) + cbrt(x[7]);
  y[5] = hypot(x[6], x[7]);
  y[6] = pow(x[7], k);
  y[7] = pow(x[4], 0.5) + pow(x[5], -1.5);
  y[8] = __builtin_powi(x[7], k) + __builtin_powi(x[1], -k);
}
