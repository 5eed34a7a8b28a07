// Functions that stay calls, by value and with a pointer.
// llad: func f double
// llad: arg x dup double[4] range(0.5,1.5)
// llad: arg a out double 0.75
// llad: tags call
#include <math.h>

__attribute__((noinline)) static double square(double x) { return x * x; }
__attribute__((noinline)) static double mix(double a, double b, double t) { return a * (1 - t) + b * square(t); }
__attribute__((noinline)) static double norm(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += square(x[i]);
  return sqrt(s);
}

double f(const double *x, double a) {
  double s = mix(x[0], x[1], a);
  s += norm(x, 4) * mix(s, norm(x + 1, 2), x[3]);
  return s;
}
