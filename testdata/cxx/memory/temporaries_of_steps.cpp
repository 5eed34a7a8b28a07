// Steps that make vectors while others are there, so that an exception would have to end them: some are handed to the next step.
// One is asked for that is too large, and the function goes on without it.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
// llad: arg steps const int 4
// llad: arg much const long 4000
#include <cmath>
#include <new>
#include <numeric>
#include <utility>
#include <vector>
using Vector = std::vector<double>;
static Vector operator+(const Vector &a, const Vector &b) {
  Vector r(a.size());
  for (size_t i = 0; i < a.size(); i++)
    r[i] = a[i] + b[i];
  return r;
}
static Vector operator*(double s, const Vector &a) {
  Vector r(a.size());
  for (size_t i = 0; i < a.size(); i++)
    r[i] = s * a[i];
  return r;
}
static Vector slope(const Vector &y) {
  Vector d(y.size());
  for (size_t i = 0; i < y.size(); i++)
    d[i] = std::sin(y[(i + 1) % y.size()]) * y[i];
  return d;
}
// Memory of n bytes, or for three numbers if that is too much.
static double *numbers(long n) {
  try {
    if (n > 1000)
      throw std::bad_alloc();
    return static_cast<double *>(::operator new(n));
  } catch (const std::bad_alloc &) {
    return static_cast<double *>(::operator new(3 * sizeof(double)));
  }
}
extern "C" double f(const double *x, int n, int steps, long much) {
  Vector y(x, x + n), last(n, 1.0);
  for (int t = 0; t < steps; t++) {
    Vector k1 = slope(y), k2 = slope(y + 0.05 * k1), next = y + 0.05 * (k1 + k2);
    last = 0.5 * last + k2;
    y = std::move(next);
  }
  double s = std::accumulate(y.begin(), y.end(), 0.0) + std::accumulate(last.begin(), last.end(), 0.0);
  for (long bytes : {much, much / 10}) {
    Vector kept(x, x + n);
    double *p = numbers(bytes);
    for (int i = 0; i < 3; i++)
      p[i] = kept[i] * kept[i + 1];
    s += p[0] * p[1] + p[2];
    ::operator delete(p);
  }
  return s;
}
