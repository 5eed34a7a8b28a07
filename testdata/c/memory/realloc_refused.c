// More memory is asked for than there is, and the program goes on with what it has.
// llad: func f double
// llad: arg x dup double[5] range(0.5,1.5)
// llad: arg n const size_t 5
// llad: tags realloc heap
#include <stdlib.h>
#include <stdint.h>
double f(const double *x, size_t n) {
  double s = 0;
  volatile size_t huge = SIZE_MAX - 4096;
  double *p = malloc(n * 8);
  for (size_t i = 0; i < n; i++) p[i] = x[i] * x[i];
  double *q = realloc(p, huge);
  if (!q) s += x[1]; else p = q;
  q = realloc(p, 2 * n * 8);
  if (q) p = q;
  for (size_t i = 0; i < n; i++) { p[n + i] = p[i] * x[i]; s += p[n + i] * p[i]; }
  free(p);
  return s;
}
