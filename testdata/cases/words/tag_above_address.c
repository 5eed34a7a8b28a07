// Words that are doubles, or addresses with a number in their upper byte.
#include <stddef.h>
#include <stdint.h>
typedef struct { long tag; union { double d; uintptr_t u; } u; } slot;
__attribute__((noinline)) static uintptr_t pack(double *p, unsigned long k){ return (uintptr_t)p | k << 56; }
double f(const double *x, size_t n){
  slot a[12], b[12]; double o[12];
  for (size_t i = 0; i < n; i++) { o[i] = x[i]*x[i]; a[i].tag = i & 1;
    if (i & 1) a[i].u.u = pack(o + i, i + 1); else a[i].u.d = 2*x[i]; }
  for (size_t i = 0; i < n; i++) b[i] = a[(i + 1) % n];
  double r = 0;
  for (size_t i = 0; i < n; i++) r += b[i].tag ? *(double *)(b[i].u.u & 0x00ffffffffffffff) : b[i].u.d;
  return r;
}
