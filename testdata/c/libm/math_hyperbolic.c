// Hyperbolic functions of libm and their inverses, in double precision.
// llad: func f void
// llad: arg x dup double[6] {0.5,1.25,-0.75,0.375,1.625,-0.5}
// llad: arg y dup double[6] zero
// llad: tags math
#include <math.h>

void f(const double *x, double *y) {
  y[0] = sinh(x[0]);
  y[1] = cosh(x[1]);
  y[2] = tanh(x[2]);
  y[3] = asinh(x[3]);
  y[4] = acosh(x[4]);
  y[5] = atanh(x[5]);
}
