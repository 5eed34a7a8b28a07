// Roots of polynomials by methods behind member pointers, in graphs of shared nodes that know their parents weakly.
#include <any>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Poly {
  std::array<std::array<double, 4>, 2> c; // real and imaginary parts
  std::pair<double, double> at(double re, double im) const {
    double a = 0, b = 0;
    for (int k = 3; k >= 0; k--) {
      double t = a * re - b * im + c[0][k];
      b = a * im + b * re + c[1][k];
      a = t;
    }
    return {a, b};
  }
};

class Function {
  struct Base {
    virtual ~Base() = default;
    virtual double call(double v) const = 0;
    virtual std::unique_ptr<Base> copy() const = 0;
  };
  template <class T> struct Holds : Base {
    T t;
    explicit Holds(T t) : t(std::move(t)) {}
    double call(double v) const override { return t(v); }
    std::unique_ptr<Base> copy() const override { return std::make_unique<Holds>(t); }
  };
  std::unique_ptr<Base> p;

public:
  template <class T> explicit Function(T t) : p(std::make_unique<Holds<T>>(std::move(t))) {}
  Function(const Function &o) : p(o.p->copy()) {}
  Function(Function &&) = default;
  double operator()(double v) const { return p->call(v); }
};

class Finder {
  int steps;

public:
  explicit Finder(int s) : steps(s) {}
  double newton(const Function &g, double v) const {
    for (int k = 0; k < steps; k++) {
      double h = 1e-4, y = g(v), d = (g(v + h) - g(v - h)) / (2 * h);
      v -= y / (d + 1e-9);
    }
    return v;
  }
  double secant(const Function &g, double v) const {
    double u = v + 0.1, gu = g(u);
    for (int k = 0; k < steps; k++) {
      double gv = g(v), d = gv - gu;
      if (std::fabs(d) < 1e-12) break;
      double w = v - gv * (v - u) / d;
      u = std::exchange(v, w);
      gu = gv;
    }
    return v;
  }
  double halved(const Function &g, double v) const {
    double a = v - 4, b = v + 4, ga = g(a);
    for (int k = 0; k < 12; k++) {
      double m = 0.5 * (a + b), gm = g(m);
      if (ga * gm <= 0) b = m; else { a = m; ga = gm; }
    }
    return newton(g, 0.5 * (a + b));
  }
};

struct Node {
  Function g;
  double root = 0;
  std::weak_ptr<Node> parent;
  std::vector<std::shared_ptr<Node>> children;
  std::any note;
  explicit Node(Function f) : g(std::move(f)) {}
  double total() const {
    double s = root;
    if (auto p = parent.lock()) s += 0.3 * p->root * root;
    for (const auto &c : children) s += 0.5 * c->total();
    return s;
  }
};

using Method = double (Finder::*)(const Function &, double) const;

extern "C" double f(const double *x, std::size_t n) {
  static constexpr Method methods[] = {&Finder::newton, &Finder::secant, &Finder::halved};
  Finder finder(7);
  auto cubic = [](double a, double b) { return [a, b](double v) { return v * v * v + a * v - b; }; };
  auto root = std::make_shared<Node>(Function(cubic(1 + x[0], x[1])));
  root->root = finder.newton(root->g, 0.5);
  for (std::size_t k = 2; k + 1 < n; k += 3) {
    auto child = std::make_shared<Node>(Function(cubic(0.5 + x[k], x[k + 1] * root->root)));
    child->parent = root;
    child->root = (finder.*methods[k % 3])(child->g, 0.4);
    child->note = k % 2 ? std::any(child->root * 0.1) : std::any(std::string("even"));
    auto shared = std::make_shared<Node>(Function([w = x[k + 2 < n ? k + 2 : 0]](double v) { return std::exp(v) - 1 - w; }));
    shared->parent = child;
    shared->root = (finder.*methods[(k + 1) % 3])(shared->g, 0.3);
    child->children.push_back(shared);
    root->children.push_back(child);
    if (k > 2) root->children.front()->children.push_back(shared);
  }
  double s = root->total();
  for (const auto &c : root->children) {
    if (const double *v = std::any_cast<double>(&c->note)) s += *v;
    s += 0.01 * c->children.front().use_count() * c->root;
  }
  Poly p{{{{x[0], x[3], 0.5, 1}, {0.1, x[4], -0.2, 0}}}};
  auto [a, b] = p.at(root->root, 0.3);
  return s + 0.1 * (a * a + b * b);
}
