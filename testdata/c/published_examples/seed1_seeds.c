// Several outputs at once: a seed for each is a total differential in reverse,
// a tangent for each input one in forward mode.
// llad: func f void
// llad: arg x out double 0.5
// llad: arg y out double 4.2
// llad: arg z dup double[2] zero
// llad: tags seed1 straight
// llad: expect z[0] 2.579425538604203
// llad: expect grad x of z[0] 5.077582561890373
// llad: expect grad y of z[0] 0.5
// llad: expect jvp z[0] by x 5.077582561890373
// llad: expect jvp z[1] by y 0
#include <math.h>

void f(double x, double y, double *z) {
  z[0] = x * y + sin(x);
  z[1] = 4 * x + cos(x);
}
