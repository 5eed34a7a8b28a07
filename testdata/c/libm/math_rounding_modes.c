// Rounding by adding a large number, in code that works in every rounding mode.
// llad: func f double
// llad: arg x dup double[4] {1.3,-2.7,0.4,-3.6}
// llad: tags math nowiden
// llad: cflags -frounding-math
#include <math.h>

double f(const double *x) {
  double sum = 0;
  for (int i = 0; i < 4; i++) {
    double big = copysign(0x1p52, x[i]);
    double near = (x[i] + big) - big;
    double low = (x[3 - i] + 0x1.8p52) - 0x1.8p52;
    sum += x[i] * near + (x[i] - low) * (x[i] - low);
  }
  return sum;
}
