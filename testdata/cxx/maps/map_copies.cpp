// Maps copied and moved, of strings, of structs with vectors.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <map>
#include <string>
#include <vector>
#include <cmath>
struct S { double w; std::vector<double> h; };
extern "C" double f(double *x, int n) {
  std::map<int, double> m; for (int i = 0; i < n; i++) m[(i * 7) % 5] += x[i];
  std::map<int, double> c = m; c[2] *= 3; std::map<int,double> mv = std::move(c);
  double s = 0; for (auto &[k, v] : mv) s += k * v * v;
  std::map<std::string, S> ms; for (int i = 0; i < n; i++) { auto &e = ms[i % 2 ? "odd" : "even-number-with-long-name"]; e.w += x[i]; e.h.push_back(x[i]); }
  for (auto &kv : ms) { s *= kv.second.w; for (double h : kv.second.h) s += h * h; }
  std::multimap<double, int> mm; for (int i = 0; i < n; i++) mm.emplace(x[i], i);
  int k = 0; for (auto &kv : mm) s += kv.first * ++k * kv.second;
  return s;
}
