// Trigonometric functions of libm and their inverses, in double precision.
// llad: func f void
// llad: arg x dup double[8] {0.5,1.25,-0.75,0.375,-0.625,1.75,0.875,-1.5}
// llad: arg y dup double[8] zero
// llad: tags math
#include <math.h>

void f(const double *x, double *y) {
  y[0] = sin(x[0]) * x[7];
  y[1] = cos(x[1]);
  y[2] = tan(x[2]);
  y[3] = asin(x[3]);
  y[4] = acos(x[4]);
  y[5] = atan(x[5]);
  y[6] = atan2(x[6], x[1]);
  y[7] = atan2(x[2], x[7]);
}
