// The logarithm of a sum of exponentials, shifted by the largest.
// llad: func f double
// llad: arg x dup double[11] range(-2,3)
// llad: arg n const int 11
// llad: tags loop reduction math
#include <math.h>

double f(const double *x, int n) {
  double m = x[0];
  for (int i = 1; i < n; i++)
    if (x[i] > m)
      m = x[i];
  double s = 0;
  for (int i = 0; i < n; i++)
    s += exp(x[i] - m);
  return m + log(s);
}
