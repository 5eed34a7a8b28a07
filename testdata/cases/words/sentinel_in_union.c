// A union of a double and an address that takes a constant with the bits of a double for an address.
#include <stddef.h>
typedef union { double d; double *p; void *v; } word;
__attribute__((noinline)) static void move(word *a, const word *b) { *a = *b; }
double f(const double *x, size_t n){
  double own = x[1], r = 0;
  word w, t;
  w.d = x[0]; move(&t, &w); r += t.d;
  w.p = &own; move(&t, &w); r += *t.p;
  w.v = (void *)0x4008000000000000; move(&t, &w); r += t.v == (void *)-1;
  return r;
}
