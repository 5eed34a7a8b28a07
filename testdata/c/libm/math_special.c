// Error and gamma functions.
// llad: func f void
// llad: arg x dup double[6] {0.625,1.25,2.75,3.375,-0.625,1.4375}
// llad: arg y dup double[6] zero
// llad: tags math
#include <math.h>

void f(const double *x, double *y) {
  y[0] = erf(x[0]);
  y[1] = erfc(x[1]);
  y[2] = tgamma(x[2]);
  y[3] = lgamma(x[3]);
  y[4] = erf(x[4]) * erfc(x[4]);
  y[5] = tgamma(x[5]) * lgamma(x[2]);
}
