// Floats, doubles, integers and pointers in one block that is copied whole.
// llad: func f double
// llad: arg x dup double[4] range(0.5,1.5)
// llad: tags struct memory pointer heap
#include <stdlib.h>
#include <string.h>
struct cell { double v; int n; float w; double *p; };

double f(const double *x) {
  double own[2] = {x[0] * x[1], x[2]};
  struct cell a = {x[3], 3, (float)x[1], own}, *b = malloc(2 * sizeof *b);
  memcpy(&b[0], &a, sizeof a);
  b[1] = b[0];
  b[1].p = &b[0].v;
  b[0].p[1] *= b[0].v;
  *b[1].p = own[1] * own[0];
  double s = b[0].v * b[1].v + b[0].n * own[1];
  free(b);
  return s;
}
