// x87 extended precision.
// llad: func f double
// llad: arg x dup double[5] range(0.5,1.5)
// llad: arg y dup long-double[3] range(0.5,1.5)
// llad: tags longdouble loop math
#include <math.h>

double f(const double *x, const long double *y) {
  long double s = 0;
  for (int i = 0; i < 5; i++)
    s += (long double)x[i] * y[i % 3];
  return (double)(s * s + sinl(s) + sqrtl(y[0]) * expl(-y[1]) + logl(y[2]));
}
