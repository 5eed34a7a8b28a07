// Local arrays, read and written at indices that vary.
// llad: func f double
// llad: arg x dup double[4] range(0.5,1.5)
// llad: tags alloca loop
#include <math.h>

double f(const double *x) {
  double t[16], last[4] = {0};
  t[0] = x[0];
  for (int i = 1; i < 16; i++)
    t[i] = t[i - 1] * 0.5 + x[i % 4] * x[(i + 1) % 4];
  for (int i = 0; i < 16; i++)
    last[i & 3] += t[i] * t[15 - i];
  return last[0] * last[1] + sin(last[2]) - last[3];
}
