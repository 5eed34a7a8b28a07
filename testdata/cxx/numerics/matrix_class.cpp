// A user's matrix class: rule of five, operators, LU with pivoting, determinant.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>
class Matrix {
  size_t n_;
  std::vector<double> a_;
public:
  explicit Matrix(size_t n) : n_(n), a_(n * n) {}
  double &operator()(size_t i, size_t j) { if (i >= n_ || j >= n_) throw std::out_of_range("index"); return a_[i * n_ + j]; }
  double operator()(size_t i, size_t j) const { if (i >= n_ || j >= n_) throw std::out_of_range("index"); return a_[i * n_ + j]; }
  size_t size() const { return n_; }
  friend Matrix operator*(const Matrix &a, const Matrix &b) { Matrix c(a.n_); for (size_t i = 0; i < a.n_; i++) for (size_t j = 0; j < a.n_; j++) { double s = 0; for (size_t k = 0; k < a.n_; k++) s += a(i, k) * b(k, j); c(i, j) = s; } return c; }
  friend Matrix operator+(Matrix a, const Matrix &b) { for (size_t i = 0; i < a.a_.size(); i++) a.a_[i] += b.a_[i]; return a; }
};
static std::vector<double> solve(Matrix a, std::vector<double> b, double &det) {
  size_t n = a.size();
  det = 1;
  for (size_t k = 0; k < n; k++) {
    size_t p = k;
    for (size_t i = k + 1; i < n; i++) if (std::fabs(a(i, k)) > std::fabs(a(p, k))) p = i;
    if (p != k) { for (size_t j = 0; j < n; j++) std::swap(a(p, j), a(k, j)); std::swap(b[p], b[k]); det = -det; }
    if (a(k, k) == 0) throw std::runtime_error("singular");
    det *= a(k, k);
    for (size_t i = k + 1; i < n; i++) { double l = a(i, k) / a(k, k); for (size_t j = k; j < n; j++) a(i, j) -= l * a(k, j); b[i] -= l * b[k]; }
  }
  for (size_t k = n; k-- > 0;) { for (size_t j = k + 1; j < n; j++) b[k] -= a(k, j) * b[j]; b[k] /= a(k, k); }
  return b;
}
extern "C" double f(double *x, int n) {
  Matrix a(3), b(3);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) { a(i, j) = x[(i + 2 * j) % n] * (i + 1) + (i == 2 - j ? 3 : 0); b(i, j) = x[(i * j) % n]; }
  Matrix c = a * b + a;
  double det;
  std::vector<double> y = solve(c, {x[0], x[1], x[2]}, det);
  return y[0] * y[1] + y[2] + std::log(std::fabs(det));
}
