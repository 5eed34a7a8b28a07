// Cholesky's factor and the logarithm of the determinant.
// llad: func f double
// llad: arg a dup double[16] {4,1,0.5,-0.5,1,3,0.25,0.75,0.5,0.25,5,1.25,-0.5,0.75,1.25,3.5}
// llad: arg l dup double[16] zero
// llad: tags loop matrix triangular
#include <math.h>

double f(const double *a, double *l) {
  enum { N = 4 };
  double logdet = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++) {
      double s = a[i * N + j];
      for (int k = 0; k < j; k++)
        s -= l[i * N + k] * l[j * N + k];
      if (i == j) {
        l[i * N + i] = sqrt(s);
        logdet += 2 * log(l[i * N + i]);
      } else {
        l[i * N + j] = s / l[j * N + j];
      }
    }
  return logdet;
}
