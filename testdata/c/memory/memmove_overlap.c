// Moves within one array, up and down, by known and unknown lengths.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.5) inout
// llad: arg k const int 3
// llad: tags memory inplace
#include <string.h>

double f(double *x, int k) {
  memmove(x + 1, x, 5 * sizeof *x);
  x[0] = x[1] * x[2];
  memmove(x + 2, x + k, (8 - k) * sizeof *x);
  x[7] *= x[3];
  return x[2] * x[4] + x[7];
}
