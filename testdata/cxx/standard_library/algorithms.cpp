// <algorithm> and <numeric>.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
// llad: cflags -Wno-deprecated-declarations
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>
extern "C" double f(double *x, int n) {
  std::vector<double> a(x, x + n), b(n), c(n);
  std::transform(a.begin(), a.end(), b.begin(), [](double v) { return v * v; });
  std::transform(a.begin(), a.end(), b.begin(), c.begin(), std::multiplies<double>());
  double s = std::accumulate(c.begin(), c.end(), 1.0, [](double p, double v) { return p * (1 + v); });
  s += std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  std::partial_sum(a.begin(), a.end(), c.begin());
  std::adjacent_difference(b.begin(), b.end(), a.begin());
  std::sort(c.begin(), c.end(), std::greater<double>());
  std::nth_element(b.begin(), b.begin() + 2, b.end());
  std::stable_sort(a.begin(), a.end());
  auto [lo, hi] = std::minmax_element(a.begin(), a.end());
  s += *lo * *hi + b[2] * c[0];
  std::rotate(c.begin(), c.begin() + 2, c.end());
  std::copy_if(c.begin(), c.end(), a.begin(), [](double v) { return v > 1; });
  std::fill(b.begin(), b.begin() + 2, x[0]);
  s += std::max({x[1], x[2], x[3]}) * std::clamp(x[4], 0.5, 0.6) + std::min(x[5], x[0]);
  std::iter_swap(a.begin(), a.end() - 1);
  std::vector<int> idx(n);
  std::iota(idx.begin(), idx.end(), 0);
  std::sort(idx.begin(), idx.end(), [&](int i, int j) { return x[i] < x[j]; });
  for (int i = 0; i < n; i++) s += x[idx[i]] * i;
  return s + std::reduce(a.begin(), a.end()) + std::transform_reduce(b.begin(), b.end(), c.begin(), 0.0);
}
