// Results through pointers to locals, and a conditional swap by pointers.
// llad: func f double
// llad: arg x out double 0.75
// llad: arg y out double 1.5
// llad: tags call alloca
#include <math.h>

__attribute__((noinline)) static void polar(double x, double y, double *r, double *phi) {
  *r = sqrt(x * x + y * y);
  *phi = atan2(y, x);
}

__attribute__((noinline)) static int swap_if(double *a, double *b) {
  if (*a <= *b)
    return 0;
  double t = *a;
  *a = *b;
  *b = t;
  return 1;
}

double f(double x, double y) {
  double r, phi;
  polar(x, y, &r, &phi);
  int swapped = swap_if(&r, &phi);
  return r * r * phi + (swapped ? x : y);
}
