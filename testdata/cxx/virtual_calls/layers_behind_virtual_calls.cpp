// Virtual functions give texts and tables of numbers: a function behind a table is differentiated for all that call
// it, and what it makes has a shadow though no float is in it.
// llad: func f double
// llad: arg x dup double[6] {0.3,0.5,0.7,0.4,1.1,0.9}
// llad: arg n const int 6
#include <cmath>
#include <memory>
#include <string>
#include <vector>
struct Layer {
  virtual ~Layer() = default;
  virtual std::string label() const { return "a layer without a name of its own"; }
  virtual std::vector<int> shape() const { return {1, 2, 3}; }
  virtual double apply(double v) const = 0;
};
struct Squash : Layer {
  double k;
  explicit Squash(double k) : k(k) {}
  double apply(double v) const override { return std::tanh(k * v); }
};
struct Gain : Layer {
  double k;
  explicit Gain(double k) : k(k) {}
  std::string label() const override { return "gain of several parts, " + std::to_string(3); }
  double apply(double v) const override { return k * v; }
};
extern "C" double f(double *x, int n) {
  std::vector<std::unique_ptr<Layer>> layers;
  for (int i = 0; i + 1 < n; i += 2) {
    layers.push_back(std::make_unique<Squash>(x[i]));
    layers.push_back(std::make_unique<Gain>(x[i + 1]));
  }
  double v = 1, seen = 0;
  for (auto &l : layers) {
    v = l->apply(v);
    if (l->label().substr(0, 4) == "gain") seen += x[3] * v;
    seen += l->shape()[1] * v;
  }
  return v + seen;
}
