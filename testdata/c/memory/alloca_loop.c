// alloca called in a loop: the blocks live until the function returns.
// llad: func f double
// llad: arg x dup double[5] range(0.5,1.5)
// llad: tags alloca loop
#include <alloca.h>
#include <math.h>

double f(const double *x) {
  double *blocks[5];
  for (int i = 0; i < 5; i++) {
    blocks[i] = alloca((i + 1) * sizeof(double));
    for (int j = 0; j <= i; j++)
      blocks[i][j] = x[j] * (i ? blocks[i - 1][j ? j - 1 : 0] : 1.5);
  }
  double s = 0;
  for (int i = 0; i < 5; i++)
    s += sin(blocks[i][i]) * blocks[4][i];
  return s;
}
