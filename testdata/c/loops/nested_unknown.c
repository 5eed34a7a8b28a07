// Loops inside loops, none of which knows how often it runs.
// llad: func f double
// llad: arg x dup double[4] {1.75,2.5,0.75,3.25}
// llad: tags loop nested unknown-trip
#include <math.h>

double f(const double *x) {
  double s = 0;
  for (int i = 0; i < 4; i++) {
    double a = x[i], t = 1;
    while (fabs(t * t - a) > 1e-14 * a) {
      double q = a / t, h = 1;
      while (h > 0.01)
        h = h * 0.3 * (1 + 0.01 * q);
      t = 0.5 * (t + q) + 0 * h;
      s += h;
    }
    s += t * (i + 1);
  }
  return s;
}
