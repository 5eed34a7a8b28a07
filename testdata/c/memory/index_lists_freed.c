// Lists of indices that the function makes and frees, and vectors that are read through them: a product with a sparse
// matrix by rows, columns and values, in steps.
// llad: func f double
// llad: arg x dup double[40] range(0.5,1.5)
// llad: arg n const int 40
// llad: tags heap loop gather
#include <stdlib.h>

double f(const double *x, int n) {
  int terms = 4 * n;
  int *row = malloc(sizeof *row * terms), *column = malloc(sizeof *column * terms);
  double *weight = malloc(sizeof *weight * terms);
  for (int k = 0; k < terms; k++) {
    row[k] = k / 4;
    column[k] = (k * 7 + k / 4) % n;
    weight[k] = 0.25 * x[(k * 3) % n];
  }
  double *from = malloc(sizeof *from * n), *to = malloc(sizeof *to * n);
  for (int i = 0; i < n; i++)
    from[i] = x[i];
  for (int step = 0; step < 5; step++) {
    for (int i = 0; i < n; i++)
      to[i] = 0;
    for (int k = 0; k < terms; k++)
      to[row[k]] += weight[k] * from[column[k]];
    for (int i = 0; i < n; i++)
      from[i] = to[i] * (1 + 0.1 * from[(i + step) % n]);
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += from[i] * from[i];
  if (n > 3)
    free(row);
  else
    free(row);
  free(column);
  free(weight);
  free(from);
  free(to);
  return sum;
}
