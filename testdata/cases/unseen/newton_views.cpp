// Newton's iteration on systems that views of ranges put together, pivots swapped through references, results sorted.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <numeric>
#include <ranges>
#include <tuple>
#include <vector>

namespace views = std::views;

struct Equation {
  virtual ~Equation() = default;
  virtual double value(const std::vector<double> &u) const = 0;
  virtual void row(const std::vector<double> &u, std::vector<double> &out) const = 0;
};
struct Circle : Equation {
  double r;
  explicit Circle(double r) : r(r) {}
  double value(const std::vector<double> &u) const override {
    auto squares = u | views::transform([](double v) { return v * v; });
    return std::accumulate(squares.begin(), squares.end(), -r * r);
  }
  void row(const std::vector<double> &u, std::vector<double> &out) const override { std::ranges::transform(u, out.begin(), [](double v) { return 2 * v; }); }
};
struct Wave : Equation {
  double a, b;
  std::size_t k;
  Wave(double a, double b, std::size_t k) : a(a), b(b), k(k) {}
  double value(const std::vector<double> &u) const override { return u[k] - a * std::sin(u[(k + 1) % u.size()]) - b; }
  void row(const std::vector<double> &u, std::vector<double> &out) const override {
    std::ranges::fill(out, 0.0);
    out[k] = 1;
    out[(k + 1) % u.size()] = -a * std::cos(u[(k + 1) % u.size()]);
  }
};

using System = std::vector<std::unique_ptr<Equation>>;
using Rows = std::vector<std::vector<double>>;

static std::vector<double> solve(Rows a, std::vector<double> b) {
  std::size_t n = b.size();
  for (std::size_t k : views::iota(std::size_t{0}, n)) {
    auto column = views::iota(k, n);
    std::size_t p = *std::ranges::max_element(column, {}, [&](std::size_t i) { return std::fabs(a[i][k]); });
    if (p != k) {
      a[p].swap(a[k]);
      std::tie(b[p], b[k]) = std::make_tuple(b[k], b[p]);
    }
    for (std::size_t i : column | views::drop(1)) {
      double m = a[i][k] / a[k][k];
      for (std::size_t j : views::iota(k, n)) a[i][j] -= m * a[k][j];
      b[i] -= m * b[k];
    }
  }
  for (std::size_t i : views::iota(std::size_t{0}, n) | views::reverse) {
    for (std::size_t j : views::iota(i + 1, n)) b[i] -= a[i][j] * b[j];
    b[i] /= a[i][i];
  }
  return b;
}

static std::tuple<std::vector<double>, int, double> newton(const System &s, std::vector<double> u) {
  double norm = 1;
  int k = 0;
  for (; k < 8 && norm > 1e-10; k++) {
    Rows a(s.size(), std::vector<double>(u.size()));
    std::vector<double> r(s.size());
    for (std::size_t i = 0; i < s.size(); i++) { r[i] = s[i]->value(u); s[i]->row(u, a[i]); }
    std::vector<double> d = solve(std::move(a), r);
    norm = 0;
    for (std::size_t i = 0; i < u.size(); i++) { u[i] -= d[i]; norm += d[i] * d[i]; }
  }
  return {u, k, norm};
}

extern "C" double f(const double *x, std::size_t n) {
  std::map<int, std::vector<System>> families;
  for (int k : views::iota(0, 4)) {
    System s;
    s.push_back(std::make_unique<Circle>(1.5 + 0.3 * x[k]));
    s.push_back(std::make_unique<Wave>(0.4 * x[k + 4], 0.3, 1));
    s.push_back(std::make_unique<Wave>(0.2, 0.3 * x[k + 8], 2));
    families[k % 2].push_back(std::move(s));
  }
  std::vector<std::vector<double>> roots;
  double s = 0;
  for (const auto &[family, systems] : families)
    for (const System &system : systems) {
      auto [u, count, norm] = newton(system, {1.0, 0.5, 0.5 + 0.1 * family});
      s += 0.01 * (count > 3) * u[0];
      roots.push_back(u);
    }
  std::ranges::stable_sort(roots, std::greater<>(), [](const std::vector<double> &u) { return u[2]; });
  double w = 1;
  for (const auto &u : roots | views::filter([](const auto &u) { return u[0] > 0; }) | views::take(3)) {
    s += w * (u[0] * u[1] + u[2]);
    w *= 0.6;
  }
  return s;
}
