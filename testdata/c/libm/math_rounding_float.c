// Rounding, in single precision: steps have derivative zero, what is left over has not.
// llad: func f void
// llad: arg x dup float[8] {0.3125,1.25,-2.75,0.375,2.625,3.3125,0.8125,-3.25}
// llad: arg y dup float[6] zero
// llad: tags math float
// llad: difftol 2e-5
// llad: dottol 1e-5
#include <math.h>

void f(const float *x, float *y) {
  y[0] = floorf(x[1]) * x[0];
  y[1] = ceilf(x[2]) * x[1] + truncf(x[2]);
  y[2] = roundf(x[4]) * x[2] + rintf(x[3]) * x[4];
  y[3] = nearbyintf(x[5]) * x[3];
  y[4] = x[5] - floorf(x[5]);
  y[5] = (float)(int)x[5] * x[6];
}
