// A switch with cases far apart, which becomes comparisons.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg op const int[6] {-1000,7,1000000,99,7,500}
// llad: tags switch loop
#include <math.h>

double f(const double *x, const int *op) {
  double s = 0.5;
  for (int i = 0; i < 6; i++) {
    switch (op[i]) {
    case -1000: s += x[i] * x[i]; break;
    case 7: s *= cos(x[i]); break;
    case 500: s += 1 / x[i]; break;
    case 1000000: s = s * s + x[i]; break;
    default: s -= x[i]; break;
    }
  }
  return s;
}
