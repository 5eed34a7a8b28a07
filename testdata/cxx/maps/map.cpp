// std::map, ordered by numbers and by strings.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <map>
#include <string>

extern "C" double f(double *x, int n) {
  std::map<int, double> sums;
  for (int i = 0; i < n; i++)
    sums[i % 3] += x[i] * x[i];
  std::map<std::string, double> named;
  named["first"] = x[0];
  named["second"] = x[1] * sums[2];
  named.erase("third");
  double s = 1;
  for (auto &k : sums)
    s *= k.second;
  for (auto &k : named)
    s *= k.second;
  return s;
}
