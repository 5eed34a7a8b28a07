// A double is written to a buffer byte by byte, as programs write files, and read from it as an integer that
// is put together by shifts.
// llad: func f double
// llad: arg x dup double[3] range(0.5,1.5)
// llad: tags words
#include <string.h>

static double read_le(const volatile unsigned char *from) {
  unsigned long long bits = 0;
  for (int i = 0; i < 8; i++)
    bits |= (unsigned long long)from[i] << (8 * i);
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

double f(const double *x) {
  double a = x[0] * x[1];
  union { double d; unsigned char b[8]; } u = {a};
  volatile unsigned char buffer[8];
  for (int i = 0; i < 8; i++)
    buffer[i] = u.b[i];
  double e = read_le(buffer);
  return e * e * x[2];
}
