// Eight iterations, of which the first four and the last four have conditions of their own: none lies between them.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.5)
// llad: arg w dup double[8] range(0.5,1.5)
// llad: tags loop
#include <math.h>
double f(const double *x, double *w) {
  double sum = 0;
  for (int i = 0; i < 8; i++) {
    double t = sin(x[i]);
    if (i < 2)
      t *= w[i];
    if (i == 3)
      t += w[2];
    if (i > 3)
      t -= w[i] * w[i];
    if (i != 6)
      t = t * w[3];
    sum = sum * 0.5 + t;
  }
  return sum;
}
