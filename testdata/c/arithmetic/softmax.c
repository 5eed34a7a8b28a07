// In place, then the cross entropy of one class.
// llad: func f double
// llad: arg x dup double[6] range(-1,2) inout
// llad: arg k const int 2
// llad: tags loop inplace math
#include <math.h>

double f(double *x, int k) {
  double m = x[0], s = 0;
  for (int i = 1; i < 6; i++)
    m = fmax(m, x[i]);
  for (int i = 0; i < 6; i++) {
    x[i] = exp(x[i] - m);
    s += x[i];
  }
  for (int i = 0; i < 6; i++)
    x[i] /= s;
  return -log(x[k]);
}
