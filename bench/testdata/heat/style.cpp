// heat as C++ programs write it: two grids in vectors, swapped after each step.
#include <utility>
#include <vector>

namespace {

struct Grid {
  int n;
  std::vector<double> cells;
  explicit Grid(int n) : n(n), cells(n * n, 0.0) {}
  double &at(int i, int j) { return cells[i * n + j]; }
  double at(int i, int j) const { return cells[i * n + j]; }
};

void step(const Grid &from, Grid &to, const double *kappa) {
  int n = from.n;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      double u = from.at(i, j);
      double laplace = from.at(i, j - 1) + from.at(i, j + 1) + from.at(i - 1, j) + from.at(i + 1, j) - 4 * u;
      to.at(i, j) = u + kappa[i * n + j] * laplace + 0.01 * u * (1 - u);
    }
}

} // namespace

extern "C" double heat(int n, int s, const double *kappa, const double *measured, const double *x) {
  Grid now(n), next(n);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      now.at(i, j) = x[i * n + j];
  for (int t = 0; t < (s + 1) / 2 * 2; t++) {
    step(now, next, kappa);
    std::swap(now.cells, next.cells);
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double e = now.at(i, j) - measured[i * n + j];
      sum += e * e;
    }
  return 0.5 * sum;
}
