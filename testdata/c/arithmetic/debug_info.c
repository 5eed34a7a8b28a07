// Compiled with -g: debug records and metadata everywhere.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5) inout
// llad: arg n const int 6
// llad: cflags -g
// llad: tags debug loop call heap
#include <math.h>
#include <stdlib.h>

__attribute__((noinline)) static double damp(double v, double *state) {
  double old = *state;
  *state = 0.5 * old + v * v;
  return sin(old) * v;
}

double f(double *x, int n) {
  double state = 1, s = 0;
  double *t = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++) {
    t[i] = damp(x[i], &state);
    x[i] *= t[i];
    s += t[i] > 0.5 ? t[i] * state : state;
  }
  free(t);
  return s;
}
