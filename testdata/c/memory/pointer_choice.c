// Which array is read and written depends on the data.
// llad: func f double
// llad: arg x dup double[4] {0.5,1.5,0.75,1.25} inout
// llad: arg y dup double[4] {1.75,0.25,1.5,0.625} inout
// llad: tags pointer select loop
#include <math.h>

double f(double *x, double *y) {
  double s = 0;
  for (int i = 0; i < 4; i++) {
    double *big = x[i] > y[i] ? x : y;
    double *small = x[i] > y[i] ? y : x;
    *(big + i) = big[i] * small[i];
    s += sin(big[i]) + small[(i + 1) % 4];
  }
  return s;
}
