// A Jacobian of 12 outputs and 5 inputs; some outputs depend on nothing.
// llad: func f void
// llad: arg x dup double[5] range(0.5,1.5)
// llad: arg y dup double[12] zero
// llad: tags loop nested
#include <math.h>

void f(const double *x, double *y) {
  for (int i = 0; i < 12; i++) {
    y[i] = i;
    for (int j = i % 3; j < 5; j += 1 + i / 4)
      y[i] = y[i] * x[j] + cos(x[j]) * (i % 5);
  }
  y[7] = 1;
  y[8] = x[0];
}
