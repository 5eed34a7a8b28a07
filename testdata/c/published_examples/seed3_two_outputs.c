// One input, two outputs that share y = sin(x)^2.
// llad: func f void
// llad: arg x out double 0.75
// llad: arg z dup double[2] zero
// llad: tags seed3 straight
#include <math.h>

void f(double x, double *z) {
  double y = sin(x) * sin(x);
  z[0] = y + 10.0 * x;
  z[1] = x + 20.0 * y;
}
