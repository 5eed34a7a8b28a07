// What the library returns through pointers, and neighbours.
// llad: func f void
// llad: arg x dup double[5] {3.375,-2.5,7.25,1.75,0.625}
// llad: arg y dup double[4] zero
// llad: tags math
#define _GNU_SOURCE
#include <math.h>

void f(const double *x, double *y) {
  int sign, quo;
  y[0] = lgamma_r(x[1], &sign) * x[0] + sign;
  y[1] = remquo(x[2], x[3], &quo) * x[4];
  y[2] = quo * x[0];
  y[3] = nextafter(x[4], 2.0) * x[3] + drem(x[2], x[0]);
}
