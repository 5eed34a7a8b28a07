// The caller's two arrays change places at every step; where the result is depends on steps.
// llad: func f void
// llad: arg a dup double[6] range(0.5,1.5) inout
// llad: arg b dup double[6] zero
// llad: arg steps const int 5
// llad: tags loop pointer
#include <math.h>

void f(double *a, double *b, int steps) {
  for (int s = 0; s < steps; s++) {
    for (int i = 0; i < 6; i++)
      b[i] = sin(a[i]) + 0.5 * a[(i + 1) % 6];
    double *t = a;
    a = b;
    b = t;
  }
}
