// Inner limits that depend on the outer index; a packed triangle.
// llad: func f double
// llad: arg l dup double[15] range(0.25,1.25)
// llad: arg x dup double[5] range(0.5,1.5)
// llad: arg n const int 5
// llad: tags loop triangular
#include <math.h>

double f(const double *l, const double *x, int n) {
  double s = 0;
  int at = 0;
  for (int i = 0; i < n; i++) {
    double t = 0;
    for (int j = 0; j <= i; j++)
      t += l[at++] * x[j];
    s += t * t + exp(-t);
  }
  return s;
}
