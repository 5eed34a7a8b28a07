// Bits of floats that are taken for numbers after blocks of memory were copied into integers: which of them tells BITS.
// llad: func f double
// llad: arg x dup double[4] range(0.5,2)
// llad: arg n const int 4
// llad: tags nowiden
// llad: difftol 2e-3
#include <string.h>

double f(const double *x, int n) {
  double s = 0;
#if BITS == 1 // the upper half of what was passed
  for (int i = 0; i < n; i++) {
    unsigned w[2];
    memcpy(w, &x[i], 8);
    s += w[1] * 0x1p-20 - 1023;
  }
#elif BITS == 2 // the upper half of what was computed
  for (int i = 0; i < n; i++) {
    union {
      double value;
      unsigned half[2];
    } y;
    y.value = x[i] * x[i];
    s += y.half[1] * 0x1p-20 - 1023;
  }
#elif BITS == 3 // whole numbers
  for (int i = 0; i < n; i++) {
    unsigned long long w;
    memcpy(&w, &x[i], 8);
    s += w * 0x1p-52 - 1023;
  }
#else // whole numbers of an array of such
  unsigned long long w[4];
  memcpy(w, x, sizeof w);
  for (int i = 0; i < n; i++)
    s += w[i] * 0x1p-52 - 1023;
#endif
  return s;
}
