// Arrays overwritten element by element, as setindex! does.
// llad: func f double
// llad: arg x dup double[3] {0.5,1.25,2} inout
// llad: tags seed4 inplace
#include <math.h>

double f(double *x) {
  x[1] = x[0] * x[1];
  x[2] = sin(x[1]) + x[2] * x[2];
  x[0] = x[2] / x[1];
  x[1] = x[0] * x[0] + x[1];
  return x[0] + x[1] * x[2];
}
