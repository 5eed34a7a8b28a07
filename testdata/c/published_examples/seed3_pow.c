// f(t) = t^2 + t + 1 with the square as a library call.
// llad: func f double
// llad: arg t out double 5
// llad: tags seed3 straight math
// llad: expect ret 31
// llad: expect grad t 11
// llad: expect jvp ret by t 11
#include <math.h>

double f(double t) { return pow(t, 2.0) + t + 1.0; }
