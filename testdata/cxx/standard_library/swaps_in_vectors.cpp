// std::swap, std::reverse, std::shuffle and std::iter_swap on what vectors hold, in steps, and
// what is read in between.
// llad: func f double
// llad: arg x dup double[6] {0.5,0.75,-0.25,1.25,0.625,-0.875}
// llad: arg n const int 6
// llad: arg steps const int 7
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace {
struct Particle {
  double pos[2], charge;
  int id;
};
} // namespace

extern "C" double f(const double *x, int n, int steps) {
  std::vector<double> y(x, x + n);
  std::vector<int> tour(n);
  std::iota(tour.begin(), tour.end(), 0);
  std::vector<Particle> ps(n);
  std::vector<std::vector<double>> rows(n);
  for (int i = 0; i < n; i++) {
    ps[i] = {{x[i], x[i] * x[i]}, 1.0 + i, i};
    rows[i] = {x[i], 0.5 * x[i] * i};
  }
  std::minstd_rand random(7);
  double sum = 0;
  for (int t = 0; t < steps; t++) {
    for (int i = n - 1; i > 0; i--)
      std::swap(tour[i], tour[random() % (i + 1)]);
    std::reverse(y.begin(), y.end() - t % 3);
    std::iter_swap(ps.begin() + random() % n, ps.begin() + random() % n);
    std::swap(rows[t % n], rows[(5 * t + 3) % n]);
    for (int k = 0; k + 1 < n; k++)
      sum += std::sin(y[k] * y[tour[k]]) * ps[k].charge + std::cos(ps[k].pos[0] * ps[k + 1].pos[1]) * rows[k][1];
    for (auto &row : rows)
      sum += row[0] * row[0] * y[n - 1];
    for (auto &p : ps)
      sum += x[p.id] * p.pos[1] * y[tour[p.id]];
  }
  return sum;
}
