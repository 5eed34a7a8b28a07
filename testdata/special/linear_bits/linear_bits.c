// Doubles whose bits are a linear function of those of others, or of numbers that were rounded: roots, a power and an
// exponential function, to be made better by an iteration or not.
// llad: func f double
// llad: arg x dup double[5] {0.6,-1.7,0.9,3.1,1.3}
// llad: tags memory integer nowiden
// llad: difftol 2e-3
#include <stdint.h>
#include <string.h>

static uint64_t bits(double v) {
  uint64_t w;
  memcpy(&w, &v, sizeof w);
  return w;
}
static double number(uint64_t w) {
  double v;
  memcpy(&v, &w, sizeof v);
  return v;
}
static double inverse_root(double v) {
  double y = number(0x5fe6eb50c7b537a9u - (bits(v) >> 1));
  return y * (1.5 - 0.5 * v * y * y);
}
static double cube_root(double v) {
  uint32_t high = bits(v) >> 32 & 0x7fffffff;
  double t = number((bits(v) & 1ull << 63) | (uint64_t)(high / 3 + 715094163) << 32);
  for (int k = 0; k < 4; k++)
    t -= (t * t * t - v) / (3 * t * t);
  return t;
}
static double power(double v) {
  union {
    double value;
    struct {
      int low, high;
    } half;
  } u;
  u.half.low = 0;
  u.half.high = (int)(1512775 * v + 1072632447);
  return u.value;
}
static double logarithm(double v) { return (double)(int64_t)(bits(v * v) - bits(1)) * 0x1p-52; }

double f(const double *x) {
  double s = 0;
  for (int k = 0; k < 5; k++)
    s += cube_root(x[k]) * (k + 1) + power(x[k]) * x[0] + inverse_root(x[k] * x[k]) + logarithm(x[k]);
  return s;
}
