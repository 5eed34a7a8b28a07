#include "energy.h"

#include <cmath>
#include <vector>

// The energy of a chain of n masses at x[0] ... x[n-1]: springs of stiffness k between neighbours, a well at the
// origin for each.
double chain::energy(double k, const double *x, int n) {
  std::vector<double> stretch;
  for (int i = 1; i < n; i++)
    stretch.push_back(x[i] - x[i - 1]);
  double e = 0;
  for (double s : stretch)
    e += 0.5 * k * s * s;
  for (int i = 0; i < n; i++)
    e += 1 - std::exp(-x[i] * x[i]);
  return e;
}
