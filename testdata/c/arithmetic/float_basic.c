// Single precision throughout.
// llad: func f float
// llad: arg x dup float[8] range(0.5,1.5)
// llad: arg a out float 0.75
// llad: tags float loop
// llad: difftol 2e-5
// llad: dottol 1e-5
#include <math.h>

float f(const float *x, float a) {
  float s = 1;
  for (int i = 0; i < 8; i++) {
    s += a * x[i] * x[i];
    s = s / (1.0f + 0.125f * x[i]);
  }
  return s - sqrtf(a);
}
