// An output nobody reads: its primal need not be delivered, its seed counts.
// llad: func f void
// llad: arg x dup double[4] range(0.5,1.5)
// llad: arg y dupnoneed double[4] zero
// llad: tags dupnoneed loop
#include <math.h>

void f(const double *x, double *y) {
  for (int i = 0; i < 4; i++)
    y[i] = sin(x[i]) * x[(i + 1) % 4];
}
