// std::variant, std::optional, std::array, std::tuple.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <array>
#include <optional>
#include <tuple>
#include <variant>

extern "C" double f(double *x, int n) {
  std::variant<double, std::array<double, 2>> v = x[0];
  double s = 0;
  for (int i = 1; i < n; i++) {
    if (auto *d = std::get_if<double>(&v)) {
      s += *d * *d;
      v = std::array<double, 2>{x[i], *d};
    } else {
      auto &a = std::get<1>(v);
      s += a[0] * a[1];
      v = a[0] * x[i];
    }
  }
  std::optional<double> o;
  if (s > 0)
    o = s * 2;
  auto [p, q] = std::make_tuple(s, x[1]);
  return o.value_or(1) * p * q;
}
