// A union of a double and a word that takes an address with all bits turned over.
#include <stddef.h>
#include <stdint.h>
typedef union { double d; uintptr_t u; } word;
__attribute__((noinline)) static void move(word *a, const word *b) { *a = *b; }
double f(const double *x, size_t n){
  double own = x[1]*x[1]; word w, t; double r;
  if (n == 12) w.u = ~(uintptr_t)&own; else w.d = x[0];
  move(&t, &w);
  r = n == 12 ? *(double *)~t.u : t.d;
  return r;
}
