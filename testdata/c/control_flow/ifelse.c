// Nested ifs in a loop, with other arithmetic on each way.
// llad: func f double
// llad: arg x dup double[6] {-1.5,0.25,2.5,-0.75,1.5,3.25}
// llad: arg n const int 6
// llad: tags branch loop
#include <math.h>

double f(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > 2) {
      s += log(x[i]) * x[i];
    } else if (x[i] > 0) {
      double t = x[i] * x[i];
      if (i & 1)
        s += t * t;
      else
        s -= sin(t);
    } else {
      s += exp(x[i]) / (1 + s * s);
    }
  }
  return s;
}
