// A long chain of steps from one value: what checkpoint schedules are made for.
// llad: func f double
// llad: arg x out double 0.75
// llad: arg n const int 100
// llad: tags seed1 loop
#include <math.h>

double f(double x, int n) {
  for (int i = 0; i < n; i++)
    x = x + 0.05 * sin(3 * x);
  return x;
}
