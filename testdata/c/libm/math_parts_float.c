// Exponents and fractions, in single precision.
// llad: func f void
// llad: arg x dup float[6] {0.625,5.25,-2.75,0.375,2.625,-3.3125}
// llad: arg k const int 3
// llad: arg y dup float[6] zero
// llad: tags math float
// llad: difftol 2e-5
// llad: dottol 1e-5
#include <math.h>

void f(const float *x, int k, float *y) {
  int e;
  float whole, m = frexpf(x[1], &e);
  y[0] = m * x[0] + (float)e;
  y[1] = ldexpf(x[2], k);
  y[2] = modff(x[5], &whole) * x[3];
  y[3] = whole * x[3];
  y[4] = scalbnf(x[4], -k) + scalblnf(x[0], 2L);
  y[5] = m * m * x[4];
}
