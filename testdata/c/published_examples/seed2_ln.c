// The survey's example: ln(x1) + x1*x2 - sin(x2); both inputs are used twice.
// llad: func f double
// llad: arg x1 out double 2
// llad: arg x2 out double 5
// llad: tags seed2 straight
// llad: expect ret 11.652071455223084
// llad: expect grad x1 5.5
// llad: expect grad x2 1.7163378145367738
// llad: expect jvp ret by x1 5.5
#include <math.h>

double f(double x1, double x2) { return log(x1) + x1 * x2 - sin(x2); }
