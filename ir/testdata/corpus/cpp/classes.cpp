// Virtual functions, multiple and virtual inheritance, templates, statics, RTTI, member pointers.
#include <array>
#include <cmath>
#include <typeinfo>

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual const char *name() const { return typeid(*this).name(); }
};

struct Circle final : Shape {
  double r;
  explicit Circle(double r) : r(r) {}
  double area() const override { return M_PI * r * r; }
};

struct Named {
  const char *label = "none";
  virtual void rename(const char *l) { label = l; }
};

struct Square : virtual Shape, Named {
  double a = 1;
  double area() const override { return a * a; }
  void rename(const char *l) override { label = l + 1; }
};

double measure(const Shape *s) {
  if (auto *sq = dynamic_cast<const Square *>(s))
    return sq->a;
  return s->area();
}

Shape *create(int kind) {
  if (kind)
    return new Square;
  return new Circle(2);
}

template <class T, int N> struct Vec {
  std::array<T, N> v{};
  T dot(const Vec &o) const {
    T s{};
    for (int i = 0; i < N; i++)
      s += v[i] * o.v[i];
    return s;
  }
  template <class F> auto map(F f) const {
    Vec<decltype(f(v[0])), N> r;
    for (int i = 0; i < N; i++)
      r.v[i] = f(v[i]);
    return r;
  }
};

template struct Vec<float, 4>;
double use(const Vec<double, 3> &a) { return a.dot(a.map([](double x) { return std::sqrt(x); })); }

int call(Named *n, void (Named::*m)(const char *), int Square::*) {
  (n->*m)("x");
  static int calls = use(Vec<double, 3>{});
  return ++calls;
}

namespace {
thread_local Circle unit{1};
inline constexpr double table[] = {0.5, 1.5, 2.5};
} // namespace
double unit_area(int i) { return unit.area() * table[i]; }
enum class Color : unsigned char { red, green };
bool is_red(Color c) { return c == Color::red; }
double operator""_deg(long double d) { return double(d) * M_PI / 180; }
double right() { return 90.0_deg; }
