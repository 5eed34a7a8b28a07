// A net of layer objects over spans, weights taken from one list; connections in a multimap, norms kept by layer.
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <unordered_map>
#include <vector>

class Matrix {
  std::size_t rows_, cols_;
  std::vector<double> a;

public:
  Matrix(std::size_t r, std::size_t c) : rows_(r), cols_(c), a(r * c) {}
  double &operator()(std::size_t i, std::size_t j) { return a[i * cols_ + j]; }
  std::span<const double> row(std::size_t i) const { return {a.data() + i * cols_, cols_}; }
  std::span<double> all() { return a; }
  std::size_t rows() const { return rows_; }
};

struct Layer {
  virtual ~Layer() = default;
  virtual std::vector<double> apply(std::span<const double> in) const = 0;
  virtual double penalty() const { return 0; }
};

class Dense : public Layer {
  Matrix w;
  std::vector<double> bias;
  std::function<double(double)> act;

public:
  Dense(std::size_t out, std::size_t in, std::span<const double> x, std::size_t &next, std::function<double(double)> g)
      : w(out, in), bias(out), act(std::move(g)) {
    for (double &v : w.all()) { v = 0.5 * x[next % x.size()] - 0.4 * ((next * 3) % 5 == 0); next++; }
    for (double &v : bias) v = 0.1 * x[next++ % x.size()];
  }
  std::vector<double> apply(std::span<const double> in) const override {
    std::vector<double> out(w.rows());
    for (std::size_t i = 0; i < w.rows(); i++) out[i] = act(std::inner_product(in.begin(), in.end(), w.row(i).begin(), bias[i]));
    return out;
  }
  double penalty() const override {
    double s = 0;
    for (std::size_t i = 0; i < w.rows(); i++) for (double v : w.row(i)) s += v * v;
    return s;
  }
};

class Normalise : public Layer {
public:
  std::vector<double> apply(std::span<const double> in) const override {
    double mean = std::accumulate(in.begin(), in.end(), 0.0) / in.size(), var = 1e-2;
    for (double v : in) var += (v - mean) * (v - mean) / in.size();
    std::vector<double> out;
    for (double v : in) out.push_back((v - mean) / std::sqrt(var));
    return out;
  }
};

class Sparse : public Layer {
  std::multimap<std::size_t, std::pair<std::size_t, double>> links;
  std::size_t outputs;

public:
  explicit Sparse(std::size_t o) : outputs(o) {}
  void link(std::size_t to, std::size_t from, double w) { links.emplace(to, std::pair{from, w}); }
  std::vector<double> apply(std::span<const double> in) const override {
    std::vector<double> out(outputs), sums(outputs);
    for (std::size_t o = 0; o < outputs; o++) {
      auto [b, e] = links.equal_range(o);
      for (auto it = b; it != e; ++it) out[o] += it->second.second * in[it->second.first];
    }
    std::partial_sum(out.begin(), out.end(), sums.begin());
    return sums;
  }
};

extern "C" double f(const double *x, std::size_t n) {
  std::span<const double> in(x, n);
  std::size_t next = 0;
  std::vector<std::unique_ptr<Layer>> net;
  net.push_back(std::make_unique<Dense>(4, 3, in, next, [](double v) { return std::tanh(v); }));
  net.push_back(std::make_unique<Normalise>());
  auto sparse = std::make_unique<Sparse>(3);
  for (std::size_t k = 0; k < 7; k++) sparse->link(k * 2 % 3, k % 4, 0.3 * in[(k + 5) % n]);
  net.push_back(std::move(sparse));
  double slope = 0.1 * in[11];
  net.push_back(std::make_unique<Dense>(2, 3, in, next, [slope](double v) { return v > 0 ? v : slope * v; }));
  std::unordered_map<int, double> norms;
  double loss = 0;
  for (int sample = 0; sample < 3; sample++) {
    std::vector<double> v{0.5 + 0.3 * sample, in[0] - 0.2 * sample, 1.0};
    for (std::size_t k = 0; k < net.size(); k++) {
      v = net[k]->apply(v);
      norms[static_cast<int>(k)] += std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
    }
    loss += (v[0] - 0.3) * (v[0] - 0.3) + v[1] * v[1] * 0.5;
  }
  for (auto &l : net) loss += 0.01 * l->penalty();
  for (int k = 0; k < 4; k++) loss += 0.02 * norms.at(k);
  return loss;
}
