// std::vector: grown, resized, iterated.
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
