// A buffer that a variable keeps, and that grows: derivatives by names between other calls.
// llad: func f double
// llad: arg x dup double[4] {0.7,1.3,0.4,1.9}
// llad: arg n const int 4
#include <stdlib.h>

static double *buffer;
static int room;

double f(const double *x, int n) {
  if (n > room) {
    free(buffer);
    buffer = malloc(n * sizeof *buffer);
    room = n;
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    buffer[i] = x[i] * x[i];
  for (int i = 0; i + 1 < n; i++)
    s += buffer[i] * buffer[i + 1];
  return s;
}
