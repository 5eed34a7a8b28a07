// A switch with cases one after another, which becomes a table of jumps.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.5)
// llad: arg op const int[8] {0,1,2,3,4,5,2,7}
// llad: tags switch loop
#include <math.h>

double f(const double *x, const int *op) {
  double s = 1;
  for (int i = 0; i < 8; i++) {
    switch (op[i]) {
    case 0: s += x[i]; break;
    case 1: s *= x[i]; break;
    case 2: s -= x[i] * x[i]; break;
    case 3: s /= x[i]; break;
    case 4: s = sin(s); break;
    case 5: s = exp(-s * s) + x[i]; break;
    default: s = s * x[i] + 1; break;
    }
  }
  return s;
}
