// A map whose keys are active: order by value.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <map>
#include <set>
extern "C" double f(double *x, int n) {
  std::map<double, double> table;
  for (int i = 0; i < n; i++) table[x[i]] = x[i] * x[i];
  std::set<double> keys(x, x + n);
  keys.insert(x[0] * x[1]);
  double s = 0, prev = 0;
  for (auto &[k, v] : table) { s += (k - prev) * v; prev = k; }
  int w = 1;
  for (double k : keys) s += w++ * k;
  auto it = table.upper_bound(1.0);
  return s + it->first * std::prev(it)->second;
}
