// A matrix as a vector of vectors.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <vector>
using Matrix = std::vector<std::vector<double>>;
static Matrix multiply(const Matrix &a, const Matrix &b) {
  Matrix c(a.size(), std::vector<double>(b[0].size(), 0.0));
  for (size_t i = 0; i < a.size(); i++)
    for (size_t j = 0; j < b[0].size(); j++)
      for (size_t k = 0; k < b.size(); k++) c[i][j] += a[i][k] * b[k][j];
  return c;
}
extern "C" double f(double *x, int n) {
  Matrix a(2, std::vector<double>(3)), b;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++) a[i][j] = x[3 * i + j];
  for (int i = 0; i < 3; i++) b.push_back({x[i], x[i] * x[i + 1]});
  Matrix c = multiply(a, b);
  Matrix d = multiply(c, c);
  double s = 0;
  for (auto &row : d)
    for (double e : row) s += std::log(1 + e * e);
  return s;
}
