// Pointers to member functions, which are words in memory: in tables, in std::bind, std::function and std::mem_fn, virtual ones too.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <functional>
#include <vector>
struct Curve {
  double a;
  double line(double x) const { return a * x; }
  double square(double x) const { return a * x * x; }
};
struct Row { double (Curve::*m)(double) const; double weight; };
static double apply(const Curve &c, double (Curve::*m)(double) const, double x) { return (c.*m)(x); }
struct Base { virtual ~Base() = default; virtual double eval(double x) const { return x; } };
struct Cube : Base { double eval(double x) const override { return x * x * x; } };
struct Once {
  bool done = false;
  template <class V, class F> bool adjust(const V &v, F f) { if (done) return false; done = true; return f(v); }
};
struct Stepper {
  std::vector<double> k;
  Once once;
  template <class V> bool resize(const V &v) { k.resize(v.size()); return true; }
  void step(std::vector<double> &v, double h) {
    once.adjust(v, std::bind(&Stepper::template resize<std::vector<double>>, std::ref(*this), std::placeholders::_1));
    for (std::size_t i = 0; i < v.size(); i++) k[i] = -v[i] * v[i];
    for (std::size_t i = 0; i < v.size(); i++) v[i] += h * k[i];
  }
};
extern "C" double f(double *x, int n) {
  Curve c{x[0]};
  std::vector<Row> rows{{&Curve::line, x[1]}, {&Curve::square, x[2]}};
  std::function<double(const Curve &, double)> g = &Curve::square;
  auto h = std::bind(&Curve::line, &c, std::placeholders::_1);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += rows[i % 2].weight * apply(c, rows[i % 2].m, x[i]) + g(c, x[i]) * h(x[i]) + std::mem_fn(&Curve::square)(c, x[i]);
  Cube cube;
  const Base *b = &cube;
  double (Base::*eval)(double) const = &Base::eval;
  s += (b->*eval)(x[3]);
  std::vector<double> z(x, x + n);
  Stepper stepper;
  for (int t = 0; t < 3; t++) stepper.step(z, 0.1);
  for (double v : z) s += v * v;
  return s;
}
