// std::map and set keyed by ints; erased and changed nodes; multimap.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <map>
#include <set>
extern "C" double f(double *x, int n) {
  std::map<int, double> m;
  for (int i = 0; i < 4 * n; i++) m[(i * 7) % 13] += x[i % n] * x[(i + 1) % n];
  for (auto it = m.begin(); it != m.end();)
    if (it->first % 3 == 0) it = m.erase(it);
    else ++it;
  m.insert({100, x[0]});
  m.emplace(101, x[1] * x[2]);
  double s = 0;
  for (auto &[k, v] : m) s += std::sin(v) * k;
  std::multimap<int, double> mm;
  for (int i = 0; i < n; i++) mm.emplace(i % 2, x[i]);
  auto range = mm.equal_range(1);
  for (auto it = range.first; it != range.second; ++it) s *= it->second;
  auto hit = m.find(100);
  if (hit != m.end()) s += hit->second * m.at(101) * m.count(7);
  return s * x[5] + m.lower_bound(50)->second;
}
