// std::function, function pointers, functors, std::bind, lambdas that capture by reference.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <functional>
#include <vector>
struct Poly { double a, b; double operator()(double t) const { return a + b * t * t; } };
static double twice(double v) { return 2 * v; }
static double apply(const std::function<double(double)> &g, double v) { return g(v) + g(v * v); }
extern "C" double f(double *x, int n) {
  std::vector<std::function<double(double)>> fs;
  double acc = 0;
  fs.push_back(twice);
  fs.push_back(Poly{x[0], x[1]});
  fs.push_back([=](double t) { return x[2] * t; });
  fs.push_back([&acc, x](double t) { acc += t * x[3]; return acc; });
  fs.push_back([p = std::vector<double>(x, x + n)](double t) { return p[4] * t + p[5]; });
  double s = 0;
  for (auto &g : fs) s += apply(g, x[0] + s * 0.1);
  std::function<double(int)> fact = [&](int k) -> double { return k <= 0 ? x[1] : k * x[0] * fact(k - 1); };
  auto b = std::bind(std::multiplies<double>(), std::placeholders::_1, x[5]);
  double (*fp)(double) = n > 3 ? static_cast<double (*)(double)>(std::sin) : static_cast<double (*)(double)>(std::cos);
  return s + fact(4) + b(acc) + fp(x[2]);
}
