// A string of ifs, each of which may leave.
// llad: func f double
// llad: arg x out double 1.3
// llad: arg y out double 0.6
// llad: tags branch exits
#include <math.h>

double f(double x, double y) {
  if (x < 0)
    return -x * y;
  if (y < 0)
    return y * y;
  double t = x * y;
  if (t > 10)
    return log(t);
  if (t > 5)
    return t * t;
  t = sin(t);
  if (t > 0.99)
    return t;
  if (x > y) {
    t += x / y;
    if (t > 2.5)
      return t * y + x;
  }
  return t - y;
}
