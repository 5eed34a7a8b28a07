// Lambdas handed to templates: generic, mutable, returned.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>
template <class F> static double integrate(F g, double a, double b, int n) {
  double h = (b - a) / n, s = 0.5 * (g(a) + g(b));
  for (int i = 1; i < n; i++) s += g(a + i * h);
  return s * h;
}
template <class F> static double newton(F g, double t) {
  for (int i = 0; i < 6; i++) { auto [v, d] = g(t); t -= v / d; }
  return t;
}
static auto scaled(double k) { return [k](double t) { return k * std::exp(-t * k); }; }
extern "C" double f(double *x, int n) {
  double s = integrate([&](double t) { return std::sin(x[0] * t) * x[1]; }, 0, x[2], 20);
  double r = newton([&](double t) { return std::pair<double, double>(t * t - x[3], 2 * t); }, 1.0);
  auto g = scaled(x[4]);
  double c = 1;
  auto counter = [c](double v) mutable { c *= v; return c; };
  std::vector<double> v(n);
  std::generate(v.begin(), v.end(), [&, i = 0]() mutable { return x[i++] * r; });
  std::for_each(v.begin(), v.end(), [&](double &e) { e = g(e); });
  auto sum = [](auto... a) { return (a + ...); };
  return s + std::accumulate(v.begin(), v.end(), 0.0) + counter(x[5]) + counter(x[0]) + sum(s, r, c);
}
