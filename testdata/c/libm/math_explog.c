// Exponentials and logarithms of libm, in double precision.
// llad: func f void
// llad: arg x dup double[8] {0.5,1.25,-0.75,0.375,1.625,2.5,0.75,3.25}
// llad: arg y dup double[8] zero
// llad: tags math
#include <math.h>

void f(const double *x, double *y) {
  y[0] = exp(x[0]);
  y[1] = exp2(x[1]);
  y[2] = expm1(x[2]);
  y[3] = log(x[3]);
  y[4] = log2(x[4]);
  y[5] = log10(x[5]);
  y[6] = log1p(x[6]);
  y[7] = logb(x[7]) * x[0] + ilogb(x[7]) * x[1];
}
