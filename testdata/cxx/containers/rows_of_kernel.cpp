// A matrix as a vector of vectors, filled from differences of points, and its Cholesky factor: rows are no memory of
// the caller's, so that the points are read again.
// llad: func f double
// llad: arg x dup double[24] range(0.5,1.5)
// llad: arg n const int 6
// llad: tags vector heap loop
#include <cmath>
#include <vector>

using matrix = std::vector<std::vector<double>>;

static matrix factor(const matrix &a) {
  int n = a.size();
  matrix l(n, std::vector<double>(n));
  for (int j = 0; j < n; j++) {
    double s = a[j][j];
    for (int k = 0; k < j; k++)
      s -= l[j][k] * l[j][k];
    l[j][j] = std::sqrt(s);
    for (int i = j + 1; i < n; i++) {
      double t = a[i][j];
      for (int k = 0; k < j; k++)
        t -= l[i][k] * l[j][k];
      l[i][j] = t / l[j][j];
    }
  }
  return l;
}

extern "C" double f(const double *x, int n) {
  matrix kernel(n, std::vector<double>(n));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double d = 0;
      for (int k = 0; k < 3; k++) {
        double t = (x[4 * i + k] - x[4 * j + k]) * (1 + x[4 * k + 3]);
        d += t * t;
      }
      kernel[i][j] = std::exp(-0.5 * d) + (i == j ? 0.5 : 0);
    }
  matrix l = factor(kernel);
  std::vector<double> z(n);
  double r = 0;
  for (int i = 0; i < n; i++) {
    double s = x[4 * i + 3];
    for (int k = 0; k < i; k++)
      s -= l[i][k] * z[k];
    z[i] = s / l[i][i];
    r += 0.5 * z[i] * z[i] + std::log(l[i][i]);
  }
  return r;
}
