// A loop with break and continue behind conditions on the data.
// llad: func f double
// llad: arg x dup double[10] {0.5,-1,1.5,0.75,-0.25,1.25,0.125,2.5,9,-3}
// llad: tags loop break continue
#include <math.h>

double f(const double *x) {
  double s = 0, p = 1;
  for (int i = 0; i < 10; i++) {
    if (x[i] < 0)
      continue;
    p *= x[i];
    s += sin(p);
    if (s > 3)
      break;
    if (x[i] > 2) {
      s += x[i] * x[i];
      continue;
    }
    s += 0.125 * x[i];
  }
  return s * p;
}
