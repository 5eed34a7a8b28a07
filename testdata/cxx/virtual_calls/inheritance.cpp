// Multiple and virtual inheritance, pure virtual functions, dynamic_cast, virtual destructors.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <memory>
#include <vector>
struct Shape { virtual ~Shape() = default; virtual double area() const = 0; virtual double scale(double k) { return k * area(); } };
struct Named { virtual ~Named() = default; int tag = 1; virtual double bonus(double t) const { return t * tag; } };
struct Square : Shape { double a; explicit Square(double v) : a(v) {} double area() const override { return a * a; } };
struct Disk : Shape, Named { double r; explicit Disk(double v) : r(v) { tag = 2; } double area() const override { return 3 * r * r; } double bonus(double t) const override { return t * r; } };
struct Base { double v; explicit Base(double x) : v(x) {} virtual double get() const { return v; } virtual ~Base() = default; };
struct L : virtual Base { double l; explicit L(double x) : Base(x), l(x) {} double get() const override { return v * l; } };
struct R : virtual Base { double r; explicit R(double x) : Base(x), r(2 * x) {} };
struct D : L, R { explicit D(double x) : Base(x * x), L(x), R(x) {} double sum() const { return l + r + v; } };
extern "C" double f(double *x, int n) {
  std::vector<std::unique_ptr<Shape>> shapes;
  for (int i = 0; i < n; i++)
    if (i % 2) shapes.push_back(std::make_unique<Square>(x[i]));
    else shapes.push_back(std::make_unique<Disk>(x[i]));
  double s = 0;
  for (auto &p : shapes) {
    s += p->area() * p->scale(x[0]);
    if (auto *nm = dynamic_cast<Named *>(p.get())) s += nm->bonus(s);
  }
  D d(x[1]);
  Base *b = &d;
  R *r = &d;
  return s + b->get() * d.sum() + r->get();
}
