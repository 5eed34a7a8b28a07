// A product is moved to the caller as bytes, which may be the index that the loop in front of it reads,
// and is then scaled there, as a number, which cannot be: what the gradient leaves is what is scaled.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.5)
// llad: arg y dup double[8] range(0.5,1.5)
// llad: arg k const int[8] {3,1,4,2,5,0,7,6}
// llad: arg n const int 8
// llad: tags memory loop
#include <math.h>
#include <stdlib.h>
#include <string.h>

double f(const double *x, double *y, const int *k, int n) {
  double *b = calloc(12, sizeof *b);
  for (int i = 0; i < 12; i++)
    b[i] = sin(b[i] + x[i & 7]) + 0.1 * x[k[2] & 7];
  double t = y[0] * b[7];
  free(b);
  memcpy(y, &t, sizeof t);
  for (int i = 0; i < n; i++)
    y[i] = 0.5 * y[i] + 0.25;
  return t * y[1];
}
