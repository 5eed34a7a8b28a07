// float data, double sums, a float result kept for later, integers between.
// llad: func f double
// llad: arg x dup float[8] range(0.5,1.5)
// llad: arg w dup double[8] range(0.5,1.5)
// llad: arg out dup float[8] zero
// llad: arg n const int 8
// llad: tags float loop
// llad: difftol 2e-5
// llad: dottol 1e-5
#include <math.h>

double f(const float *x, const double *w, float *out, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    float t = (float)(x[i] * w[i]);
    out[i] = t * t + (float)i;
    s += (double)t * w[i] + (double)(i * 0.5f);
  }
  return s * s / n;
}
