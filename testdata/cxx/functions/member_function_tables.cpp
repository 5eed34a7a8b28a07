// Pointers to member functions out of constant tables, beside other members too, chosen by conditions, in a variable,
// as the states of a machine, of a class with several bases.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <map>
#include <string>
struct Curve {
  double a, b;
  double line(double x) const { return a * x; }
  double square(double x) const { return b - x * x; }
};
typedef double (Curve::*Of)(double) const;
static const Of plain[] = {&Curve::line, &Curve::square, &Curve::square};
struct Named { const char *name; Of of; double weight; };
static const Named named[] = {{"square", &Curve::square, 2}, {"line", &Curve::line, 3}};
static Of find(const std::string &s) {
  for (const Named &n : named) if (s == n.name) return n.of;
  return nullptr;
}
struct Base {
  double a;
  Base(double a) : a(a) {}
  virtual ~Base() = default;
  virtual double eval(double x) const { return a * x; }
  virtual double less(double x) const { return a - x; }
  double bent(double x) const { return std::sin(a * x); }
};
struct Other { double scale = 1.5; virtual double more(double x) const { return scale * x * x; } virtual ~Other() = default; };
struct Both : Base, Other {
  using Base::Base;
  double eval(double x) const override { return a + x * x; }
  double more(double x) const override { return scale * a * x; }
};
typedef double (Both::*OfBoth)(double) const;
static const OfBoth both[] = {&Both::eval, &Both::more, &Both::bent, &Both::less};
static OfBoth current = &Both::bent;
static double apply(const Both &o, OfBoth m, double x) { return (o.*m)(x); }
class Machine {
  double v = 0, gain = 0.5;
  int n = 0;
  void (Machine::*state)(double) = &Machine::idle;
  void idle(double x) { v += 0.1 * x; if (++n > 1) state = &Machine::run; }
  void run(double x) { gain *= std::cos(x); v += gain * x; if (++n > 3) state = &Machine::stop; }
  void stop(double x) { v *= 0.9; gain += x; n = 0; state = &Machine::idle; }
public:
  void feed(double x) { (this->*state)(x); }
  double out() const { return v + gain; }
};
extern "C" double f(double *x, int n) {
  Curve c{x[0], x[1]};
  Both o(x[2]);
  Machine m;
  double s = 0.1;
  for (int i = 0; i < n; i++) {
    s += (c.*plain[i % 3])(x[i]) * named[i % 2].weight;
    s += (c.*find(i % 2 ? "line" : "square"))(x[i]);
    s += apply(o, both[i % 4], x[i]) * apply(o, i % 3 ? &Both::eval : &Both::bent, x[i]);
    OfBoth here = x[i] > 0.8 ? both[i % 2] : current;
    s += (o.*here)(x[n - 1 - i]);
    if (i == 2) current = &Both::more;
    if (i == 4) current = &Both::bent;
    m.feed(x[i]);
  }
  std::map<std::string, double (Machine::*)() const> t{{"out", &Machine::out}};
  return s + (m.*t["out"])();
}
