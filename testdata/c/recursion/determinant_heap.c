// Determinant by minors, every minor copied into memory of its own.
// llad: func f double
// llad: arg a dup double[16] range(-1,1)
// llad: arg n const int 4
// llad: tags recursion matrix heap
#include <stdlib.h>

static double det(const double *a, int n) {
  if (n == 1)
    return a[0];
  double s = 0, *m = malloc((n - 1) * (n - 1) * sizeof *m);
  for (int c = 0; c < n; c++) {
    for (int i = 1; i < n; i++)
      for (int j = 0, k = 0; j < n; j++)
        if (j != c)
          m[(i - 1) * (n - 1) + k++] = a[i * n + j];
    s += (c % 2 ? -1 : 1) * a[c] * det(m, n - 1);
  }
  free(m);
  return s;
}

double f(const double *a, int n) { return det(a, n); }
