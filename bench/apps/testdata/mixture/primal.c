// The negative log likelihood of points under a mixture whose precisions are given by packed triangular factors; dimension and
// components are constants, so that compilers unroll.
#include <math.h>

#include "mixture.h"

double mixture(const double *logits, const double *means, const double *factors, const double *points, int n) {
  double weight[COMPONENTS], total = 0, sum = 0;
  for (int k = 0; k < COMPONENTS; k++)
    total += exp(logits[k]);
  for (int k = 0; k < COMPONENTS; k++) {
    weight[k] = logits[k] - log(total) - 0.5 * DIM * log(2 * 3.14159265358979323846);
    for (int i = 0, p = 0; i < DIM; p += ++i + 1)
      weight[k] += log(factors[k * PACKED + p]);
  }
  for (int j = 0; j < n; j++) {
    double term[COMPONENTS], most, s = 0;
    for (int k = 0; k < COMPONENTS; k++) {
      const double *l = factors + k * PACKED;
      double x[DIM], square = 0;
      int p = 0;
      for (int c = 0; c < DIM; c++)
        x[c] = points[j * DIM + c] - means[k * DIM + c];
      for (int r = 0; r < DIM; r++) {
        double a = 0;
        for (int c = 0; c <= r; c++)
          a += l[p++] * x[c];
        square += a * a;
      }
      term[k] = weight[k] - 0.5 * square;
    }
    most = term[0];
    for (int k = 1; k < COMPONENTS; k++)
      if (term[k] > most)
        most = term[k];
    for (int k = 0; k < COMPONENTS; k++)
      s += exp(term[k] - most);
    sum += log(s) + most;
  }
  return -sum;
}
