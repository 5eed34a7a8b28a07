// The halves of a double go through integers that the compiler must keep, are put side by side, and
// go on byte by byte to where the double is read.
// llad: func f double
// llad: arg x dup double[3] range(0.5,1.5)
// llad: tags words
#include <string.h>

double f(const double *x) {
  double a = x[0] * x[1], e;
  unsigned halves[2];
  memcpy(halves, &a, 8);
  volatile unsigned kept[2];
  kept[1] = halves[1];
  kept[0] = halves[0];
  unsigned joined[2] = {kept[0], kept[1]};
  unsigned char bytes[8];
  memcpy(bytes, joined, 8);
  volatile unsigned char last[8];
  for (int i = 0; i < 8; i++)
    last[i] = bytes[i];
  memcpy(&e, (const void *)last, 8);
  return e * e * x[2];
}
