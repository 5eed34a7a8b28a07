// What glibc adds: sincos, exp10.
// llad: func f double
// llad: arg x dup double[3] {0.625,1.25,0.3125}
// llad: tags math
#define _GNU_SOURCE
#include <math.h>

double f(const double *x) {
  double s, c;
  sincos(x[0], &s, &c);
  return s * x[1] + c * c + exp10(x[2]);
}
