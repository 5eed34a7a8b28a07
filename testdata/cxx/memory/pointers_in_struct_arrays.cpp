// Arrays of structs with several kinds of pointers: members of one element are told apart
// from each other, whichever element it is.

// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Loss {
  virtual ~Loss() {}
  virtual double operator()(double s) const = 0;
};

struct Huber : Loss {
  double a;
  explicit Huber(double a) : a(a) {}
  double operator()(double s) const override { return s > a * a ? 2 * a * std::sqrt(s) - a * a : s; }
};

struct Term {
  std::unique_ptr<double[]> weight;
  double scale;
  std::vector<const double *> at;
  std::string name;
  std::function<double(double)> shape;
  std::shared_ptr<Loss> loss;
};

class Problem {
  std::vector<Term> terms;

public:
  void add(double w, std::shared_ptr<Loss> l, std::vector<const double *> at, std::function<double(double)> shape,
           std::string name) {
    auto weight = std::make_unique<double[]>(2);
    weight[0] = w;
    weight[1] = w * w;
    terms.push_back(Term{std::move(weight), 1 + w, std::move(at), std::move(name), std::move(shape), std::move(l)});
  }
  double cost() const {
    double sum = 0;
    for (const auto &t : terms) {
      double r = 0;
      for (std::size_t k = 0; k < t.at.size(); k++) r += t.weight[k % 2] * t.shape(*t.at[k]);
      sum += t.scale * (t.loss ? (*t.loss)(r * r) : r * r) * t.name.size();
    }
    return sum;
  }
};

} // namespace

extern "C" double f(double *x, int n) {
  Problem p;
  auto loss = std::make_shared<Huber>(0.5);
  double shift = x[1] / 2;
  for (int i = 0; i + 2 < n; i++) {
    std::function<double(double)> shape = [](double v) { return std::sin(v); };
    if (i % 2) shape = [&shift](double v) { return v * v - shift; };
    p.add(0.3 * i + x[5], i == 1 ? nullptr : loss, {x + i, x + i + 1, &shift}, shape, i ? "term" : "the first of the terms");
  }
  return p.cost();
}
