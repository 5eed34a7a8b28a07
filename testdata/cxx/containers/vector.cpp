// std::vector: grown, resized, iterated.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <vector>

extern "C" double f(double *x, int n) {
  std::vector<double> v;
  for (int i = 0; i < n; i++)
    v.push_back(x[i] * x[i]);
  double s = 0;
  for (double e : v)
    s += std::sin(e);
  v.resize(2 * n);
  v[n] = s;
  return s * v[n] + v[1];
}
