// Trigonometric functions of libm and their inverses, in single precision.
// llad: func f void
// llad: arg x dup float[8] {0.5,1.25,-0.75,0.375,-0.625,1.75,0.875,-1.5}
// llad: arg y dup float[8] zero
// llad: tags math float
// llad: difftol 2e-5
// llad: dottol 1e-5
#include <math.h>

void f(const float *x, float *y) {
  y[0] = sinf(x[0]) * x[7];
  y[1] = cosf(x[1]);
  y[2] = tanf(x[2]);
  y[3] = asinf(x[3]);
  y[4] = acosf(x[4]);
  y[5] = atanf(x[5]);
  y[6] = atan2f(x[6], x[1]);
  y[7] = atan2f(x[2], x[7]);
}
