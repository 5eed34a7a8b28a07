#include "energy.h"

#include <math.h>

/* Springs of stiffness k between neighbours, a well at the origin for each point. */
double energy(double k, const double *x, int n) {
  double e = 0;
  for (int i = 0; i < n; i++) {
    e += 1 - exp(-x[i] * x[i]);
    if (i > 0)
      e += 0.5 * k * (x[i] - x[i - 1]) * (x[i] - x[i - 1]);
  }
  return e;
}

/* What llad puts in the place of the call; llad.h declares it so. */
extern int llad_dup, llad_const;
double __llad_reverse(double (*f)(double, const double *, int), ...);

double energy_gradient(double k, double *dk, const double *x, double *dx, int n) {
  double g = __llad_reverse(energy, k, llad_dup, x, dx, llad_const, n);
  *dk += g;
  return energy(k, x, n);
}
