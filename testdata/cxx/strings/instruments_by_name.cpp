// Instruments in a map by names, some of them longer than a string keeps in itself, that
// are told by a curve when it changes.
// llad: func words_quoted double
// llad: arg x dup double[6] {0.5,1.25,2,0.75,1.5,0.25}
// llad: arg n const int 6
// llad: tags heap call

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct observer {
  virtual ~observer() {}
  virtual void update() = 0;
};

class observable {
  std::vector<std::weak_ptr<observer>> list;

public:
  virtual ~observable() {}
  void attach(const std::shared_ptr<observer> &o) { list.push_back(o); }
  void notify() {
    for (auto &w : list)
      if (auto s = w.lock())
        s->update();
  }
};

class curve : public observable, public observer {
  std::map<double, double> factors;
  double rate;
  bool stale = true;

public:
  explicit curve(double rate) : rate(rate) {}
  void update() override {
    stale = true;
    notify();
  }
  double factor(double t) {
    if (stale) {
      factors.clear();
      factors[1] = 1 - rate;
      factors[2] = 1 - 2 * rate * rate;
      stale = false;
    }
    return factors.lower_bound(t)->second;
  }
};

class instrument : public observer {
  mutable double kept = 0;
  mutable bool fresh = false;

protected:
  virtual double compute() const = 0;

public:
  void update() override { fresh = false; }
  double value() const {
    if (!fresh) {
      kept = compute();
      fresh = true;
    }
    return kept;
  }
};

class bond : public instrument {
  std::shared_ptr<curve> discount;
  double coupon;

public:
  bond(std::shared_ptr<curve> c, double coupon) : discount(std::move(c)), coupon(coupon) {}
  double compute() const override { return coupon * discount->factor(1) + discount->factor(2); }
};

extern "C" double words_quoted(const double *x, int n) {
  auto c = std::make_shared<curve>(x[0]);
  std::map<std::string, std::shared_ptr<instrument>> book;
  book["bond one with a rather long name"] = std::make_shared<bond>(c, x[1]);
  book["bond two"] = std::make_shared<bond>(c, x[2] * x[3]);
  for (auto &b : book)
    c->attach(b.second);
  double s = 0;
  for (auto &b : book)
    s += b.second->value() * (double)b.first.size();
  c->notify();
  for (auto &b : book)
    s += b.second->value() * x[n - 2];
  return s;
}
