// A linear system by LU decomposition with row exchanges, its matrix a vector of rows.
// llad: func f double
// llad: arg x dup double[12] {0.2,1.3,0.4,1.9,0.55,1.1,0.25,0.8,1.6,0.7,0.9,0.35}
// llad: arg n const int 12
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

using Row = std::vector<double>;
using Matrix = std::vector<Row>;

static std::vector<std::size_t> decompose(Matrix &a) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < a.size(); i++)
    order.push_back(i);
  for (std::size_t k = 0; k < a.size(); k++) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < a.size(); i++)
      if (std::fabs(a[i][k]) > std::fabs(a[best][k]))
        best = i;
    if (a[best][k] == 0)
      throw std::runtime_error("singular");
    std::swap(a[k], a[best]);
    std::swap(order[k], order[best]);
    for (std::size_t i = k + 1; i < a.size(); i++) {
      double factor = a[i][k] /= a[k][k];
      for (std::size_t j = k + 1; j < a.size(); j++)
        a[i][j] -= factor * a[k][j];
    }
  }
  return order;
}

static Row solve(Matrix a, const Row &b) {
  std::vector<std::size_t> order = decompose(a);
  Row x(b.size());
  for (std::size_t i = 0; i < x.size(); i++) {
    x[i] = b[order[i]];
    for (std::size_t j = 0; j < i; j++)
      x[i] -= a[i][j] * x[j];
  }
  for (std::size_t i = x.size(); i-- > 0;) {
    for (std::size_t j = i + 1; j < x.size(); j++)
      x[i] -= a[i][j] * x[j];
    x[i] /= a[i][i];
  }
  return x;
}

extern "C" double f(double *x, int n) {
  std::size_t m = 3;
  while (m * (m + 1) < static_cast<std::size_t>(n))
    m++;
  Matrix a(m, Row(m));
  Row b;
  for (std::size_t i = 0; i < m; i++) {
    for (std::size_t j = 0; j < m; j++)
      a[i][j] = x[i * m + j];
    b.push_back(x[m * m + i]);
  }
  Row y = solve(a, b);
  double s = 0;
  for (std::size_t i = 0; i < m; i++)
    s += y[i] * y[i] + std::sin(y[i]) * x[i];
  return s;
}
