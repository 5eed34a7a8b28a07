// Unions of floats and integers with a tag, by value: what is computed from the integer is chosen by the tag.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags union words
#include <stdlib.h>
typedef struct { int tag; union { double d; unsigned long u; } w[2]; } Tagged;
static Tagged tagged(const double *x, size_t n, size_t k) {
  Tagged t; t.tag = k % 3;
  if (t.tag == 0) { t.w[0].u = k * 5; t.w[1].u = k; }
  else if (t.tag == 1) { t.w[0].d = x[k % n]; t.w[1].d = x[0] * x[2]; }
  else { t.w[0].u = 0; t.w[1].d = x[k % n] * 2; }
  return t;
}
double f(const double *x, size_t n) {
  Tagged *ts = malloc(2 * n * sizeof *ts); size_t total = 0; double r = 0;
  for (size_t k = 0; k < 2 * n; k++) { Tagged t = tagged(x, n, k); if (t.tag == 0) total += t.w[0].u * 3; ts[k] = t; }
  for (size_t k = 0; k < 2 * n; k++) { Tagged *t = ts + k; r += t->tag == 0 ? (t->w[0].u + t->w[1].u) * x[3] : t->tag == 1 ? t->w[0].d * t->w[1].d : t->w[1].d; }
  free(ts);
  return r + total * x[4] * 1e-2;
}
