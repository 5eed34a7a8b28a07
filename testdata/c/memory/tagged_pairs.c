// Cells of a stack that hold a double or a number, taken off as two integers at once, or as one of two of them.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef long long pair __attribute__((vector_size(16)));
enum { WHOLE, TICKS };
struct cell {
  long long kind;
  union {
    double d;
    long long ticks;
  } u;
};

static double number(long long kind, long long word) {
  double d;
  switch (kind) {
    case WHOLE: memcpy(&d, &word, sizeof d); return d * d;
    default: return (double)word * 0.125;
  }
}

double f(const double *x, size_t n) {
  struct cell *stack = malloc((n + 1) * sizeof *stack);
  for (size_t i = 0; i < n; i++) {
    stack[i].kind = (long long)(i % 2);
    if (i % 2 == WHOLE) stack[i].u.d = x[i] * x[0];
    else stack[i].u.ticks = (long long)i;
  }
  double s = 0;
  for (size_t i = n; i-- > 0;) {
    pair w;
    memcpy(&w, &stack[i], sizeof w);
    s += number(w[0], w[1]) * x[i];
    const struct cell *one = &stack[1], *other = &stack[5];
    if (w[0] == TICKS) s += (double)(x[i] > 1 ? one->u.ticks : other->u.ticks) * x[i];
  }
  free(stack);
  return s;
}
