// Exponents and fractions.
// llad: func f void
// llad: arg x dup double[6] {0.625,5.25,-2.75,0.375,2.625,-3.3125}
// llad: arg k const int 3
// llad: arg y dup double[6] zero
// llad: tags math
#include <math.h>

void f(const double *x, int k, double *y) {
  int e;
  double whole, m = frexp(x[1], &e);
  y[0] = m * x[0] + e;
  y[1] = ldexp(x[2], k);
  y[2] = modf(x[5], &whole) * x[3];
  y[3] = whole * x[3];
  y[4] = scalbn(x[4], -k) + scalbln(x[0], 2L);
  y[5] = m * m * x[4];
}
