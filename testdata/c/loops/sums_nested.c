// Sums over sums, with results kept for every point, a minimum of each, and a
// loop that need not run at all.
// llad: func f double
// llad: arg x dup double[20] range(0.4,1.2)
// llad: arg c dup double[12] range(0.3,1.4)
// llad: arg near dup double[5] zero
// llad: arg n const int 5
// llad: arg k const int 3
// llad: arg none const int 0
// llad: tags loop nested
#include <math.h>

double f(const double *x, const double *c, double *near, int n, int k, int none) {
  double cost = 0, spread = 0, empty = 1.5;
  for (int i = 0; i < n; i++) {
    double best = 1e300;
    for (int q = 0; q < k; q++) {
      double s = 0;
      for (int j = 0; j < 4; j++) {
        double e = x[i * 4 + j] - c[q * 4 + j];
        s += e * e;
      }
      if (s < best) best = s;
    }
    cost += best;
  }
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int q = 0; q < k; q++) {
      double t = 0;
      for (int j = 0; j < 4; j++) t += fabs(x[i * 4 + j] - c[q * 4 + j]);
      s += exp(-t);
    }
    near[i] = s;
    spread += log(s);
  }
  for (int i = 0; i < none; i++) {
    double s = 0;
    for (int j = 0; j < k; j++) s += x[i + j] * c[j];
    empty += s * s;
  }
  return cost - spread + empty;
}
