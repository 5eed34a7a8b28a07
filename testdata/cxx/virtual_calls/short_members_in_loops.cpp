// Short virtual functions of few classes, called in loops, are compared with what the pointer leads to: two that agree
// on what an object holds, one that another part of the program derives from them, two whose objects differ, function
// pointers in a constant table, and one that throws.
// llad: func f double
// llad: arg x dup double[8] {0.7,1.3,0.4,1.9,0.3,0.8,1.1,0.6}
// llad: arg n const int 8
// llad: cflags -std=c++17
#include <cmath>
#include <memory>
#include <stdexcept>
#include <vector>

struct Payoff {
  virtual ~Payoff() = default;
  virtual double at(double s) const = 0;
};
struct Put : Payoff {
  double k;
  explicit Put(double k) : k(k) {}
  double at(double s) const override { return s < k ? (k - s) * (k - s) : 0; }
};
struct Call : Payoff {
  double k;
  explicit Call(double k) : k(k) {}
  double at(double s) const override { return s > k ? std::sqrt(s - k + 1) * s : 0; }
};

struct Curve {
  virtual ~Curve() = default;
  virtual double slope(int i, double t) = 0;
};
struct Line : Curve {
  double a;
  explicit Line(double a) : a(a) {}
  double slope(int i, double t) override { return a * i + t * t; }
};
struct Steps : Curve {
  int count = 0;
  double slope(int i, double t) override { return t * (i + ++count); }
};

struct Filter {
  virtual ~Filter() = default;
  virtual double next(double *v, int i) { return v[i] *= 1.5; }
};
struct Checked : Filter {
  double next(double *v, int i) override {
    if (v[i] > 2)
      throw std::domain_error("large");
    return v[i] += v[i] * v[i];
  }
};

static double twice(double v, int) { return 2 * v * v; }
static double power(double v, int k) { return k > 1 ? v * v * v : v; }
static double (*const table[])(double, int) = {twice, power};

extern "C" double f(const double *x, int n) {
  std::vector<std::unique_ptr<Payoff>> payoffs;
  for (int i = 0; i < n; i++)
    if (i % 3)
      payoffs.push_back(std::make_unique<Put>(1 + x[i]));
    else
      payoffs.push_back(std::make_unique<Call>(x[i] / 2));
  double sum = 0;
  for (const auto &p : payoffs)
    for (int i = 0; i < n; i++)
      sum += p->at(x[i] * x[(i + 1) % n]);
  std::unique_ptr<Curve> curves[2] = {std::make_unique<Line>(x[0]), std::make_unique<Steps>()};
  for (int i = 0; i < 2 * n; i++)
    sum += curves[i % 2]->slope(i % 3, x[i % n] * x[i % n]);
  std::vector<double> v(x, x + n);
  std::unique_ptr<Filter> filters[2] = {std::make_unique<Filter>(), std::make_unique<Checked>()};
  for (int i = 0; i < 3 * n; i++) {
    try {
      sum += filters[i % 2]->next(v.data(), i % n) * x[i % n];
    } catch (const std::domain_error &) {
      v[i % n] *= 0.25;
    }
  }
  for (int i = 0; i < n; i++)
    sum += table[(i * i) % 4 % 2](v[i], i);
  return sum;
}
