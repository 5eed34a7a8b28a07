// Everything that -ffast-math turns loops and calls into.
// llad: func f double
// llad: arg x dup double[25] range(0.5,1.5)
// llad: arg n const int 25
// llad: cflags -ffast-math
// llad: tags math vector loop reduction reassociates
// llad: dottol 1e-11
#include <math.h>

double f(const double *x, int n) {
  double s = 0, m = x[0], q = 0;
  for (int i = 0; i < n; i++) {
    s += x[i] * sin(x[i]) / sqrt(x[i]);
    q += x[i] > 1 ? x[i] * x[i] : 0.5;
  }
  for (int i = 0; i < n; i++)
    m = fmax(m, x[i]);
  return s * m + pow(q, 0.5) + s / x[3];
}
