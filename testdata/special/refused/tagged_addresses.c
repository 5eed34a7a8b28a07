// Pairs of numbers whose addresses are kept in the bits of a NaN.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const int 6
#include <stdint.h>
#include <stdlib.h>

typedef struct {
  double a, b;
} pair;

double f(const double *x, int n) {
  uint64_t boxes[6];
  for (int i = 0; i < n; i++) {
    pair *p = malloc(sizeof *p);
    p->a = x[i];
    p->b = x[(i + 1) % n];
    boxes[i] = 0x7ffc000000000000ull | (uintptr_t)p;
  }
  double s = 0;
  for (int i = 0; i < n; i++) {
    pair *p = (pair *)(uintptr_t)(boxes[i] & 0x3ffffffffffffull);
    s += p->a * p->b * (i + 1);
    free(p);
  }
  return s;
}
