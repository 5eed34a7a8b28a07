// std::complex: products, quotients, functions.
#include <complex>

extern "C" double f(double *x, int) {
  std::complex<double> z(x[0], x[1]), w(x[2], x[3]);
  auto q = z * w / (z + w);
  auto e = std::exp(q) + std::sqrt(z) + std::pow(w, 2.0);
  return std::abs(e) + std::arg(q) * x[4] + std::norm(z) * x[5];
}
