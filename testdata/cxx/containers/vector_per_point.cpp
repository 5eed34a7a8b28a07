// Vectors that are declared in loops: over points, with an empty one, one that only some iterations have, in a nest, and over time.
// llad: func f double
// llad: arg x dup double[12] {0.7,1.3,0.4,1.9,0.55,1.1,0.25,0.8,1.6,0.95,0.35,1.45}
// llad: arg out dup double[4] zero
// llad: arg n const int 4
// llad: arg d const int 3
// llad: arg none const int 0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>
static double spread(const double *x, int d) {
  std::vector<double> from(d);
  double mean = std::accumulate(x, x + d, 0.0) / d;
  for (int j = 0; j < d; j++)
    from[j] = x[j] - mean;
  return *std::max_element(from.begin(), from.end()) - *std::min_element(from.begin(), from.end());
}
extern "C" double f(const double *x, double *out, int n, int d, int none) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    std::vector<double> a(d), b(none);
    for (int j = 0; j < d; j++)
      a[j] = std::sin(x[i * d + j]) * (j ? a[j - 1] : 1);
    s += a[d - 1] + b.size();
    if (i % 2) {
      std::vector<double> c(a.begin(), a.end());
      std::sort(c.begin(), c.end());
      s += c[0] * c[d / 2];
    }
    for (int j = 0; j < i; j++) { // a nest
      std::vector<double> e(j + 1, x[i]);
      s += std::max(e[j], 0.5) * a[0];
    }
    out[i] = std::exp(-a[0]);
  }
  for (int i = 0; i < n; i++)
    s += spread(x + i * d, d);
  std::vector<double> u(x, x + d);
  for (int t = 0; t < 5; t++) { // what u is leads from step to step
    std::vector<double> v(d);
    for (int j = 0; j < d; j++)
      v[j] = u[j] * u[(j + 1) % d] + 0.1 * t;
    for (int j = 0; j < d; j++)
      u[j] += 0.2 * std::cos(v[j]);
  }
  for (int i = 0; i < none; i++) { // never runs, and never asks for so much
    std::vector<double> huge(-5 - none);
    s += huge[0] * x[i];
  }
  return s + std::accumulate(u.begin(), u.end(), 0.0);
}
