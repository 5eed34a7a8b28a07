// f(x, y) = x*y at (3, 2).
// llad: func f double
// llad: arg x out double 3
// llad: arg y out double 2
// llad: tags seed3 straight
// llad: expect ret 6
// llad: expect grad x 2
// llad: expect grad y 3
#include <math.h>

double f(double x, double y) { return x * y; }
