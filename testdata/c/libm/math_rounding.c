// Steps have derivative zero; what is left over has not.
// llad: func f void
// llad: arg x dup double[8] {0.3125,1.25,-2.75,0.375,2.625,3.3125,0.8125,-3.25}
// llad: arg y dup double[8] zero
// llad: tags math
#include <math.h>

void f(const double *x, double *y) {
  y[0] = floor(x[1]) * x[0];
  y[1] = ceil(x[2]) * x[1] + trunc(x[2]);
  y[2] = round(x[4]) * x[2] + rint(x[3]) * x[4];
  y[3] = nearbyint(x[5]) * x[3];
  y[4] = (double)lround(x[7]) * x[4] + (double)llrint(x[5]) * x[0];
  y[5] = x[5] - floor(x[5]);
  y[6] = (double)(int)x[5] * x[6];
  y[7] = (double)lrint(x[7]) * x[7];
}
