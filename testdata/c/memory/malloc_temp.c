// A temporary array from malloc, freed at the end.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const int 6
// llad: tags heap loop
#include <math.h>
#include <stdlib.h>

double f(const double *x, int n) {
  double *t = malloc(n * sizeof *t), s = 0;
  for (int i = 0; i < n; i++)
    t[i] = x[i] * x[(i + 1) % n];
  for (int i = 0; i < n; i++)
    s += t[i] * sin(t[n - 1 - i]);
  free(t);
  return s;
}
