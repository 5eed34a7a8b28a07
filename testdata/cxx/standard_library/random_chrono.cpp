// Randomness and clocks inside: inactive.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <chrono>
#include <cmath>
#include <random>
extern "C" double f(double *x, int n) {
  auto t0 = std::chrono::steady_clock::now();
  std::mt19937 gen(42);
  std::normal_distribution<double> gauss(0, 1);
  std::uniform_real_distribution<double> uni(0.5, 1.5);
  double s = 0;
  for (int p = 0; p < 8; p++) {
    double price = x[0] * std::exp((x[1] - 0.5 * x[2] * x[2]) * x[3] + x[2] * std::sqrt(x[3]) * gauss(gen));
    s += std::max(price - x[4], 0.0) * uni(gen) * std::exp(-x[1] * x[3]);
  }
  auto dt = std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count();
  return s / 8 + (dt > 1e9 ? 1 : 0) * x[5];
}
