// A sparse matrix out of sorted triplets: tuples of two indices and a number, whose indices move side by side.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <vector>
struct Rows {
  std::vector<int> start, column;
  std::vector<double> value;
};
static Rows build(int n, std::vector<std::tuple<int, int, double>> t) {
  std::sort(t.begin(), t.end(), [](const auto &a, const auto &b) {
    return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
  });
  Rows m{std::vector<int>(n + 1), {}, {}};
  int row = -1, column = -1;
  for (auto &[r, c, v] : t) {
    if (r == row && c == column) {
      m.value.back() += v;
      continue;
    }
    m.column.push_back(c);
    m.value.push_back(v);
    m.start[r + 1]++;
    row = r, column = c;
  }
  std::partial_sum(m.start.begin(), m.start.end(), m.start.begin());
  return m;
}
extern "C" double f(double *x, int n) {
  std::vector<std::tuple<int, int, double>> t;
  const int size = 10;
  for (int i = 0; i < size; i++) {
    t.emplace_back(i, i, 3 + x[i % n]);
    if (i) {
      t.emplace_back(i, i - 1, -x[(i + 1) % n]);
      t.emplace_back(i - 1, i, 0.5 * x[(i + 1) % n]);
    }
    t.emplace_back(i, i, 0.1 * x[i % n] * x[i % n]);
    t.emplace_back((i + 5) % size, i, 0.05);
  }
  Rows m = build(size, t);
  std::vector<double> v(size, 1.0), w(size);
  double s = 0;
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < size; i++) {
      w[i] = 0;
      for (int p = m.start[i]; p < m.start[i + 1]; p++) w[i] += m.value[p] * v[m.column[p]];
    }
    double length = std::sqrt(std::inner_product(w.begin(), w.end(), w.begin(), 0.0));
    for (int i = 0; i < size; i++) v[i] = w[i] / length;
    s += length * v[k];
  }
  return s;
}
