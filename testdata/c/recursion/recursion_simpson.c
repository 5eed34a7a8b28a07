// Adaptive integration: how deep the recursion goes depends on the function.
// llad: func integral double
// llad: arg a out double 0.125
// llad: arg b out double 2.5
// llad: arg p out double 1.75
// llad: tags recursion
#include <math.h>
static double g(double x, double p) { return exp(-p * x * x) * sin(3 * x); }

static double simpson(double a, double fa, double m, double fm, double b, double fb, double whole, double eps, double p,
                      int depth) {
  double lm = (a + m) / 2, rm = (m + b) / 2, flm = g(lm, p), frm = g(rm, p);
  double left = (m - a) / 6 * (fa + 4 * flm + fm), right = (b - m) / 6 * (fm + 4 * frm + fb);
  double d = left + right - whole;
  if (depth <= 0 || fabs(d) <= eps)
    return left + right + d / 15;
  return simpson(a, fa, lm, flm, m, fm, left, eps / 2, p, depth - 1) +
         simpson(m, fm, rm, frm, b, fb, right, eps / 2, p, depth - 1);
}

double integral(double a, double b, double p) {
  double m = (a + b) / 2, fa = g(a, p), fm = g(m, p), fb = g(b, p);
  return simpson(a, fa, m, fm, b, fb, (b - a) / 6 * (fa + 4 * fm + fb), 1e-4, p, 12);
}
