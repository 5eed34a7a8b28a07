// Layers whose rows a table has, applied to vectors that each sample and each layer allocates, and lists of indices, each
// of which may lie where the one before did.
// llad: func f double
// llad: arg x dup double[39] range(-0.75,1)
// llad: arg n const long 3
// llad: arg samples const long 4
// llad: tags heap loop
#include <math.h>
#include <stdlib.h>
#include <string.h>

double f(const double *x, long n, long samples) {
  double **rows = malloc(3 * n * sizeof *rows), loss = 0;
  for (long r = 0; r < 3 * n; r++) {
    rows[r] = malloc(n * sizeof **rows);
    for (long j = 0; j < n; j++)
      rows[r][j] = x[r * n + j];
  }
  for (long k = 0; k < samples; k++) {
    double *v = malloc(n * sizeof *v);
    memcpy(v, x + 3 * n * n + k * n, n * sizeof *v);
    for (long l = 0; l < 3; l++) {
      double *out = malloc(n * sizeof *out);
      long *order = malloc(n * sizeof *order);
      for (long i = 0; i < n; i++)
        order[i] = (i * (l + 1) + k) % n;
      for (long i = 0; i < n; i++) {
        double s = 0;
        for (long j = 0; j < n; j++)
          s += rows[l * n + i][order[j]] * v[j];
        out[i] = tanh(s);
      }
      free(order);
      free(v);
      v = out;
    }
    for (long i = 0; i < n; i++)
      loss += (v[i] - 0.5) * (v[i] - 0.5);
    free(v);
  }
  for (long r = 0; r < 3 * n; r++)
    free(rows[r]);
  free(rows);
  return loss;
}
