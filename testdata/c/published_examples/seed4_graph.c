// sin(x) + x*y, the course's computation graph; at (1, 2).
// llad: func f double
// llad: arg x out double 1
// llad: arg y out double 2
// llad: tags seed4 straight
// llad: expect grad x 2.5403023058681398
// llad: expect grad y 1
#include <math.h>

double f(double x, double y) { return sin(x) + x * y; }
