// A block that grows and is read and written at fixed places only.
// llad: func f double
// llad: arg x dup double[3] range(0.5,1.5)
// llad: tags memory heap
#include <math.h>
#include <stdlib.h>

double f(const double *x) {
  double *b = malloc(3 * sizeof *b);
  b[0] = x[0] * x[1];
  b[1] = sin(x[1]);
  b[2] = x[2] * x[2];
  b = realloc(b, 5 * sizeof *b);
  b[3] = b[0] * b[1];
  b[4] = b[2] * b[3];
  b = realloc(b, 2 * sizeof *b);
  double s = b[0] * b[1];
  free(b);
  return s * x[1];
}
