// The functions of <cmath> in C++ spelling, float and long ones included.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
// llad: cflags -std=c++20
#include <algorithm>
#include <cmath>
extern "C" double f(double *x, int n) {
  double s = std::pow(x[0], 3) + std::pow(x[1], 2.5f) + std::hypot(x[0], x[1]) + std::hypot(x[0], x[1], x[2]) + std::fma(x[1], x[2], x[3]);
  s += std::abs(x[4] - 1) + std::fabs(-x[5]) + std::max(x[0], x[1]) + std::fmin(x[2], x[3]) + std::cbrt(x[3]) + std::log1p(x[4]) + std::expm1(x[5]);
  s += std::erf(x[0]) * std::tgamma(x[1]) + std::lgamma(x[2] + 1) + std::asinh(x[3]) + std::atan2(x[4], x[5]) + std::exp2(x[0]) + std::log2(x[1]);
  s += std::fmod(x[3], 1.5) * std::floor(x[1]) + std::trunc(x[3]) * x[2] + std::copysign(x[2], -1.0) + std::remainder(x[5], 0.75) + std::lerp(x[0], x[1], 0.25);
  return s + std::sqrt(std::abs(x[2] * x[3])) + (std::isnan(s) || std::isinf(s) ? 1 : 0);
}
