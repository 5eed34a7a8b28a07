// std::list: splice, sort, reverse; links change all the time.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <list>
extern "C" double f(double *x, int n) {
  std::list<double> a, b;
  for (int i = 0; i < n; i++) (i % 2 ? a : b).push_back(x[i] * x[i]);
  a.splice(a.begin(), b, b.begin());
  a.sort();
  b.sort();
  a.merge(b);
  a.reverse();
  double s = 0;
  int k = 1;
  for (double v : a) s += std::sin(v) * k++;
  a.erase(a.begin());
  a.unique();
  return s + a.front() * a.back();
}
