// Layers behind virtual functions give matrices by value, one of them what a std::function makes of another: in memory of
// which it is not known what it holds, zeros take addresses away in the shadow, too.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.3,-0.5}
// llad: arg n const int 6
// llad: cflags -isystem /usr/include/eigen3
#include <Eigen/Dense>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>
using Eigen::MatrixXd;
using Eigen::VectorXd;
struct Layer {
  virtual ~Layer() = default;
  virtual MatrixXd forward(const MatrixXd &in) = 0;
};
struct Affine : Layer {
  MatrixXd weights;
  VectorXd bias;
  Affine(int rows, int cols, const double *x, int n) : weights(rows, cols), bias(rows) {
    for (int k = 0; k < rows * cols; k++) weights(k / cols, k % cols) = 0.5 * x[k % n];
    for (int k = 0; k < rows; k++) bias(k) = x[3 * k % n];
  }
  MatrixXd forward(const MatrixXd &in) override { return (weights * in).colwise() + bias; }
};
struct Applied : Layer {
  std::function<double(double)> g;
  explicit Applied(std::function<double(double)> h) : g(std::move(h)) {}
  MatrixXd forward(const MatrixXd &in) override { return in.unaryExpr(g); }
};
extern "C" double f(double *x, int n) {
  std::vector<std::unique_ptr<Layer>> net;
  net.push_back(std::make_unique<Affine>(5, 3, x, n));
  net.emplace_back(new Applied([s = x[1]](double v) { return std::tanh(s * v); }));
  net.emplace_back(new Affine(4, 5, x + 1, n - 1));
  MatrixXd in(3, 4);
  for (int i = 0; i < 12; i++) in(i % 3, i / 3) = std::sin(1.0 * i) + 0.1 * x[i % n];
  for (auto &l : net) in = l->forward(in);
  return in(0, 0) + in(1, 2);
}
