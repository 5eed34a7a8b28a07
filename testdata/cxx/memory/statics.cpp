// Function-local statics with guards, constexpr tables, thread_local, singletons.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <array>
#include <cmath>
#include <string>
#include <vector>
constexpr std::array<double, 4> coef{1.0, 0.5, 0.25, 0.125};
constexpr int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
struct Config { double gain; std::string name; Config() : gain(2.5), name("default configuration text") {} static Config &get() { static Config c; return c; } };
static const std::vector<double> &nodes() { static const std::vector<double> v = {-0.7745966692414834, 0, 0.7745966692414834}; return v; }
thread_local double scratch[4];
static int calls = 0;
extern "C" double f(double *x, int n) {
  calls++;
  static const double weights[3] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
  double s = 0;
  for (int k = 0; k < 3; k++) s += weights[k] * std::exp(-x[0] * nodes()[k]);
  for (int i = 0; i < 4; i++) scratch[i] = x[i] * coef[i] / fact(i + 1);
  for (int i = 0; i < 4; i++) s += scratch[i] * scratch[(i + 1) % 4];
  return s * Config::get().gain + x[4] * x[5];
}
