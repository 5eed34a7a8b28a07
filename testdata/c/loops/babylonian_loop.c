// The Babylonian square root as a loop that ends, or breaks off, when its steps are small.
// llad: func f double
// llad: arg a out double 3.5
// llad: tags loop unknown-trip
#include <math.h>

double f(double a) {
  double t = (1 + a) / 2, last = 0;
  while (fabs(t - last) > 1e-15 * t) {
    last = t;
    t = 0.5 * (t + a / t);
    if (fabs(t - last) < 1e-12)
      break;
  }
  return t;
}
