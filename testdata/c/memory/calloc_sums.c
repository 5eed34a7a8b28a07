// Memory that starts as zero and is added into.
// llad: func f double
// llad: arg x dup double[12] range(0.5,1.5)
// llad: arg bin const int[12] {0,2,1,3,0,1,2,2,3,1,0,2}
// llad: tags heap loop
#include <stdlib.h>

double f(const double *x, const int *bin) {
  double *sum = calloc(4, sizeof *sum);
  for (int i = 0; i < 12; i++)
    sum[bin[i]] += x[i] * x[i];
  double p = sum[0] * sum[1] + sum[2] / sum[3];
  free(sum);
  return p;
}
