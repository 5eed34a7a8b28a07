// Choices by ?:, of values and of the largest so far.
// llad: func f double
// llad: arg x dup double[5] {-1.5,0.25,2.5,-0.75,1.5}
// llad: arg a out double 0.8
// llad: tags select
#include <math.h>

double f(const double *x, double a) {
  double s = 0, best = x[0];
  for (int i = 0; i < 5; i++) {
    double t = x[i] > a ? x[i] * a : x[i] - a;
    s += t > 0 ? t * t : 0.25 * t;
    best = best > x[i] ? best : x[i];
  }
  return s + best * a;
}
