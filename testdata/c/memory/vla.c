// Arrays whose size is known when the function runs, also inside a loop.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const int 6
// llad: tags alloca vla loop
#include <math.h>

double f(const double *x, int n) {
  double a[n], s = 0;
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[n - 1 - i];
  for (int k = 2; k <= n; k++) {
    double b[k];
    b[0] = a[k - 1];
    for (int i = 1; i < k; i++)
      b[i] = b[i - 1] * a[i] + 0.5;
    s += b[k - 1] * b[0];
  }
  return s;
}
