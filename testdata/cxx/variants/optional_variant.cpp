// std::optional, std::variant with visit, std::any-free.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <optional>
#include <variant>
#include <vector>
struct Circle { double r; };
struct Rect { double w, h; };
struct Tri { double a, b, c; };
using Shape = std::variant<Circle, Rect, Tri>;
struct Area {
  double operator()(const Circle &c) const { return 3.14159 * c.r * c.r; }
  double operator()(const Rect &r) const { return r.w * r.h; }
  double operator()(const Tri &t) const {
    double p = (t.a + t.b + t.c) / 2;
    return std::sqrt(p * (p - t.a) * (p - t.b) * (p - t.c) + 2);
  }
};
static std::optional<double> safe_log(double v) {
  if (v <= 0.5) return std::nullopt;
  return std::log(v);
}
extern "C" double f(double *x, int n) {
  std::vector<Shape> shapes;
  shapes.push_back(Circle{x[0]});
  shapes.push_back(Rect{x[1], x[2]});
  shapes.push_back(Tri{x[3], x[4], x[5]});
  shapes.push_back(Circle{x[1] * x[5]});
  double s = 0;
  for (auto &sh : shapes) s += std::visit(Area{}, sh);
  if (auto *c = std::get_if<Circle>(&shapes[3])) s *= c->r;
  for (int i = 0; i < n; i++) {
    auto l = safe_log(x[i]);
    s += l ? *l * x[i] : x[i] * x[i];
    s += l.value_or(x[0]);
  }
  return s;
}
