// Where the function has a corner or a branch that must not be looked at: what
// llad promises there, not what differences say.
// llad: func f void
// llad: arg x dup double[4] {0,1.5,0,2}
// llad: arg y dup double[8] zero
// llad: tags kink math select
// llad: expect grad x[0] of y[0] 0
// llad: expect jvp y[0] by x[0] 0
// llad: expect grad x[0] of y[1] 0
// llad: expect grad x[1] of y[1] 3
// llad: expect jvp y[1] by x[1] 3
// llad: expect grad x[0] of y[2] 0
// llad: expect grad x[1] of y[2] 1
// llad: expect jvp y[2] by x[1] 1
// llad: expect grad x[0] of y[3] 0
// llad: expect jvp y[3] by x[0] 0
// llad: expect grad x[0] of y[4] 1
// llad: expect jvp y[4] by x[0] 1
// llad: expect grad x[0] of y[5] 0
// llad: expect grad x[3] of y[5] 0
// llad: expect jvp y[5] by x[3] 0
// llad: expect grad x[1] of y[6] 1
// llad: expect grad x[0] of y[6] 0
// llad: expect jvp y[6] by x[1] 1
// llad: expect grad x[2] of y[7] 2
// llad: expect jvp y[7] by x[2] 2
#include <math.h>

void f(const double *x, double *y) {
  y[0] = fabs(x[0]);
  y[1] = x[0] > 0 ? log(x[0]) : x[1] * x[1];
  y[2] = x[0] > 0 ? sqrt(x[0]) * x[1] : x[1];
  y[3] = pow(x[0], 2.0);
  y[4] = pow(x[0], 1.0);
  y[5] = pow(x[0], x[3]);
  y[6] = fmax(x[0], x[1]);
  y[7] = x[2] * x[3];
}
