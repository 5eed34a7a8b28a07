// A block for each iteration, freed in it.
// llad: func f double
// llad: arg x dup double[5] range(0.5,1.5)
// llad: tags heap loop nested
#include <math.h>
#include <stdlib.h>

double f(const double *x) {
  double s = 1;
  for (int i = 0; i < 5; i++) {
    double *t = malloc((i + 2) * sizeof *t);
    t[0] = s;
    for (int j = 1; j < i + 2; j++)
      t[j] = t[j - 1] * x[i] + sin(x[j % 5]);
    s = t[i + 1] / (1 + t[i] * t[i]);
    free(t);
  }
  return s;
}
