// Powers, roots and hypot, in single precision.
// llad: func f void
// llad: arg x dup float[8] {0.5,1.25,1.75,0.375,2.625,2.5,0.75,-3.25}
// llad: arg k const int 3
// llad: arg y dup float[8] zero
// llad: tags math float
// llad: difftol 2e-5
// llad: dottol 1e-5
#include <math.h>

void f(const float *x, int k, float *y) {
  y[0] = powf(x[0], x[1]);
  y[1] = powf(x[2], 3.0f);
  y[2] = powf(2.0f, x[3]);
  y[3] = sqrtf(x[4]);
  y[4] = cbrtf(x[5]) + cbrtf(x[7]);
  y[5] = hypotf(x[6], x[7]);
  y[6] = powf(x[7], (float)k);
  y[7] = powf(x[4], 0.5f) + powf(x[5], -1.5f);
}
