// Exceptions thrown deep, rethrown, with cleanups on the way; none changes what is active.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
struct DomainError : std::runtime_error { int where; DomainError(int w) : std::runtime_error("domain " + std::to_string(w)), where(w) {} };
struct Guard { int &n; explicit Guard(int &k) : n(k) { ++n; } ~Guard() { --n; } };
static double leaf(double v, int i, int &depth) { Guard g(depth); if (v < 0.5) throw DomainError(i); return std::sqrt(v - 0.4); }
static double middle(double v, int i, int &depth) {
  Guard g(depth);
  std::vector<double> tmp(3, v);
  auto p = std::make_unique<double>(v * v);
  try { return leaf(v, i, depth) * tmp[1] + *p; }
  catch (const DomainError &e) { if (e.where > 100) return 0; throw; }
}
extern "C" double f(double *x, int n) {
  double s = 0;
  int depth = 0, caught = 0;
  for (int i = 0; i < n; i++) {
    double v;
    try { v = middle(x[i], i, depth); }
    catch (const std::exception &e) { v = x[i] * x[i] * std::string(e.what()).size(); caught++; }
    s += v * (1 + caught);
  }
  std::vector<double> w(x, x + n);
  try { s += w.at(n); } catch (const std::out_of_range &) { s *= w.at(1); }
  return s + depth;
}
