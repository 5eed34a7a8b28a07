// A variable of the file that one function fills and another moves from as a
// block: its declared type says that it holds no pointers.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.5) inout
// llad: tags memory global
#include <math.h>
#include <string.h>
static double store[8];

static __attribute__((noinline)) void fetch(double *to, int k) {
  memmove(to, store + k, 3 * sizeof *to);
}

double f(double *x) {
  for (int i = 0; i < 8; i++)
    store[i] = x[i] * sin(x[i]);
  fetch(x, 1);
  store[2] = x[0] * x[3];
  fetch(x + 4, 2);
  return x[1] * x[4] + store[7];
}
