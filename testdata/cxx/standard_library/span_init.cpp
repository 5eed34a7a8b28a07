// std::span, initializer_list, ranges-for over views, string_view, three-way comparison.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
// llad: cflags -std=c++20
#include <cmath>
#include <initializer_list>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>
static double norm(std::span<const double> v) { double s = 0; for (double e : v) s += e * e; return std::sqrt(s); }
static void scale(std::span<double> v, double k) { for (double &e : v) e *= k; }
static double product(std::initializer_list<double> l) { double p = 1; for (double e : l) p *= e; return p; }
static int rank(std::string_view s) { return s.starts_with("big") ? 2 : 1; }
struct V { double a, b; auto operator<=>(const V &) const = default; };
extern "C" double f(double *x, int n) {
  std::vector<double> v(x, x + n);
  scale(std::span(v).subspan(1, 3), x[0]);
  double s = norm(v) + norm({x, 3}) * product({x[0], x[1], x[2]}) * rank("bigger");
  V p{x[0], x[1]}, q{x[2], x[3]};
  if (p < q) std::swap(p, q);
  return s + p.a * q.b;
}
