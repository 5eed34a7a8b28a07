// Single floats that are made of numbers, which are computed from the bits of other floats: how is told by BITS.
// What is rotated by whole bytes is moved.
// llad: func f double
// llad: arg x dup double[4] range(0.5,2)
// llad: arg n const int 4
// llad: tags nowiden
// llad: difftol 2e-3
// llad: dottol 1e-5
#include <string.h>

static unsigned bits(float v) {
  unsigned w;
  memcpy(&w, &v, 4);
  return w;
}
static float number(unsigned w) {
  float v;
  memcpy(&v, &w, 4);
  return v;
}
double f(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    float v = (float)x[i];
#if BITS == 1 // the digits are multiplied
    s += number((bits(v) & 0x7fffff) * 5 % 0x800000 | 0x3f800000);
#elif BITS == 2 || BITS == 5 // rotated, by 28 bits or by whole bytes
    unsigned long long w = (unsigned long long)bits(v) << 32 | bits(v * v);
    w = __builtin_rotateleft64(w, (BITS == 2 ? 24 : 28) + n);
    s += number((unsigned)(w >> 32)) + 2 * number((unsigned)w);
#elif BITS == 3 // exchanged
    unsigned w = bits(v);
    s += number((w & 0xff800000) | (w & 0x7ff) << 12 | (w >> 11 & 0xfff));
#else // squared
    unsigned long long w = bits(v) & 0x7fffff;
    s += number((unsigned)(w * w >> 23) | 0x3f800000);
#endif
  }
  return s;
}
