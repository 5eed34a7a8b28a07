// Two buffers that change places at every step.
// llad: func f double
// llad: arg u dup double[10] range(0.5,1.5)
// llad: arg n const int 10
// llad: arg steps const int 7
// llad: tags loop pointer heap
#include <stdlib.h>

double f(const double *u, int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  for (int i = 0; i < n; i++)
    a[i] = u[i];
  for (int s = 0; s < steps; s++) {
    b[0] = a[0];
    b[n - 1] = a[n - 1];
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i] + 0.25 * a[i] * (a[i - 1] - 2 * a[i] + a[i + 1]);
    double *t = a;
    a = b;
    b = t;
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * a[n - 1 - i];
  free(a);
  free(b);
  return s;
}
