// Newton's iteration until it has converged: the trip count is the data's.
// llad: func f double
// llad: arg a out double 7.25
// llad: tags loop unknown-trip
#include <math.h>

double f(double a) {
  double x = a;
  while (fabs(x * x * x - a) > 1e-13 * a)
    x = x - (x * x * x - a) / (3 * x * x);
  return x * a;
}
