// Curves by CRTP over valarrays and arrays of arrays, extrema by structured bindings, passed to capturing lambdas.
#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>
#include <valarray>
using Row = std::array<double, 4>;
using Basis = std::array<Row, 4>;
constexpr Basis hermite{{{{1, 0, -3, 2}}, {{0, 1, -2, 1}}, {{0, 0, -1, 1}}, {{0, 0, 3, -2}}}};
template <class D> struct Curve {
  std::valarray<double> knots;
  double operator()(double t) const {
    const D &d = static_cast<const D &>(*this);
    size_t i = std::min<size_t>((size_t)t, knots.size() - 2);
    return d.piece(i, t - i);
  }
  std::tuple<double, double, double> extent(int steps) const {
    double lo = 1e30, hi = -1e30, sum = 0;
    for (int k = 0; k <= steps; k++) {
      double v = (*this)(k * (knots.size() - 1.0) / steps);
      lo = std::min(lo, v);
      hi = std::max(hi, v);
      sum += v / (steps + 1);
    }
    return {lo, hi, sum};
  }
};
struct Linear : Curve<Linear> {
  double piece(size_t i, double u) const { return (1 - u) * knots[i] + u * knots[i + 1]; }
};
struct Cubic : Curve<Cubic> {
  std::valarray<double> slopes;
  double piece(size_t i, double u) const {
    Row powers{1, u, u * u, u * u * u};
    Row values{knots[i], slopes[i], slopes[i + 1], knots[i + 1]};
    double s = 0;
    for (size_t r = 0; r < 4; r++)
      for (size_t c = 0; c < 4; c++) s += values[r] * hermite[r][c] * powers[c];
    return s;
  }
};
extern "C" double f(const double *x, size_t n) {
  Linear a;
  a.knots = std::valarray<double>(x, n / 2);
  Cubic b;
  b.knots = std::valarray<double>(x + n / 2, n / 2);
  b.slopes.resize(n / 2);
  b.slopes = (b.knots.shift(1) - b.knots.shift(-1)) * 0.5;
  std::valarray<double> mask = b.knots;
  mask[std::slice(1, 2, 2)] = 0.5;
  auto mixed = [&a, &b, w = x[3]](double t) { return w * a(t) + (1 - w) * b(t) * a(t / 2); };
  auto twice = [](auto g) { return [g](double t) { return g(t) + 0.25 * g(t * 0.5 + 0.3); }; };
  auto h = twice(twice(mixed));
  double s = 0;
  for (int k = 0; k < 9; k++) s += h(0.45 * k) * (k + 1) * 0.1;
  auto [lo, hi, mean] = a.extent(13);
  const auto &[lo2, hi2, mean2] = b.extent(17);
  s += (hi - lo) * (hi2 - lo2) + mean * mean2;
  std::array<std::pair<double, size_t>, 6> order;
  for (size_t i = 0; i < order.size(); i++) order[i] = {mask[i] * a.knots[5 - i], i};
  std::sort(order.begin(), order.end());
  for (auto &[v, i] : order) s = 0.8 * s + v * (i + 1.0);
  return s + (a.knots * b.knots + std::exp(-b.slopes)).sum();
}
