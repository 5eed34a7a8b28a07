// Factories and objects that code puts into tables before any derivative is made: the functions that are called
// through them are known by their addresses alone.
// llad: func f double
// llad: arg x dup double[9] {0.7,0.3,0.4,0.9,0.55,0.6,0.35,0.8,0.45}
// llad: arg n const int 9
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>
struct Model {
  virtual ~Model() = default;
  virtual double price(double spot, double strike, double vol) const = 0;
};
struct Lognormal : Model {
  double price(double s, double k, double v) const override {
    double d = (std::log(s / k) + 0.5 * v * v) / v;
    auto below = [](double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); };
    return s * below(d) - k * below(d - v);
  }
};
struct Normal : Model {
  std::vector<double> weights{1.5, 0.5};
  double price(double s, double k, double v) const override {
    double d = (s - k) / v, sum = 0;
    for (double w : weights) sum += w * std::exp(-d * d * w);
    return v * sum;
  }
};
using Maker = std::function<std::unique_ptr<Model>()>;
static std::map<std::string, Maker> &makers() {
  static std::map<std::string, Maker> m;
  return m;
}
static bool first = (makers()["lognormal"] = [] { return std::make_unique<Lognormal>(); }, true);
static bool second = (makers()["normal"] = [] { return std::make_unique<Normal>(); }, true);
extern "C" double f(double *x, int n) {
  double sum = 0;
  for (const char *name : {"lognormal", "normal", "none"}) {
    auto at = makers().find(name);
    if (at == makers().end()) continue;
    std::unique_ptr<Model> m = at->second();
    for (int i = 0; i + 3 <= n; i += 3) sum += m->price(x[i] + 1, x[i + 1] + 1, x[i + 2] + 0.1);
  }
  return sum;
}
