// A matrix as an array of row pointers, each row allocated on its own.
// llad: func f double
// llad: arg a dup double[12] range(0.5,1.5)
// llad: arg rows const int 3
// llad: arg cols const int 4
// llad: tags heap matrix nested loop
#include <stdlib.h>

double f(const double *a, int rows, int cols) {
  double **m = malloc(rows * sizeof *m);
  for (int i = 0; i < rows; i++) {
    m[i] = malloc(cols * sizeof **m);
    for (int j = 0; j < cols; j++)
      m[i][j] = a[i * cols + j] * (j + 1);
  }
  double s = 0;
  for (int i = 0; i + 1 < rows; i++)
    for (int j = 0; j < cols; j++) {
      m[i + 1][j] += m[i][j] * m[i][(j + 1) % cols];
      s += m[i + 1][j] / (1 + i);
    }
  for (int i = 0; i < rows; i++)
    free(m[i]);
  free(m);
  return s;
}
