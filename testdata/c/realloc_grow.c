// A vector that grows as values come in.
// llad: func f double
// llad: arg x dup double[9] range(0.25,1.75)
// llad: arg n const int 9
// llad: tags heap realloc loop
#include <stdlib.h>

double f(const double *x, int n) {
  double *v = NULL;
  int len = 0, cap = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] < 0.5)
      continue;
    if (len == cap) {
      cap = cap ? 2 * cap : 2;
      v = realloc(v, cap * sizeof *v);
    }
    v[len] = x[i] * x[i] + (len ? v[len - 1] * 0.5 : 0);
    len++;
  }
  double s = 0;
  for (int i = 0; i < len; i++)
    s += v[i] * v[len - 1 - i];
  free(v);
  return s;
}
