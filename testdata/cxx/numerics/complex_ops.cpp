// std::complex: all of it.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <complex>
#include <vector>
using C = std::complex<double>;
static void fft(std::vector<C> &a) {
  size_t n = a.size();
  if (n == 1) return;
  std::vector<C> e(n / 2), o(n / 2);
  for (size_t i = 0; i < n / 2; i++) { e[i] = a[2 * i]; o[i] = a[2 * i + 1]; }
  fft(e); fft(o);
  for (size_t k = 0; k < n / 2; k++) { C t = std::polar(1.0, -2 * M_PI * k / n) * o[k]; a[k] = e[k] + t; a[k + n / 2] = e[k] - t; }
}
extern "C" double f(double *x, int n) {
  C a(x[0], x[1]), b(x[2], x[3]), c = a * b / (a + 2.0 * b);
  c += std::exp(a) - std::log(b) + std::sqrt(c) * std::conj(b);
  c *= std::pow(a, 1.5) + std::pow(b, a) + std::sin(a) * std::cos(b) + std::tanh(b);
  c /= b; c -= x[4];
  std::vector<C> v;
  for (int i = 0; i < 4; i++) v.push_back(C(x[i], x[i + 1]));
  fft(v);
  double s = 0;
  for (auto &z : v) s += std::norm(z) * std::arg(z);
  return std::abs(c) + std::real(c) * std::imag(a * C(0, 1)) + s * x[5];
}
