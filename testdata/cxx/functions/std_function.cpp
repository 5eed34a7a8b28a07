// std::function that holds a lambda that captures by reference.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <functional>

extern "C" double f(double *x, int n) {
  double a = x[0];
  std::function<double(double)> g = [&a](double t) { return a * std::sin(t); };
  double s = 0;
  for (int i = 0; i < n; i++)
    s += g(x[i]);
  return g(s);
}
