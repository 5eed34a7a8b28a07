// Exceptions of the standard library whose message is asked for: a virtual function that is not
// in the module, on memory with a shadow that holds no derivative.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cstring>
#include <exception>
#include <stdexcept>

static double checked(double v) {
  if (v < 0.5)
    throw std::invalid_argument("too small");
  if (v > 1.5)
    throw std::out_of_range("much too large");
  return v * v;
}

extern "C" double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    try {
      s += checked(x[i]);
    } catch (const std::exception &e) {
      s += x[i] * std::strlen(e.what());
    }
  }
  return s;
}
