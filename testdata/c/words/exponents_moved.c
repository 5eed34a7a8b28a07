// Logarithms, exponentials and powers of two that take exponents out of the bits of floats and put others in, and floats
// whose last digits are cleared, as C libraries do: through words of 64 bits and through halves.
// llad: func f void
// llad: arg x dup double[10] {0.5,1.25,-0.75,0.375,1.625,2.5,0.75,3.25,100.5,1.4375}
// llad: arg y dup double[10] zero
// llad: tags bits
#include <stdint.h>
#include <string.h>

typedef union {
  double d;
  uint64_t u;
  struct { uint32_t lo, hi; } half;
} bits;

static double series(double m) {
  double g = (m - 1) / (m + 1), q = g * g, r = 0;
  for (int n = 21; n > 0; n -= 2) r = r * q + 1.0 / n;
  return 2 * g * r;
}

/* the upper half, rounded to the power of two that is nearest to a root of two */
static double log_halves(double v) {
  bits b = {v};
  int32_t top = (int32_t)b.half.hi, k = (top >> 20) - 1023;
  top &= 0xfffff;
  int32_t carry = (top + 0x95f64) & 0x100000;
  b.half.hi = (uint32_t)(top | (carry ^ 0x3ff00000));
  return (k + (carry >> 20)) * 0.6931471805599453 + series(b.d);
}

/* the same by an addition that wraps */
static double log_sum(double v) {
  bits b = {v};
  uint32_t top = b.half.hi + (0x3ff00000 - 0x3fe6a09e);
  int k = (int)(top >> 20) - 1023;
  b.u = (uint64_t)((top & 0xfffff) + 0x3fe6a09e) << 32 | (b.u & 0xffffffff);
  return k * 0.6931471805599453 + series(b.d);
}

/* and by a difference */
static double log_difference(double v) {
  bits b = {v};
  uint64_t above = b.u - 0x3fe6000000000000ull;
  int k = (int)((int64_t)above >> 52);
  b.u -= above & 0xfffull << 52;
  return k * 0.6931471805599453 + series(b.d);
}

static double exp_halves(double v) {
  int k = (int)(v * 1.4426950408889634 + (v < 0 ? -0.5 : 0.5));
  double r = v - k * 0.6931471805599453;
  bits b = {1};
  for (int n = 18; n > 0; n--) b.d = 1 + b.d * r / n;
  b.half.hi += (uint32_t)k << 20;
  return b.d;
}

static double scaled(double v, int by) {
  bits b = {v};
  b.u += (uint64_t)by << 52;
  return b.d;
}

static double fraction(double v, int *e) {
  bits b = {v};
  *e = (int)(b.u >> 52 & 0x7ff) - 1022;
  b.u = (b.u & 0x800fffffffffffffull) | 0x3fe0000000000000ull;
  return b.d;
}

static double shorter(double v) {
  uint32_t h[2];
  memcpy(h, &v, 8);
  h[0] = 0;
  memcpy(&v, h, 8);
  return v;
}

static double sign_of(double v, double s) {
  bits a = {v}, b = {s};
  a.half.hi = (a.half.hi & 0x7fffffff) | (b.half.hi & 0x80000000);
  return a.d;
}

void f(const double *x, double *y) {
  int e;
  y[0] = log_halves(x[0]) * x[1];
  y[1] = log_sum(x[3]) + log_sum(x[8]) * x[4];
  y[2] = log_difference(x[5]) * log_difference(x[6]);
  y[3] = exp_halves(x[2]) + exp_halves(x[7]);
  y[4] = scaled(x[4], -3) * scaled(x[2], 5);
  y[5] = fraction(x[8], &e) * x[1] + e;
  y[6] = shorter(x[1] * 0.1) * x[9] + (x[1] * 0.1 - shorter(x[1] * 0.1)) * x[0];
  y[7] = sign_of(x[3], x[2]) * x[9];
  y[8] = log_halves(x[9] * x[9]) - exp_halves(log_sum(x[5]));
  y[9] = fraction(x[2], &e) / x[0];
}
