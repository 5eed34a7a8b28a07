// The same subexpressions in loop after loop.
// llad: func f double
// llad: arg x dup double[7] range(0.5,1.5)
// llad: arg n const int 7
// llad: tags loop sharing
#include <math.h>

double f(const double *x, int n) {
  double s = 0, t = 1;
  for (int i = 0; i < n; i++)
    s += sin(x[i]);
  for (int i = 0; i < n; i++)
    t += s * x[i];
  double u = t + t;
  for (int i = 0; i < n; i++)
    u = u * 0.5 + s * t * x[i];
  return u * u + s;
}
