// std::unordered_map with entries added and erased.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <unordered_map>

extern "C" double f(double *x, int n) {
  std::unordered_map<int, double> m;
  for (int i = 0; i < n; i++)
    m[i % 4] += x[i] * x[i];
  double s = 1;
  for (int i = 0; i < 4; i++)
    s *= m[i];
  m.erase(2);
  for (int i = 0; i < 4; i++)
    s += m.count(i) ? m[i] : 0;
  return s;
}
