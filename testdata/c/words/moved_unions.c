// A union's word is read once, computed with as an integer where the tag says so, and copied in any case.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags union words
#include <stdlib.h>
typedef struct { long tag; union { double d; unsigned long u; } w; } Tagged;
__attribute__((noinline)) static size_t move(const Tagged *src, Tagged *dst, size_t k, size_t n) {
  if (n > 2) return move(src, dst, k, n / 2);
  size_t total = 0;
  Tagged t = src[k];
  if (t.tag == 0) total = t.w.u * 3;
  dst[k] = t;
  return total;
}
double f(const double *x, size_t n) {
  Tagged *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b); size_t total = 0; double r = 0;
  for (size_t k = 0; k < n; k++) { a[k].tag = k & 1; if (k & 1) a[k].w.d = x[k] * x[0]; else a[k].w.u = k; }
  for (size_t k = 0; k < n; k++) total += move(a, b, k, n);
  for (size_t k = 0; k < n; k++) r += b[k].tag ? b[k].w.d * b[k].w.d : b[k].w.u * x[3];
  free(a); free(b);
  return r + total * x[4];
}
