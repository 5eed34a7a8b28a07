// Masks of signs that are made from the bits of an integer, lane by lane, and handed on by reference.
// llad: func f double
// llad: arg x dup double[6] {0.5,-1.25,2,0.75,1.5,-0.25}
// llad: tags vector
#include <string.h>

typedef double pair __attribute__((vector_size(16)));
typedef long long bits __attribute__((vector_size(16)));
typedef double loose __attribute__((vector_size(16), aligned(8)));

static double from_bits(const unsigned long long *from) {
  double d;
  memcpy(&d, from, sizeof d);
  return d;
}

static pair load(const double *p) { return *(const loose *)p; }

static pair changed(const pair *mask, const pair *v) {
  return (pair)((bits)*mask ^ (bits)*v);
}

double f(const double *x) {
  const unsigned long long top = 0x8000000000000000ull;
  const double sign = from_bits(&top);
  double first[2], both[2];
  first[0] = both[0] = both[1] = sign;
  first[1] = 0.0;
  const pair one = load(first), two = load(both), a = load(x), b = load(x + 2);
  const pair c = changed(&one, &a) * b, d = changed(&two, &b) * a;
  return c[0] * x[4] + c[1] * c[1] + d[0] * d[1] * x[5];
}
