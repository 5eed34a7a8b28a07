// std::array, pair, tuple, structured bindings.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <array>
#include <cmath>
#include <tuple>
#include <utility>
static std::pair<double, double> polar(double a, double b) { return {std::hypot(a, b), std::atan2(b, a)}; }
static std::tuple<double, int, double> split(double v) { return {v * v, 2, std::exp(-v)}; }
extern "C" double f(double *x, int n) {
  std::array<double, 6> a{};
  for (int i = 0; i < n; i++) a[i] = x[i] * (i + 1);
  std::array<std::array<double, 2>, 3> m;
  for (int i = 0; i < 6; i++) m[i / 2][i % 2] = a.at(i);
  auto [r, phi] = polar(m[0][0], m[1][1]);
  auto [sq, k, ex] = split(m[2][0]);
  double u, v;
  std::tie(u, v) = polar(a.back(), a.front());
  auto t = std::make_tuple(r, phi, u);
  std::swap(std::get<0>(t), std::get<1>(t));
  double s = 0;
  for (auto &row : m)
    for (auto e : row) s += e;
  return s * std::get<0>(t) + std::get<1>(t) * std::get<2>(t) + sq * k + ex * v;
}
