// std::complex: products, quotients, functions.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <complex>

extern "C" double f(double *x, int) {
  std::complex<double> z(x[0], x[1]), w(x[2], x[3]);
  auto q = z * w / (z + w);
  auto e = std::exp(q) + std::sqrt(z) + std::pow(w, 2.0);
  return std::abs(e) + std::arg(q) * x[4] + std::norm(z) * x[5];
}
