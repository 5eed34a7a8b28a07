// Filters by CRTP behind std::function, chosen by a bitset, with optional limits, results sorted stably.
#include <algorithm>
#include <bitset>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>
template <class D> struct Filter {
  std::optional<double> limit;
  double run(double v) {
    double y = static_cast<D *>(this)->step(v);
    count++;
    if (limit && y > *limit) y = *limit + std::log1p(y - *limit);
    return y;
  }
  int count = 0;
};
struct LowPass : Filter<LowPass> {
  double a, state = 0;
  explicit LowPass(double a) : a(a) {}
  double step(double v) { return state += a * (v - state); }
};
struct Delay : Filter<Delay> {
  double line[4] = {};
  int at = 0;
  double step(double v) {
    double out = line[at];
    line[at] = v;
    at = (at + 1) & 3;
    return out + 0.5 * v;
  }
};
struct Poly : Filter<Poly> {
  std::vector<double> coeff;
  double step(double v) {
    double s = 0;
    for (auto it = coeff.rbegin(); it != coeff.rend(); ++it) s = s * v + *it;
    return s;
  }
};
struct Result {
  size_t index;
  std::optional<double> value;
  std::bitset<8> used;
};
using Fn = std::function<double(double)>;
template <class F> Fn wrap(F f) {
  return [f]() mutable -> Fn { return [f](double v) mutable { return f.run(v); }; }();
}
extern "C" double f(const double *x, size_t n) {
  LowPass low(0.4 * x[0]);
  low.limit = 0.9 * x[1];
  Delay delay;
  Poly poly;
  poly.coeff = {x[2], 0.5, x[3] * 0.25};
  poly.limit = 2.0;
  std::vector<Fn> fns{wrap(low), wrap(delay), wrap(poly), [g = x[4]](double v) { return v * g; }, Fn{}};
  std::vector<Result> results;
  for (size_t i = 0; i < n; i++) {
    std::bitset<8> used((i * 37 + 11) % 31);
    double v = x[i];
    for (size_t k = 0; k < fns.size(); k++)
      if (used.test(k)) {
        if (!fns[k]) { used.reset(k); continue; }
        v = fns[k](v);
      }
    Result r{i, v, used};
    if (used.none() || used.count() > 3) r.value.reset();
    results.push_back(r);
  }
  std::stable_sort(results.begin(), results.end(), [](const Result &a, const Result &b) {
    if (a.used.count() != b.used.count()) return a.used.count() < b.used.count();
    return a.value && b.value ? *a.value < *b.value : a.value.has_value() < b.value.has_value();
  });
  std::vector<Fn> copy = fns;
  double s = 0, w = 1;
  for (auto &r : results) {
    s += w * r.value.value_or(x[5] * 0.5);
    w *= 0.9;
    if (r.used.any()) s += 0.1 * copy[r.index % 3](r.value.value_or(0.1));
  }
  return s + fns[0](x[6]) * copy[0](x[7]);
}
