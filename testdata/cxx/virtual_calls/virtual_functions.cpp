// Virtual functions of objects on the heap, owned by std::unique_ptr.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <memory>

struct Shape {
  virtual double area(double k) const = 0;
  virtual ~Shape() {}
};

struct Disc : Shape {
  double r;
  Disc(double r) : r(r) {}
  double area(double k) const override { return k * r * r; }
};

struct Horn : Shape {
  double a, b;
  Horn(double a, double b) : a(a), b(b) {}
  double area(double k) const override { return std::exp(a) * b + k; }
};

extern "C" double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i + 1 < n; i++) {
    std::unique_ptr<Shape> p;
    if (i % 2)
      p.reset(new Disc(x[i]));
    else
      p = std::make_unique<Horn>(x[i], x[i + 1]);
    s += p->area(x[n - 1]);
  }
  return s;
}
