// Floats whose bits are a linear function of those of others, or of numbers that were rounded.
// llad: func f double
// llad: arg x dup double[4] {0.6,1.7,2.3,3.1}
// llad: tags memory integer nowiden
// llad: difftol 5e-3
// llad: dottol 1e-5
#include <stdint.h>
#include <string.h>

static uint32_t bits(float v) {
  uint32_t w;
  memcpy(&w, &v, sizeof w);
  return w;
}
static float number(uint32_t w) {
  float v;
  memcpy(&v, &w, sizeof v);
  return v;
}
static float logarithm(float v) {
  float m = number((bits(v) & 0x7fffff) | 0x3f000000);
  return (float)bits(v) * 0x1p-23f - 124.2f - 1.5f * m - 1.7f / (0.35f + m);
}
static float power(float v) {
  float z = v - (float)(int)v;
  return number((uint32_t)(0x1p23f * (v + 121.27f + 27.73f / (4.84f - z) - 1.49f * z)));
}
double f(const double *x) {
  float s = 0;
  for (int k = 0; k < 4; k++) {
    float v = (float)x[k], y = number(0x5f3759df - (bits(v) >> 1));
    s += y * (1.5f - 0.5f * v * y * y) * (float)(k + 1);
    s += logarithm(v) * v + power(v) + number((uint32_t)(bits(v) * 0.5) + 0x1fbb4f2e);
  }
  return s;
}
