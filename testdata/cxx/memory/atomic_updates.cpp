// Updates of std::atomic<double> by compare-and-exchange, and exchanges.
// llad: func f double
// llad: arg x dup double[6] {0.7,-0.4,1.3,0.2,0.9,-0.8}
// llad: arg n const int 6
#include <atomic>
#include <cmath>
#include <vector>

namespace {

void add(std::atomic<double> &a, double x) {
  double old = a.load();
  while (!a.compare_exchange_weak(old, old + x)) {
  }
}

double sums(const double *x, int n) {
  std::atomic<double> s{0.0}, t{1.0};
  for (int k = 0; k < n; k++) {
    add(s, x[k] * x[k]);
    add(t, std::sin(x[k]));
  }
  return s * t.load();
}

double products(const double *x, int n) {
  std::vector<std::atomic<double>> bins(3);
  for (auto &b : bins) b.store(0, std::memory_order_relaxed);
  std::atomic<double> product{1};
  for (int k = 0; k < n; k++) {
    auto &b = bins[k % 3];
    double old = b.load(std::memory_order_relaxed), sum;
    do {
      sum = old + x[k] * x[(k + 1) % n];
    } while (!b.compare_exchange_weak(old, sum, std::memory_order_release, std::memory_order_relaxed));
    double p = product.load();
    while (!product.compare_exchange_strong(p, p * x[k])) {
    }
  }
  double s = product.exchange(2.0);
  for (auto &b : bins) s += b.load() * b;
  return s * product;
}

double others(const double *x, int n) {
  std::atomic<double> a{x[0]}, largest{-10.0};
  double s = 0;
  for (int k = 0; k < n; k++) {
    double old = a.load();
    while (!a.compare_exchange_weak(old, old * x[k] + std::sin(old))) {
    }
    if (k == 2) {
      s += a.load();
      a.exchange(0.5);
    }
    if (k == 4) {
      double e = a;
      s += e * e;
      while (!a.compare_exchange_strong(e, 1.25)) {
      }
    }
    double c = largest.load();
    while (c < x[k] && !largest.compare_exchange_weak(c, x[k])) {
    }
    double e = 3.0;
    if (!a.compare_exchange_strong(e, 7.0)) s += e * x[1];
  }
  a.store(x[3]);
  return s * a.exchange(x[5]) + a * largest;
}

}  // namespace

extern "C" double f(const double *x, int n) { return sums(x, n) + products(x, n) * others(x, n); }
