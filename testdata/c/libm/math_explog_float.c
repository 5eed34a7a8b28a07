// Exponentials and logarithms of libm, in single precision.
// llad: func f void
// llad: arg x dup float[8] {0.5,1.25,-0.75,0.375,1.625,2.5,0.75,3.25}
// llad: arg y dup float[8] zero
// llad: tags math float
// llad: difftol 2e-5
// llad: dottol 1e-5
#include <math.h>

void f(const float *x, float *y) {
  y[0] = expf(x[0]);
  y[1] = exp2f(x[1]);
  y[2] = expm1f(x[2]);
  y[3] = logf(x[3]);
  y[4] = log2f(x[4]);
  y[5] = log10f(x[5]);
  y[6] = log1pf(x[6]);
  y[7] = logbf(x[7]) * x[0];
}
