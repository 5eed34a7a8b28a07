// Several cases of a switch lead straight to the block behind it.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5) inout
// llad: arg k const int[6] {0,1,2,3,7,5}
// llad: arg n const int 6
// llad: tags switch branch loop
#include <math.h>

double f(double *x, const int *k, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double t = x[i];
    switch (k[i] & 7) {
    case 0:
    case 4:
      break;
    case 1:
      t = sin(t);
      x[i] *= t;
      break;
    case 2:
      t *= x[0];
      /* fall through */
    case 3:
      x[0] = t * t;
      break;
    case 5:
    case 6:
    default:
      break;
    }
    s += t * x[i];
  }
  return s;
}
