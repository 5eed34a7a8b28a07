// A function that changes its argument's memory, called from a loop.
// llad: func f double
// llad: arg x dup double[5] range(0.5,1.25) inout
// llad: tags call inplace loop
#include <math.h>

__attribute__((noinline)) static double relax(double *v, int n, double w) {
  double change = 0;
  for (int i = 1; i < n; i++) {
    double old = v[i];
    v[i] = (1 - w) * old + w * sin(v[i - 1]) * old;
    change += (v[i] - old) * (v[i] - old);
  }
  return change;
}

double f(double *x) {
  double s = 0;
  for (int k = 0; k < 4; k++)
    s += relax(x, 5, 0.25 + 0.125 * k) * x[4];
  return s;
}
