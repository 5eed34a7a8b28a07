// A solver template over a user's system, a class hierarchy and state vectors.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <functional>
#include <memory>
#include <vector>
using State = std::vector<double>;
static State operator+(const State &a, const State &b) { State r(a); for (size_t i = 0; i < r.size(); i++) r[i] += b[i]; return r; }
static State operator*(double k, State a) { for (double &e : a) e *= k; return a; }
struct System { virtual State rhs(double t, const State &y) const = 0; virtual ~System() {} };
struct LotkaVolterra : System { double a, b, c, d; LotkaVolterra(double p, double q, double r, double s) : a(p), b(q), c(r), d(s) {}
  State rhs(double, const State &y) const override { return {a * y[0] - b * y[0] * y[1], -c * y[1] + d * y[0] * y[1]}; } };
struct Stepper { virtual State step(const System &s, double t, const State &y, double h) const = 0; virtual ~Stepper() {} };
struct RK4 : Stepper { State step(const System &s, double t, const State &y, double h) const override {
  State k1 = s.rhs(t, y), k2 = s.rhs(t + h / 2, y + (h / 2) * k1), k3 = s.rhs(t + h / 2, y + (h / 2) * k2), k4 = s.rhs(t + h, y + h * k3);
  return y + (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4); } };
extern "C" double f(double *x, int n) {
  std::unique_ptr<System> sys = std::make_unique<LotkaVolterra>(x[0], x[1], x[2], x[3]);
  std::unique_ptr<Stepper> st = std::make_unique<RK4>();
  State y{x[4], x[5]};
  std::vector<State> history{y};
  for (int i = 0; i < 5; i++) { y = st->step(*sys, i * 0.1, y, 0.1); history.push_back(y); }
  double s = 0;
  for (auto &h : history) s += h[0] * h[1];
  return s;
}
