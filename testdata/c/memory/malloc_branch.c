// Allocated on one path only; freed where free(NULL) may happen.
// llad: func f double
// llad: arg x dup double[6] {0.5,1.5,-0.75,2.25,-1.5,0.875}
// llad: tags heap branch loop
#include <stdlib.h>

double f(const double *x) {
  double s = 0;
  for (int i = 0; i < 6; i++) {
    double *t = NULL;
    if (x[i] > 0) {
      t = malloc(2 * sizeof *t);
      t[0] = x[i] * s;
      t[1] = t[0] * t[0] + x[i];
    }
    s += t ? t[1] : x[i] * x[i];
    free(t);
  }
  return s;
}
