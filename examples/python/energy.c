#include <math.h>

/* The energy of a chain of n masses at x[0] ... x[n-1]: springs of stiffness k
   between neighbours, a well at the origin for each. */
double energy(double k, const double *x, int n) {
  double e = 0;
  for (int i = 0; i < n; i++) {
    e += 1 - exp(-x[i] * x[i]);
    if (i > 0)
      e += 0.5 * k * (x[i] - x[i - 1]) * (x[i] - x[i - 1]);
  }
  return e;
}
