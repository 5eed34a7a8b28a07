// Exceptions that are caught on the way.
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
