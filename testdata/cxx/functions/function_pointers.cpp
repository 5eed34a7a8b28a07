// Pointers to functions of the C library, to functions of the program and to
// std::function, in variables and in tables.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <functional>
#include <vector>

static double square(double v) { return v * v; }

struct Table {
  double (*g)(double);
  double (*h)(double, double);
};

extern "C" double f(double *x, int n) {
  double (*chosen)(double) = n > 3 ? static_cast<double (*)(double)>(sin) : static_cast<double (*)(double)>(cos);
  const Table tables[] = {{exp, pow}, {square, atan2}, {sqrt, hypot}};
  std::vector<std::function<double(double)>> fs = {square, static_cast<double (*)(double)>(tanh)};
  double s = chosen(x[2]);
  for (int i = 0; i < n; i++)
    s += tables[i % 3].g(x[i]) * tables[(i + 1) % 3].h(x[i], x[(i + 1) % n]);
  for (auto &g : fs)
    s += g(s * x[1]);
  return s;
}
