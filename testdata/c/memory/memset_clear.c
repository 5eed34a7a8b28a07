// Memory set to zero, in whole and in part, and used again.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5) inout
// llad: arg n const int 6
// llad: tags memory inplace
#include <string.h>

double f(double *x, int n) {
  double t[6];
  memset(t, 0, sizeof t);
  for (int i = 0; i < n; i++)
    t[i / 2] += x[i] * x[i];
  memset(x + 1, 0, (n - 3) * sizeof *x);
  x[2] += t[0] * t[1];
  return x[0] * t[2] + x[2] + x[5];
}
