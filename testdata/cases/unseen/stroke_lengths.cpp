// Lengths of Bezier strokes: sums along polylines, a search by length, the longest from a heap, buffers that only move.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

struct Mark { double length, t; };

class Stroke {
  std::unique_ptr<double[][2]> points;
  std::size_t count = 0;

public:
  explicit Stroke(std::size_t n) : points(new double[n][2]()), count(n) {}
  Stroke(Stroke &&o) noexcept : points(std::move(o.points)), count(std::exchange(o.count, 0)) {}
  Stroke &operator=(Stroke &&o) noexcept {
    points = std::move(o.points);
    count = std::exchange(o.count, 0);
    return *this;
  }
  Stroke(const Stroke &) = delete;
  double *operator[](std::size_t i) { return points[i]; }
  const double *operator[](std::size_t i) const { return points[i]; }
  std::size_t size() const { return count; }

  void at(double t, double (&out)[2]) const {
    double work[4][2];
    for (std::size_t i = 0; i < count; i++) std::copy(points[i], points[i] + 2, work[i]);
    for (std::size_t k = count - 1; k > 0; k--)
      for (std::size_t i = 0; i < k; i++)
        for (int c = 0; c < 2; c++) work[i][c] += t * (work[i + 1][c] - work[i][c]);
    std::copy(work[0], work[0] + 2, out);
  }
  std::vector<Mark> marks(int parts) const {
    std::vector<double> steps(parts + 1, 0.0);
    double from[2], to[2];
    at(0, from);
    for (int i = 1; i <= parts; i++) {
      at(static_cast<double>(i) / parts, to);
      double d[2] = {to[0] - from[0], to[1] - from[1]};
      steps[i] = std::sqrt(std::inner_product(d, d + 2, d, 1e-9));
      std::copy(to, to + 2, from);
    }
    std::partial_sum(steps.begin(), steps.end(), steps.begin());
    std::vector<Mark> m;
    m.reserve(steps.size());
    for (int i = 0; i <= parts; i++) m.push_back({steps[i], static_cast<double>(i) / parts});
    return m;
  }
  Stroke raised() const {
    Stroke r(count);
    for (std::size_t i = 0; i < count; i++) {
      r[i][0] = points[i][1];
      r[i][1] = -0.5 * points[i][0];
    }
    return r;
  }
};

static double parameter(const std::vector<Mark> &m, double length) {
  auto at = std::lower_bound(m.begin(), m.end(), length, [](const Mark &a, double l) { return a.length < l; });
  if (at == m.begin()) return at->t;
  if (at == m.end()) return m.back().t;
  auto before = std::prev(at);
  return before->t + (at->t - before->t) * (length - before->length) / (at->length - before->length);
}

extern "C" double f(const double *x, std::size_t n) {
  std::vector<Stroke> path;
  for (std::size_t k = 0; k < 4; k++) {
    Stroke s(k % 2 ? 3 : 4);
    for (std::size_t i = 0; i < s.size(); i++) {
      s[i][0] = i + x[(2 * i + k) % n];
      s[i][1] = x[(3 * i + 2 * k + 1) % n] * (k + 1);
    }
    path.push_back(std::move(s));
  }
  path.push_back(path.front().raised());
  std::swap(path[1], path[2]);
  std::vector<std::pair<double, std::size_t>> longest;
  double sum = 0;
  for (std::size_t k = 0; k < path.size(); k++) {
    auto m = path[k].marks(10);
    double half = parameter(m, 0.5 * m.back().length), p[2];
    path[k].at(half, p);
    sum += p[0] * 0.3 + p[1] * x[k];
    longest.emplace_back(m.back().length, k);
    std::push_heap(longest.begin(), longest.end());
  }
  for (double w = 1; !longest.empty(); w *= 0.5) {
    std::pop_heap(longest.begin(), longest.end());
    auto [length, k] = longest.back();
    longest.pop_back();
    sum += w * length + 0.01 * k * x[n - 1];
  }
  return sum;
}
