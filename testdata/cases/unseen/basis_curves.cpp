// Curves of B-splines with lazy sums of control points; the basis in long double, ends by a table, fits by small matrices.
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

template <class E> struct Lazy { const E &get() const { return static_cast<const E &>(*this); } };
struct Point : Lazy<Point> {
  double x = 0, y = 0;
  Point() = default;
  Point(double x, double y) : x(x), y(y) {}
  template <class E> Point(const Lazy<E> &e) : x(e.get().ex()), y(e.get().ey()) {}
  double ex() const { return x; }
  double ey() const { return y; }
};
template <class A, class B> struct Plus : Lazy<Plus<A, B>> {
  A a; B b;
  Plus(A a, B b) : a(a), b(b) {}
  double ex() const { return a.ex() + b.ex(); }
  double ey() const { return a.ey() + b.ey(); }
};
template <class A> struct Times : Lazy<Times<A>> {
  double s; A a;
  Times(double s, A a) : s(s), a(a) {}
  double ex() const { return s * a.ex(); }
  double ey() const { return s * a.ey(); }
};
template <class A, class B> Plus<A, B> operator+(const Lazy<A> &a, const Lazy<B> &b) { return {a.get(), b.get()}; }
template <class A> Times<A> operator*(double s, const Lazy<A> &a) { return {s, a.get()}; }

enum class End { open, clamped, closed };
struct Ends { int repeat; bool wraps; };
constexpr Ends ends[] = {{0, false}, {2, false}, {0, true}};

class Curve {
  std::vector<Point> control;
  std::vector<long double> knots;
  long double basis(std::size_t i, int p, long double t) const {
    if (p == 0) return knots[i] <= t && t < knots[i + 1] ? 1 : 0;
    long double a = knots[i + p] - knots[i], b = knots[i + p + 1] - knots[i + 1], s = 0;
    if (a > 0) s += (t - knots[i]) / a * basis(i, p - 1, t);
    if (b > 0) s += (knots[i + p + 1] - t) / b * basis(i + 1, p - 1, t);
    return s;
  }

public:
  Curve(std::vector<Point> c, End end, double stretch) : control(std::move(c)) {
    const Ends &e = ends[static_cast<int>(end)];
    if (e.wraps) for (int k = 0; k < 2; k++) control.push_back(control[k]);
    long double at = 0;
    for (std::size_t i = 0; i < control.size() + 3; i++) {
      knots.push_back(at);
      if (static_cast<int>(i) >= e.repeat && i + e.repeat < control.size() + 2) at += i % 2 ? 1.0L : 1.0L + 0.1L * stretch;
    }
  }
  Point at(double u) const {
    long double t = knots[2] + u * (knots[control.size()] - knots[2]);
    Point s;
    for (std::size_t i = 0; i < control.size(); i++) s = s + static_cast<double>(basis(i, 2, t)) * control[i];
    return s;
  }
};

struct Sym2 {
  double a = 0, b = 0, d = 0;
  void add(double u, double v, double w) { a += w * u * u; b += w * u * v; d += w * v * v; }
  std::pair<double, double> solve(double p, double q) const {
    double det = a * d - b * b;
    return {(d * p - b * q) / det, (a * q - b * p) / det};
  }
};

template <class... C> static Point middle(double u, const C &...c) { return (1.0 / sizeof...(C)) * (c.at(u) + ...); }

extern "C" double f(const double *x, std::size_t n) {
  std::vector<Point> points;
  for (std::size_t i = 0; i + 1 < n; i += 2) points.push_back({x[i] + 0.5 * i, x[i + 1]});
  Curve open(points, End::open, x[0]), clamped(points, End::clamped, x[1]), closed(points, End::closed, x[2]);
  double length = 0;
  Point last = middle(0.03, open, clamped, closed);
  Sym2 m;
  double p = 0, q = 0;
  for (int k = 1; k < 12; k++) {
    Point here = middle(0.03 + 0.08 * k, open, clamped, closed);
    Point d = here + -1.0 * last;
    length += std::sqrt(d.x * d.x + d.y * d.y + 1e-3);
    m.add(1, here.x, 1.0);
    p += here.y;
    q += here.x * here.y;
    last = here;
  }
  auto [c, slope] = m.solve(p, q);
  return length + c + 2 * slope + clamped.at(0.99).y;
}
