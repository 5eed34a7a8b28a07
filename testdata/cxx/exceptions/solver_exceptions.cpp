// Solvers behind a base class throw exceptions that hold floats; who catches them asks
// for their text alone, or nobody does.

// llad: func f double
// llad: arg x dup double[6] {0.5,0.7,1.25,1.5,0.9,1.1}
// llad: arg n const int 6
#include <cmath>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Diverged : std::runtime_error {
  double residual;
  explicit Diverged(double r) : std::runtime_error("residual " + std::to_string(r)), residual(r) {}
};

struct Solver {
  virtual ~Solver() = default;
  virtual double solve(double a, double b) const = 0;
};

struct Newton : Solver {
  double solve(double a, double b) const override {
    double y = 1;
    for (int k = 0; k < 30; k++) {
      double r = y * y - a * b;
      if (std::fabs(r) < 1e-13)
        return y;
      y -= r / (2 * y);
    }
    throw Diverged(y * y - a * b);
  }
};

struct Bounded : Solver {
  double most;
  explicit Bounded(double most) : most(most) {}
  double solve(double a, double b) const override {
    double y = a * std::exp(b);
    if (y > most)
      throw Diverged(y - most);
    return y;
  }
};

} // namespace

extern "C" double f(double *x, int n) {
  std::vector<std::unique_ptr<Solver>> solvers;
  for (int k = 0; k < n; k++)
    if (k % 2)
      solvers.emplace_back(new Newton);
    else
      solvers.emplace_back(new Bounded(1.5));
  double s = 0;
  for (int k = 0; k < n; k++) {
    try {
      s += solvers[k]->solve(x[k], x[0]) * x[1];
    } catch (const std::exception &e) {
      s += std::string(e.what()).size() * x[k] * x[2];
    }
  }
  return s + solvers[1]->solve(x[4], x[5]);
}
