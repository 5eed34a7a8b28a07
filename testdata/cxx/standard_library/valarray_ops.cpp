// std::valarray and slices.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <valarray>
extern "C" double f(double *x, int n) {
  std::valarray<double> v(x, n);
  std::valarray<double> w = std::sin(v) * v + 2.0;
  w[std::slice(0, 3, 2)] *= std::valarray<double>(v[std::slice(1, 3, 2)]);
  w += v.shift(1);
  std::valarray<double> u = w[w > 2.0];
  return w.sum() * v.max() + u.sum() + (v * w).min() + std::pow(v, 2.0).sum();
}
