// The tutorial's first example, with the figures it prints.
// llad: func f double
// llad: arg x out double 0.5
// llad: arg y out double 4.2
// llad: tags seed1 straight
// llad: expect ret 2.579425538604203
// llad: expect grad x 5.077582561890373
// llad: expect grad y 0.5
// llad: expect jvp ret by x 5.077582561890373
// llad: expect jvp ret by y 0.5
#include <math.h>

double f(double x, double y) { return x * y + sin(x); }
