// A block of bytes holds doubles, at distances in bytes that are known when the program
// runs only: it is filled by a copy and read through a pointer in front of it.
// llad: func f double
// llad: arg a dup double[12] range(0.5,1.25)
// llad: arg n const int 4
// llad: tags heap memory bits loop
#include <stdlib.h>
#include <string.h>

double f(const double *a, int n) {
  double s = 0;
  for (long t = 0; t < 3; t++) {
    long off = t * n * (long)sizeof(double);
    char *c = malloc(n * sizeof(double));
    if (!c)
      return 0;
    memcpy(c, (const char *)a + off, n * sizeof(double));
    for (int i = 0; i < n; i++) {
      double x = *(const double *)(c + (t * n + i) * (long)sizeof(double) - off);
      s += x * x * (i + 1);
    }
    free(c);
  }
  return s;
}
