// Arrays copied by memcpy, as a whole and in part, into a local and to the caller.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.5)
// llad: arg y dup double[8] zero
// llad: arg n const int 8
// llad: tags memory loop
#include <math.h>
#include <string.h>

double f(const double *x, double *y, int n) {
  double t[8];
  memcpy(t, x, n * sizeof *x);
  for (int i = 0; i < n; i++)
    t[i] *= x[n - 1 - i];
  memcpy(y + 2, t + 1, (n - 4) * sizeof *t);
  y[0] = sin(t[0]);
  return y[3] * y[4] + t[7];
}
