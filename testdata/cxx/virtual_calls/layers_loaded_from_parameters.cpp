// Layers of a network behind a base class, loaded from one array of parameters by copies
// of which only the caller knows what they copy.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace {

struct Layer {
  virtual ~Layer() = default;
  virtual std::vector<double> forward(const std::vector<double> &in) = 0;
  virtual std::size_t parameters() const { return 0; }
  virtual void load(const double *) {}
};

class Dense : public Layer {
  std::size_t in_, out_;
  std::vector<double> weights, bias;

 public:
  Dense(std::size_t in, std::size_t out) : in_(in), out_(out), weights(in * out), bias(out) {}
  std::size_t parameters() const override { return weights.size() + bias.size(); }
  void load(const double *p) override {
    std::copy(p, p + weights.size(), weights.begin());
    std::copy(p + weights.size(), p + parameters(), bias.begin());
  }
  std::vector<double> forward(const std::vector<double> &x) override {
    std::vector<double> y(bias);
    for (std::size_t o = 0; o < out_; o++)
      for (std::size_t i = 0; i < in_; i++)
        y[o] += weights[o * in_ + i] * x[i];
    return y;
  }
};

struct Tanh : Layer {
  std::vector<double> forward(const std::vector<double> &x) override {
    std::vector<double> y;
    for (double v : x)
      y.push_back(std::tanh(v));
    return y;
  }
};

}  // namespace

extern "C" double f(double *x, int n) {
  std::vector<std::unique_ptr<Layer>> net;
  net.push_back(std::make_unique<Dense>(2, 2));
  net.push_back(std::make_unique<Tanh>());
  net.push_back(std::make_unique<Dense>(2, 1));
  std::vector<double> w(9);
  for (int k = 0; k < 9; k++)
    w[k] = x[k % n] * (1 + 0.25 * k);
  const double *p = w.data();
  for (auto &l : net) {
    l->load(p);
    p += l->parameters();
  }
  std::vector<double> y{0.25, -0.75};
  for (const auto &l : net)
    y = l->forward(y);
  return y[0] * y[0];
}
