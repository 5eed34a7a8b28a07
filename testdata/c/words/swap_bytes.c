// Floats change places by way of integers, and nothing else is done with them.
// llad: func f void
// llad: arg x dup double[4] range(0.5,1.5) inout
// llad: decl struct point { double u; int k; double v[2]; };
// llad: arg s dup struct-point[4] range(0.5,1.5) inout
// llad: leaves s u v[2]
// llad: arg k const int 3
// llad: tags memory bits
#include <stdint.h>
#include <string.h>
struct point { double u; int k; double v[2]; };

static __attribute__((noinline)) void exchange(void *a, void *b) {
  uint64_t t;
  memcpy(&t, a, sizeof t);
  memcpy(a, b, sizeof t);
  memcpy(b, &t, sizeof t);
}

void f(double *x, struct point *s, int k) {
  uint64_t t;
  memcpy(&t, &x[1], sizeof t);
  memcpy(&x[1], &s[k & 3].u, sizeof t);
  memcpy(&s[k & 3].u, &t, sizeof t);
  exchange(&s[1].v[0], &s[k & 1].v[1]);
  exchange(&x[2], &s[2].v[1]);
}
