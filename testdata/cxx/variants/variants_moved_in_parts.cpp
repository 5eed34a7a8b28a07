// Variants of structs of doubles and structs of addresses, moved by way of a local: what is
// copied as doubles on one way is addresses on the other.
// llad: func f double
// llad: arg x dup double[6] {0.7,-0.4,1.3,0.2,0.9,-0.8}
// llad: arg n const int 6
#include <cstddef>
#include <deque>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace {

struct Rect { double w, h; };
struct Polygon { std::vector<double> p; bool closed; };
using Shape = std::variant<Rect, Polygon>;
struct Item { std::optional<Shape> shape; double weight; bool live; };

double area(const Shape &s) {
  if (auto r = std::get_if<Rect>(&s)) return r->w * r->h;
  auto &g = std::get<Polygon>(s);
  double a = 0;
  for (std::size_t k = 0; k < g.p.size(); k++) a += g.p[k] * g.p[(k + 1) % g.p.size()];
  return g.closed ? a : 0.5 * a;
}

double moved(const double *x, int n) {
  std::vector<Shape> from, to;
  for (int k = 0; k < 6; k++) {
    Shape s;
    if (k % 3 == 1)
      s = Rect{x[k % n], x[2]};
    else if (k % 3 == 2)
      s = Polygon{{x, x + 4}, k > 3};
    from.push_back(s);
  }
  for (std::size_t k = 0; k < from.size(); k++) {
    Shape s = std::move(from[k]);
    to.push_back(std::move(s));
  }
  double s = 0, w = 1;
  for (auto &e : to) s += area(e) * w, w *= 0.9;
  return s;
}

double queued(const double *x, int n) {
  std::deque<Item> queue;
  std::vector<Item> done;
  for (int k = 0; k < 9; k++) {
    Item it{std::nullopt, 0.3, k % 3 != 2};
    if (k % 3 == 1)
      it.shape = Rect{x[k % n], x[2]}, it.weight = x[4];
    else if (k % 3 == 2)
      it.shape = Polygon{{x, x + 4}, k > 6};
    else
      it.weight = x[1] * k;
    queue.push_back(it);
  }
  while (!queue.empty()) {
    Item it = std::move(queue.front());
    queue.pop_front();
    if (!it.live) {
      it.live = true, it.weight *= x[5];
      queue.push_back(std::move(it));
      continue;
    }
    done.push_back(std::move(it));
  }
  double s = 0, w = 1;
  for (auto &it : done) s += (it.shape ? area(*it.shape) : -1.0) * it.weight * w, w *= 0.9;
  return s;
}

// What std::vector makes of an element to insert: the variant's first byte is cleared before.
struct Point { double x, y; };
struct Mark { char c; double z; };
using Object = std::variant<Point, Mark, std::vector<double>>;

__attribute__((noinline)) std::optional<Object> make(const double *x, int n, int k) {
  switch (k % 4) {
  case 0: return Point{x[k % n], x[1]};
  case 1: return Mark{'x', 2.5};
  case 2: return std::vector<double>{x[k % n], x[3]};
  default: return std::nullopt;
  }
}

double value(const Object &o) {
  if (auto p = std::get_if<Point>(&o)) return p->x * p->y;
  if (auto m = std::get_if<Mark>(&o)) return m->c == 'x' ? m->z : 0;
  double s = 0;
  for (double e : std::get<std::vector<double>>(o)) s += e * e;
  return s;
}

double inserted(const double *x, int n) {
  std::vector<Object> all;
  double s = 0, w = 1;
  for (int k = 0; k < 9; k++) {
    auto o = make(x, n, k);
    if (!o)
      s += x[k % n];
    else if (k & 1)
      all.push_back(std::move(*o));
    else
      all.emplace(all.begin(), *o);
  }
  for (auto &o : all) s += value(o) * w, w *= 0.9;
  return s;
}

}  // namespace

extern "C" double f(const double *x, int n) { return moved(x, n) + queued(x, n) * inserted(x, n); }
