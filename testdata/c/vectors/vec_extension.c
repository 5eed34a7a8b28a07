// The compilers' vector types.
// llad: func f double
// llad: arg x dup double[12] range(0.5,1.5)
// llad: tags vector
#include <string.h>
typedef double v4 __attribute__((vector_size(32)));

double f(const double *x) {
  v4 a, b, c;
  memcpy(&a, x, sizeof a);
  memcpy(&b, x + 4, sizeof b);
  memcpy(&c, x + 8, sizeof c);
  v4 s = a * b + c / a;
  v4 t = __builtin_shufflevector(s, b, 3, 2, 5, 0);
  s += t * t;
  s[1] *= c[2];
  return s[0] * s[1] + s[2] - s[3];
}
