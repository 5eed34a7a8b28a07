// Hyperbolic functions of libm and their inverses, in single precision.
// llad: func f void
// llad: arg x dup float[6] {0.5,1.25,-0.75,0.375,1.625,-0.5}
// llad: arg y dup float[6] zero
// llad: tags math float
// llad: difftol 2e-5
// llad: dottol 1e-5
#include <math.h>

void f(const float *x, float *y) {
  y[0] = sinhf(x[0]);
  y[1] = coshf(x[1]);
  y[2] = tanhf(x[2]);
  y[3] = asinhf(x[3]);
  y[4] = acoshf(x[4]);
  y[5] = atanhf(x[5]);
}
