// Layers behind a virtual function that gets and gives matrices by value, one of which draws random numbers: that
// computes with long doubles, which have no derivatives.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <vector>
class Matrix {
  std::size_t rows_, columns_;
  std::unique_ptr<double[]> d;
public:
  Matrix(std::size_t r, std::size_t c) : rows_(r), columns_(c), d(new double[r * c]()) {}
  Matrix(const Matrix &o) : Matrix(o.rows_, o.columns_) { std::copy_n(o.d.get(), rows_ * columns_, d.get()); }
  Matrix(Matrix &&) noexcept = default;
  Matrix &operator=(Matrix o) { std::swap(rows_, o.rows_); std::swap(columns_, o.columns_); std::swap(d, o.d); return *this; }
  double &operator()(std::size_t i, std::size_t j) { return d[i * columns_ + j]; }
  double operator()(std::size_t i, std::size_t j) const { return d[i * columns_ + j]; }
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
};
struct Layer {
  virtual ~Layer() = default;
  virtual Matrix forward(Matrix x) = 0;
};
struct Dense : Layer {
  Matrix w;
  Dense(std::size_t n, std::size_t m, const double *x) : w(n, m) {
    for (std::size_t i = 0; i < n; i++)
      for (std::size_t j = 0; j < m; j++) w(i, j) = 0.3 * x[(i + 2 * j) % 6] - 0.1 * i;
  }
  Matrix forward(Matrix x) override {
    Matrix y(x.rows(), w.columns());
    for (std::size_t i = 0; i < x.rows(); i++)
      for (std::size_t k = 0; k < x.columns(); k++)
        for (std::size_t j = 0; j < w.columns(); j++) y(i, j) += x(i, k) * w(k, j);
    return y;
  }
};
struct Bent : Layer {
  Matrix forward(Matrix x) override {
    for (std::size_t i = 0; i < x.rows(); i++)
      for (std::size_t j = 0; j < x.columns(); j++) x(i, j) = std::tanh(x(i, j));
    return x;
  }
};
struct Dropped : Layer {
  std::mt19937 g{7};
  Matrix forward(Matrix x) override {
    std::bernoulli_distribution keep(0.7);
    for (std::size_t i = 0; i < x.rows(); i++)
      for (std::size_t j = 0; j < x.columns(); j++) x(i, j) = keep(g) ? x(i, j) / 0.7 : 0;
    return x;
  }
};
extern "C" double f(double *x, int n) {
  std::vector<std::unique_ptr<Layer>> net;
  net.emplace_back(new Dense(3, 4, x));
  net.emplace_back(new Bent);
  net.emplace_back(new Dropped);
  net.emplace_back(new Dense(4, 2, x));
  Matrix v(2, 3);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++) v(i, j) = x[(3 * i + j) % n];
  for (auto &l : net) v = l->forward(std::move(v));
  return v(0, 0) + v(0, 1) * v(1, 0) + v(1, 1);
}
