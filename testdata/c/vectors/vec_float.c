// Eight floats in a register; widened and narrowed.
// llad: func f void
// llad: arg x dup float[29] range(0.5,1.5)
// llad: arg y dup double[29] zero
// llad: arg n const int 29
// llad: tags vector loop float
// llad: difftol 2e-5
// llad: dottol 1e-5
#include <math.h>

void f(const float *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    float t = sqrtf(x[i]) * x[i];
    y[i] = (double)t * 0.5 + (double)fabsf(x[i] - 1.25f);
  }
}
