// Two functions that call each other.
// llad: func f double
// llad: arg x out double 0.875
// llad: arg n const int 7
// llad: tags recursion mutual
#include <math.h>

static double odd(double x, int n);

static double even(double x, int n) { return n <= 0 ? x : sin(odd(x, n - 1)) + x; }

static double odd(double x, int n) { return n <= 0 ? x * x : x * even(x * 0.875, n - 2); }

double f(double x, int n) { return even(x, n) + odd(x, n); }
