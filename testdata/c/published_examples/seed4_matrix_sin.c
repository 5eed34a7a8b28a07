// The course's test function A*B + sin(A), summed; 4x4.
// llad: func f double
// llad: arg a dup double[16] range(0,1)
// llad: arg b dup double[16] range(0,1)
// llad: arg n const int 4
// llad: tags seed4 loop matrix
#include <math.h>

double f(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double c = sin(a[i * n + j]);
      for (int k = 0; k < n; k++)
        c += a[i * n + k] * b[k * n + j];
      sum += c;
    }
  return sum;
}
