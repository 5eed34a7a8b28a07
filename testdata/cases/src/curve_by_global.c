// A recursive integrator calls a curve through a pointer; the curve reads its parameters through a variable.
#include <math.h>
#include <stddef.h>

static const double *parameters;

static double wave(double t) { return sin(parameters[0] * t) * exp(-parameters[1] * t); }

static double hill(double t) { return parameters[2] / (1 + parameters[3] * t * t); }

static double area(double (*curve)(double), double a, double b, int depth) {
  double m = (a + b) / 2;
  if (depth == 0)
    return (b - a) / 6 * (curve(a) + 4 * curve(m) + curve(b));
  return area(curve, a, m, depth - 1) + area(curve, m, b, depth - 1);
}

double f(const double *x, size_t n) {
  parameters = x;
  return area(n % 2 ? wave : hill, 0, 1, 3) + x[4] * x[5];
}
