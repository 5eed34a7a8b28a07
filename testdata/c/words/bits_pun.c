// Floats moved as integers: copied, their sign taken off, stored elsewhere.
// llad: func f double
// llad: arg x dup double[4] {0.5,-1.5,0.75,-1.25}
// llad: tags memory integer
#include <stdint.h>
#include <string.h>

double f(const double *x) {
  double t[4];
  uint64_t bits[4];
  memcpy(bits, x, sizeof bits);
  for (int i = 0; i < 4; i++)
    memcpy(&t[3 - i], &bits[i], sizeof t[i]);
  return t[0] * t[1] + t[2] * t[2] * t[3];
}
