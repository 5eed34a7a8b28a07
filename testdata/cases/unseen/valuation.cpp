// Cash flows in a valarray, discounted by lazy expressions, curves by key in a hash table, best first from a queue.
#include <charconv>
#include <cmath>
#include <queue>
#include <string>
#include <unordered_map>
#include <valarray>
#include <vector>
template <class E> struct Curve { double operator()(double t) const { return static_cast<const E &>(*this).value(t); } };
struct Flat : Curve<Flat> { double rate; explicit Flat(double r) : rate(r) {} double value(double) const { return rate; } };
struct Linear : Curve<Linear> { double a, b; Linear(double a, double b) : a(a), b(b) {} double value(double t) const { return a + b * t; } };
template <class L, class R> struct Added : Curve<Added<L, R>> { L l; R r; Added(L l, R r) : l(l), r(r) {} double value(double t) const { return l(t) + r(t); } };
template <class L> struct Shifted : Curve<Shifted<L>> { L l; double by; Shifted(L l, double by) : l(l), by(by) {} double value(double t) const { return l(t + by); } };
template <class L, class R> Added<L, R> operator+(const Curve<L> &l, const Curve<R> &r) { return {static_cast<const L &>(l), static_cast<const R &>(r)}; }
template <class L> Shifted<L> operator>>(const Curve<L> &l, double by) { return {static_cast<const L &>(l), by}; }
template <class E> std::valarray<double> discount(const std::valarray<double> &times, const Curve<E> &c) {
  std::valarray<double> d(times.size());
  for (size_t i = 0; i < times.size(); i++) d[i] = std::exp(-c(times[i]) * times[i]);
  return d;
}
struct Deal {
  std::string name;
  std::valarray<double> flows, times;
};
struct ByValue {
  bool operator()(const std::pair<double, const Deal *> &a, const std::pair<double, const Deal *> &b) const { return a.first < b.first; }
};
static std::string label(const char *stem, int k) {
  char buffer[24];
  auto r = std::to_chars(buffer, buffer + sizeof buffer, k * 1000 + 17, 16);
  return std::string(stem) + std::string(buffer, r.ptr);
}
static double strike(const std::string &text) {
  int whole = 0;
  std::from_chars(text.data() + text.find_first_of("0123456789"), text.data() + text.size(), whole, 10);
  return 0.001 * whole;
}
extern "C" double f(const double *x, size_t n) {
  std::unordered_map<std::string, Deal> deals;
  for (int k = 0; k < 4; k++) {
    std::valarray<double> flows(x + k, 5), times(5);
    for (int i = 0; i < 5; i++) times[i] = 0.25 * (i + 1) + 0.1 * k;
    flows *= 1.0 + 0.1 * k;
    flows[std::slice(0, 3, 2)] += std::valarray<double>(x[n - 1], 3);
    std::string name = label(k % 2 ? "a deal with a long and telling name " : "d", k);
    deals[name] = Deal{name, flows, times};
  }
  Flat base(0.05 * x[0]);
  Linear slope(0.01 * x[1], 0.02 * x[2]);
  std::priority_queue<std::pair<double, const Deal *>, std::vector<std::pair<double, const Deal *>>, ByValue> queue;
  for (auto &[name, deal] : deals) {
    std::valarray<double> d = discount(deal.times, base + (slope >> 0.5));
    double pv = (deal.flows * d).sum() - strike(name) * x[3];
    std::valarray<double> big = deal.flows[deal.flows > 1.0];
    pv += big.size() ? 0.1 * big.max() : 0.0;
    queue.emplace(pv, &deal);
  }
  double s = 0, w = 1;
  while (!queue.empty()) {
    auto [pv, deal] = queue.top();
    queue.pop();
    s += w * pv + 0.01 * deal->flows.cshift(1)[0];
    w *= 0.7;
  }
  std::valarray<double> all(x, n);
  std::valarray<double> y = std::sqrt(all) * all.apply([](double v) { return v * v - 0.5; });
  return s + y.sum() + std::pow(all, 1.5)[n / 2];
}
