// Shared subexpressions that are not linear, written out and in a loop.
// llad: func f double
// llad: arg x out double 0.4
// llad: arg n const int 12
// llad: tags seed3 loop sharing
#include <math.h>

double f(double x, int n) {
  double a = sin(x) + x, b = a + a, c = b * b, d = c + c;
  for (int i = 0; i < n; i++) {
    double s = 0.5 * tanh(d);
    d = s + s;
  }
  return d + c * a;
}
