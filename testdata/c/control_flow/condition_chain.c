// && and || and nested ?:, values that only some paths define.
// llad: func f double
// llad: arg x dup double[5] {0.5,-0.25,1.5,2.25,-1.75}
// llad: tags branch loop
#include <math.h>

double f(const double *x) {
  double s = 0.5, last = 0;
  for (int i = 0; i < 5; i++) {
    if ((x[i] > 0 && s < 2) || (i == 4 && x[0] > 0)) {
      last = x[i] * x[i];
      s += last;
    } else if (x[i] > 2 || s > 100) {
      s = sqrt(s) * last;
    }
    s *= x[i] > 1 ? (s > 1 ? 0.75 : 1.25) : i == 1 ? last + 1 : 1;
  }
  return s;
}
