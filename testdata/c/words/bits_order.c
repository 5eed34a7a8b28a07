// Two floats that are ordered by their bits, as hypot does in libraries.
// llad: func f double
// llad: arg x dup double[4] {1.5,-0.75,-0.25,2.5}
// llad: tags bits
#include <stdint.h>
#include <string.h>

static uint64_t bits(double x) {
  uint64_t i;
  memcpy(&i, &x, 8);
  return i & -1ULL >> 1;
}

static double of(uint64_t i) {
  double x;
  memcpy(&x, &i, 8);
  return x;
}

double f(const double *x) {
  double sum = 0;
  for (int i = 0; i < 4; i += 2) {
    uint64_t a = bits(x[i]), b = bits(x[i + 1]);
    uint64_t most = a < b ? b : a, least = a < b ? a : b;
    double ratio = of(least) / of(most);
    sum += of(most) * (1 + ratio * ratio);
  }
  return sum;
}
