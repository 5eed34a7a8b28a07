// Blocks of the heap made and freed in each step by loops over a small local table of their addresses.
// llad: func f double
// llad: arg x dup double[6] {0.5,1.2,-0.4,0.9,0.3,-0.8}
// llad: arg n const int 6
// llad: arg steps const int 4
#include <stdlib.h>

static void differences(const double *x, double *const part[3], int n) {
  for (int i = 0; i < n; i++) {
    part[0][i] = x[(i + 1) % n] - x[i];
    part[1][i] = x[i] * x[(i + 2) % n];
    part[2][i] = part[0][i] * part[1][i];
  }
}

double f(double *x, int n, int steps) {
  for (int s = 0; s < steps; s++) {
    double *part[3];
    for (int d = 0; d < 3; d++)
      part[d] = malloc(n * sizeof(double));
    differences(x, part, n);
    for (int i = 0; i < n; i++)
      x[i] += 0.1 * part[0][i] * part[0][i] - 0.2 * part[1][(i + s) % n] + 0.05 * part[2][i];
    for (int d = 0; d < 3; d++)
      free(part[d]);
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sum;
}
