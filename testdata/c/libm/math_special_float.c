// Error and gamma functions, in single precision.
// llad: func f void
// llad: arg x dup float[6] {0.625,1.25,2.75,3.375,-0.625,1.4375}
// llad: arg y dup float[6] zero
// llad: tags math float
// llad: difftol 5e-5
// llad: dottol 1e-5
#include <math.h>

void f(const float *x, float *y) {
  y[0] = erff(x[0]);
  y[1] = erfcf(x[1]);
  y[2] = tgammaf(x[2]);
  y[3] = lgammaf(x[3]);
  y[4] = erff(x[4]) * erfcf(x[4]);
  y[5] = tgammaf(x[5]) * lgammaf(x[2]);
}
