// Exceptions that are caught on the way.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <stdexcept>

static double checked(double v) {
  if (v < 0.5)
    throw std::runtime_error("small");
  return std::log(v);
}

extern "C" double f(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++) {
    try {
      s *= checked(x[i]);
      s += x[i];
    } catch (const std::exception &) {
      s -= x[i] * x[i];
    }
  }
  return s;
}
