// A loop with three ways out, each with a value of its own.
// llad: func f double
// llad: arg x dup double[8] range(0.25,1.25)
// llad: arg limit const double 2.5
// llad: tags loop exits
#include <math.h>

double f(const double *x, double limit) {
  double s = 0, p = 1;
  for (int i = 0; i < 8; i++) {
    s += x[i];
    p *= 1 + x[i];
    if (s > limit)
      return s * p;
    if (p > 20)
      return p / (1 + s);
    for (int j = 0; j <= i; j++)
      if (s * x[j] > limit)
        return x[j] * x[i] + s;
  }
  return s + p;
}
