// Iterated until the change is small, buffers on the stack, several exits.
// llad: func f double
// llad: arg a dup double[9] {4,1,-0.5,0.75,5,1.25,-1,0.5,3.5}
// llad: arg b dup double[3] {1,2,-0.5}
// llad: tags loop unknown-trip exits matrix
#include <math.h>

double f(const double *a, const double *b) {
  double x[3] = {0, 0, 0}, y[3];
  for (int it = 0; it < 200; it++) {
    double change = 0;
    for (int i = 0; i < 3; i++) {
      double s = b[i];
      for (int j = 0; j < 3; j++)
        if (j != i)
          s -= a[3 * i + j] * x[j];
      y[i] = s / a[3 * i + i];
      change += fabs(y[i] - x[i]);
    }
    for (int i = 0; i < 3; i++)
      x[i] = y[i];
    if (change < 1e-14)
      return x[0] * x[1] + x[2];
  }
  return x[0] + x[1] + x[2];
}
